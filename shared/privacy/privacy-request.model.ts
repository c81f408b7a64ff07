import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { PrivacyKind, PrivacyStatus } from './privacy-status';

/** What an erasure did, by kind of row. */
export interface ErasureCounts {
  deleted: Record<string, number>;
  anonymized: Record<string, number>;
  kept: Record<string, number>;
}

/** A request for a copy of a person's data, or to erase it. */
export interface PrivacyRequest extends TenantRow {
  /** null: an account without an employee asked for its own data. */
  employeeId: string | null;
  /** The account that asked for its own data. */
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
  /** The job of the step under way, or of the last one. */
  jobId: string | null;
  /** Whom and what it is about, while it is open: the unique index admits one. */
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
