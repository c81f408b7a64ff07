import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { PrivacyKind, PrivacyStatus } from './privacy-status';

/** The rows that an erasure changed, by model. */
export interface ErasureCounts {
  deleted: Record<string, number>;
  anonymized: Record<string, number>;
  kept: Record<string, number>;
}

/** A request for a copy of a person's data, or for its erasure. */
export interface PrivacyRequest extends TenantRow {
  /** Null: an account without an employee requested its own data. */
  employeeId: string | null;
  /** The account that requested its own data. */
  userId: string | null;
  kind: PrivacyKind;
  status: PrivacyStatus;
  note: string | null;
  dueAt: Date;
  extendedAt: Date | null;
  /** Why it was extended or cancelled. */
  reason: string | null;
  completedAt: Date | null;
  fileId: string | null;
  counts: ErasureCounts | null;
  /** The job of the current step, or of the last one. */
  jobId: string | null;
  /** The person and kind of an open request: a unique index allows one. */
  openFor: string | null;
}

export const PrivacyRequestModel = tenantModel<PrivacyRequest>(
  'PrivacyRequest',
  {
    employeeId: { type: String, default: null, immutable: true },
    userId: { type: String, default: null, immutable: true },
    kind: { type: String, required: true, enum: Object.values(PrivacyKind), immutable: true },
    status: {
      type: String,
      required: true,
      enum: Object.values(PrivacyStatus),
      default: PrivacyStatus.Collecting,
    },
    note: { type: String, default: null },
    dueAt: { type: Date, required: true },
    extendedAt: { type: Date, default: null },
    reason: { type: String, default: null },
    completedAt: { type: Date, default: null },
    fileId: { type: String, default: null },
    counts: { type: Schema.Types.Mixed, default: null },
    jobId: { type: String, default: null },
    openFor: { type: String, default: null },
  },
  {
    indexes: [
      { keys: { createdAt: -1, _id: 1 } },
      { keys: { employeeId: 1, createdAt: -1 } },
      { keys: { userId: 1, createdAt: -1 } },
      { keys: { openFor: 1 }, unique: true, whereText: ['openFor'] },
      { keys: { completedAt: 1, dueAt: 1 }, acrossTenants: true },
    ],
  },
);
