import { Schema } from 'mongoose';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { AuditActor, AuditEntity, AUDIT_EVENTS, type AuditEvent } from './audit-events';
import type { AuditChange } from './audit-chain';

/** One entry of a tenant's audit log: append-only, each bound to the one before it by its hash (decisions 6). */
export interface AuditLog extends TenantRow {
  /** 1, 2, 3 and so on, without holes, per tenant. */
  sequence: number;
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
  changes: AuditChange[];
  hash: string;
}

const change = new Schema(
  {
    field: { type: String, required: true },
    before: { type: Schema.Types.Mixed, default: null },
    after: { type: Schema.Types.Mixed, default: null },
  },
  { _id: false },
);

export const AuditLogModel = tenantModel<AuditLog>(
  'AuditLog',
  {
    sequence: { type: Number, required: true, immutable: true },
    eventType: { type: String, required: true, enum: AUDIT_EVENTS },
    entityType: { type: String, required: true, enum: Object.values(AuditEntity) },
    entityId: { type: String, default: null },
    actorId: { type: String, default: null },
    actorEmail: { type: String, default: null },
    actorType: { type: String, required: true, enum: Object.values(AuditActor) },
    occurredAt: { type: Date, required: true },
    ip: { type: String, default: null },
    userAgent: { type: String, default: null },
    requestId: { type: String, default: null },
    changes: { type: [change], required: true },
    hash: { type: String, required: true },
  },
  {
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

/** Where a tenant's chain ends: it shows a tail that was cut off, and saves a search at each append. */
export interface AuditHead extends TenantRow {
  sequence: number;
  hash: string;
  /** Proves the two (`headSeal`). */
  seal: string;
}

export const AuditHeadModel = tenantModel<AuditHead>(
  'AuditHead',
  {
    sequence: { type: Number, required: true },
    hash: { type: String, required: true },
    seal: { type: String, required: true },
  },
  { indexes: [{ keys: {}, unique: true }] },
);
