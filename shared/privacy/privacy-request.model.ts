import { Schema } from 'mongoose';
import { ACTOR, GUEST } from '../db/fields';
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
  /** Null: a guest, or an account without an employee requested its own data. */
  employeeId: string | null;
  /** A guest who asked for a copy; without an employee. */
  guestId?: string | null;
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
    employeeId: { type: String, default: null, immutable: true, personal: 'subject: kept', access: 'internal' },
    guestId: { type: String, default: null, immutable: true, personal: 'guest: kept' },
    userId: { type: String, default: null, immutable: true, personal: 'actor: kept' },
    kind: {
      type: String,
      required: true,
      enum: Object.values(PrivacyKind),
      immutable: true,
      personal: 'subject: kept',
      access: 'shown',
    },
    status: {
      type: String,
      required: true,
      enum: Object.values(PrivacyStatus),
      default: PrivacyStatus.Collecting,
      personal: 'subject: kept',
      access: 'shown',
    },
    note: {
      type: String,
      default: null,
      personal: 'subject: emptied',
      access: 'shown',
      redacted: 'without a decision',
    },
    dueAt: { type: Date, required: true, personal: 'subject: kept', access: 'shown' },
    extendedAt: { type: Date, default: null, personal: 'subject: kept', access: 'shown' },
    reason: {
      type: String,
      default: null,
      personal: 'subject: emptied',
      access: 'shown',
      redacted: 'without a decision',
    },
    completedAt: { type: Date, default: null, personal: 'subject: kept', access: 'shown' },
    fileId: { type: String, default: null, personal: 'subject: emptied', access: 'internal' },
    counts: { type: Schema.Types.Mixed, default: null, personal: 'none' },
    jobId: { type: String, default: null, personal: 'none' },
    openFor: { type: String, default: null, personal: 'none' },
  },
  {
    privacy: {
      purpose: 'Answers requests for access and erasure, and proves it',
      seenBy: 'TenantAdmin; the person sees those for a copy of their data',
      kept: 'For good; after erasure without its note',
      links: {
        employeeId: { names: 'employee', whose: 'subject', rows: 'kept', access: 'rows' },
        guestId: { ...GUEST, access: 'none' },
        userId: ACTOR,
      },
    },
    indexes: [
      { keys: { createdAt: -1, _id: 1 } },
      { keys: { employeeId: 1, createdAt: -1 } },
      { keys: { guestId: 1, createdAt: -1 } },
      { keys: { userId: 1, createdAt: -1 } },
      { keys: { openFor: 1 }, unique: true, whereText: ['openFor'] },
      { keys: { completedAt: 1, dueAt: 1 }, acrossTenants: true },
    ],
  },
);
