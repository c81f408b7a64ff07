import { createHmac, hkdfSync } from 'node:crypto';

/** A value that an audit entry may show; never a secret or an answer. */
export type AuditValue = string | number | boolean | null | readonly string[];

/** One changed field. */
export interface AuditChange {
  field: string;
  before: AuditValue;
  after: AuditValue;
}

/** What the hash of an entry covers: everything that it says. */
export interface ChainedEntry {
  _id: string;
  tenantId: string;
  sequence: number;
  eventType: string;
  entityType: string;
  entityId: string | null;
  actorId: string | null;
  actorEmail: string | null;
  actorType: string;
  occurredAt: Date;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  changes: readonly AuditChange[];
}

/** What the first entry is chained to. */
export const CHAIN_START = '';

/** The key of all chains, derived from DATA_KEY. It stays out of the database: who changes rows there cannot make them fit. */
export function chainKey(dataKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, '', 'audit-chain', 32));
}

/** The hash of an entry: HMAC-SHA256 in hex over the hash before it and all that the entry says. */
export function chainHash(key: Buffer, previous: string, entry: ChainedEntry): string {
  const said = [
    entry._id,
    entry.tenantId,
    entry.sequence,
    entry.eventType,
    entry.entityType,
    entry.entityId,
    entry.actorId,
    entry.actorEmail,
    entry.actorType,
    entry.occurredAt.toISOString(),
    entry.ip,
    entry.userAgent,
    entry.requestId,
    entry.changes.map(({ field, before, after }) => [field, before, after]),
  ];
  return createHmac('sha256', key).update(previous).update('\0').update(JSON.stringify(said)).digest('hex');
}

/** What proves where a tenant's chain ends: HMAC-SHA256 in hex. Without it a cut tail could be hidden by moving the head. */
export function headSeal(
  key: Buffer,
  tenantId: string,
  { sequence, hash }: { sequence: number; hash: string },
): string {
  return createHmac('sha256', key).update(`head\0${tenantId}\0${sequence}\0${hash}`).digest('hex');
}

/** The fields among `fields` that differ, with their values before and after; dates as ISO text. */
export function auditChanges<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): AuditChange[] {
  return fields
    .map((field) => ({ field, before: auditValue(before[field]), after: auditValue(after[field]) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function auditValue(value: unknown): AuditValue {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return [...value];
  return JSON.stringify(value);
}
