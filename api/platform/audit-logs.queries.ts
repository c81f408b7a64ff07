import { AsyncResource } from 'node:async_hooks';
import type { QueryFilter } from 'mongoose';
import { assertValid, notFound } from '../../shared/kernel/errors';
import { AUDIT_EVENTS, AuditEntity, type AuditEvent } from '../../shared/platform/audit/audit-events';
import { type AuditLog, AuditLogModel } from '../../shared/platform/audit/audit-log.model';
import { readableEntries, type ReadableEntry } from '../../shared/platform/audit/audit-privacy.store';
import type { PageRequest } from '../http/pagination';
import { auditPeriod } from './audit-period.rules';

/** Filters of entries; texts as the caller sent them. */
export interface AuditFilter {
  eventType?: string;
  entityType?: string;
  entityId?: string;
  actorId?: string;
  dateFrom?: string;
  dateTo?: string;
}

/** Returns entries of the tenant's log (of the platform, in its scope), newest first; throws VALIDATION. */
export async function listAuditLogs(
  filter: AuditFilter,
  { page, pageSize }: PageRequest,
): Promise<{ rows: ReadableEntry[]; totalCount: number }> {
  const matching = toFilter(filter);
  // The sequence is unique, so no other tie-break is needed, which would have no index.
  const [rows, totalCount] = await Promise.all([
    AuditLogModel.find(matching)
      .sort({ sequence: -1 })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean<AuditLog[]>(),
    AuditLogModel.countDocuments(matching),
  ]);
  return { rows: await readableEntries(rows), totalCount };
}

/** Entries per read of an export. */
const EXPORTED_AT_ONCE = 1_000;

/** Yields all matching entries, newest first, page by page; throws VALIDATION at once. */
export function auditLogPages(filter: AuditFilter): AsyncGenerator<ReadableEntry[]> {
  const matching = toFilter(filter);
  // A stream requests the next page from socket events, so the context is bound here.
  const read = AsyncResource.bind(async (before: number) =>
    readableEntries(
      await AuditLogModel.find({ $and: [matching, { sequence: { $lt: before } }] })
        .sort({ sequence: -1 })
        .limit(EXPORTED_AT_ONCE)
        .lean<AuditLog[]>(),
    ),
  );
  return pagesBelow(read);
}

async function* pagesBelow(read: (before: number) => Promise<ReadableEntry[]>): AsyncGenerator<ReadableEntry[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await read(before);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    before = last.sequence;
  }
}

/** Throws NOT_FOUND. */
export async function findAuditLog(id: string): Promise<ReadableEntry> {
  const row = await AuditLogModel.findById(id).lean<AuditLog>();
  const [entry] = row ? await readableEntries([row]) : [];
  if (!entry) throw notFound();
  return entry;
}

function toFilter({ eventType, entityType, entityId, actorId, dateFrom, dateTo }: AuditFilter): QueryFilter<AuditLog> {
  const { period, errors } = auditPeriod(dateFrom, dateTo);
  assertValid(errors);
  const occurredAt = {
    ...(period.from ? { $gte: period.from } : {}),
    ...(period.before ? { $lt: period.before } : {}),
  };
  return {
    ...(eventType ? { eventType: { $in: eventsOf(eventType) } } : {}),
    ...(entityType
      ? { entityType: { $in: Object.values(AuditEntity).filter((entity) => String(entity) === entityType) } }
      : {}),
    ...(entityId === undefined ? {} : { entityId }),
    ...(actorId === undefined ? {} : { actorId }),
    ...(Object.keys(occurredAt).length > 0 ? { occurredAt } : {}),
  };
}

/** Returns one event, or all of a group such as `auth`; empty for another name. */
function eventsOf(name: string): AuditEvent[] {
  return AUDIT_EVENTS.filter((event) => event === name || event.startsWith(`${name}.`));
}
