import { toInstant } from '../../kernel/clock';
import type { AuditChange } from './audit-chain';
import type { ReadableEntry } from './audit-privacy.store';

/** Returns an entry as the API and the audit stream show it. */
export function shownEntry(row: ReadableEntry) {
  return {
    id: row._id,
    sequence: row.sequence,
    eventType: row.eventType,
    entityType: row.entityType,
    entityId: row.entityId,
    actorId: row.actorId,
    actorEmail: row.actorEmail,
    actorType: row.actorType,
    occurredAt: toInstant(row.occurredAt),
    ip: row.ip,
    userAgent: row.userAgent,
    requestId: row.requestId,
    changes: row.changes.map(({ field, before, after }) => ({ field, before: toValue(before), after: toValue(after) })),
    hash: row.hash,
  };
}

function toValue(value: AuditChange['before']): string | number | boolean | string[] | null {
  return typeof value === 'object' && value !== null ? [...value] : value;
}
