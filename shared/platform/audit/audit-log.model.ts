import { Schema } from 'mongoose';
import { embedded, type Fields, type Privacy } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import type { AuditChange, AuditFormat, StoredChange } from './audit-chain';
import { AuditActor, AuditEntity, AUDIT_EVENTS, type AuditEvent, AuditOrigin } from './audit-events';

export interface AuditContent {
  eventType: AuditEvent;
  entityType: AuditEntity;
  entityId: string | null;
  actorId: string | null;
  actorEmail: string | null;
  actorType: AuditActor;
  occurredAt: Date;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  /** Omitted in entries of earlier versions. */
  origin?: AuditOrigin;
  changes: AuditChange[];
}

/**
 * The stored content of an entry before it is chained: `actorEmail`, `ip`, `userAgent` and the values of personal
 * fields are encrypted with the key of the person whom they concern (ADR 29).
 */
export interface AuditStatement extends Omit<AuditContent, 'changes'> {
  /** Omitted in entries that were written in plain text. */
  format?: AuditFormat;
  changes: StoredChange[];
}

/** One entry of a tenant's audit log: append-only, each linked to the previous one by its hash. */
export interface AuditLog extends TenantRow, AuditStatement {
  /** 1, 2, 3 and so on, without gaps, per tenant. */
  sequence: number;
  hash: string;
  /** Proof of an entry that was encrypted after it was chained (`resealingProof`). */
  resealed?: string | null;
}

/** An entry that was committed with its change and is not chained yet; it keeps its id. */
export type AuditDraft = TenantRow & AuditStatement;

const change = embedded<StoredChange>({
  field: { type: String, required: true },
  before: { type: Schema.Types.Mixed, default: null },
  after: { type: Schema.Types.Mixed, default: null },
  person: { type: String, default: null },
});

const statement: Fields<AuditStatement> = {
  format: { type: Number, personal: 'none' },
  eventType: { type: String, required: true, enum: AUDIT_EVENTS, personal: 'none' },
  entityType: { type: String, required: true, enum: Object.values(AuditEntity), personal: 'none' },
  entityId: { type: String, default: null, personal: 'subject: kept' },
  actorId: { type: String, default: null, personal: 'actor: kept' },
  actorEmail: { type: String, default: null, personal: 'actor: unreadable' },
  actorType: { type: String, required: true, enum: Object.values(AuditActor), personal: 'none' },
  occurredAt: { type: Date, required: true, personal: 'none' },
  ip: { type: String, default: null, personal: 'actor: unreadable' },
  userAgent: { type: String, default: null, personal: 'actor: unreadable' },
  requestId: { type: String, default: null, personal: 'none' },
  origin: { type: String, enum: Object.values(AuditOrigin), personal: 'none' },
  changes: { type: [change], required: true, personal: 'subject: unreadable' },
};

const PRIVACY: Privacy<AuditStatement> = {
  purpose: 'Proves who changed what, and when',
  seenBy: 'TenantAdmin',
  kept: 'The months that retention.auditMonths says, otherwise for good',
  links: {
    actorId: { names: 'account', whose: 'actor', rows: 'unreadable', access: 'view' },
    entityId: { names: 'employee', whose: 'subject', rows: 'unreadable', access: 'view' },
  },
};

export const AuditDraftModel = tenantModel<AuditDraft>('AuditDraft', statement, {
  privacy: PRIVACY,
  indexes: [{ keys: { createdAt: 1 }, acrossTenants: true }],
});

export const AuditLogModel = tenantModel<AuditLog>(
  'AuditLog',
  {
    sequence: { type: Number, required: true, immutable: true, personal: 'none' },
    ...statement,
    hash: { type: String, required: true, personal: 'none' },
    resealed: { type: String, default: null, personal: 'none' },
  },
  {
    privacy: PRIVACY,
    indexes: [
      { keys: { sequence: 1 }, unique: true },
      { keys: { eventType: 1, sequence: -1 } },
      { keys: { entityType: 1, sequence: -1 } },
      { keys: { entityId: 1, sequence: -1 } },
      { keys: { actorId: 1, sequence: -1 } },
      { keys: { occurredAt: -1 } },
    ],
  },
);

/** The end of a tenant's chain: reveals missing last entries, and saves a search at each append. */
export interface AuditHead extends TenantRow {
  sequence: number;
  hash: string;
  /** Proof of both (`headSeal`). */
  seal: string;
}

export const AuditHeadModel = tenantModel<AuditHead>(
  'AuditHead',
  {
    sequence: { type: Number, required: true, personal: 'none' },
    hash: { type: String, required: true, personal: 'none' },
    seal: { type: String, required: true, personal: 'none' },
  },
  { indexes: [{ keys: {}, unique: true }] },
);

/**
 * The beginning of a tenant's chain; its id is the tenant's. Written once all entries from before ADR 29 are encrypted,
 * and moved by retention, which deletes old entries.
 */
export interface AuditBeginning extends TenantRow {
  /** The last deleted entry, 0 for none, and its hash. */
  sequence: number;
  hash: string;
  /** The last entry that was written in plain text and encrypted later; no entry after it is in plain text. */
  resealedThrough: number;
  /** Proof of all three (`beginningSeal`). */
  seal: string;
}

export const AuditBeginningModel = tenantModel<AuditBeginning>(
  'AuditBeginning',
  {
    sequence: { type: Number, required: true, personal: 'none' },
    hash: { type: String, default: '', personal: 'none' },
    resealedThrough: { type: Number, required: true, personal: 'none' },
    seal: { type: String, required: true, personal: 'none' },
  },
  { indexes: [{ keys: {}, unique: true }] },
);
