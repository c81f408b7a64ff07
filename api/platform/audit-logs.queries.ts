import type { QueryFilter } from 'mongoose';
import { listRows } from '../../shared/db/list';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { assertValid, invalid, notFound } from '../../shared/kernel/errors';
import { AUDIT_EVENTS, AuditEntity, type AuditEvent } from '../../shared/platform/audit-events';
import { type AuditLog, AuditLogModel } from '../../shared/platform/audit-log.model';
import { auditPeriod } from '../../shared/platform/audit-period.rules';
import type { PageRequest } from '../http/pagination';

/** What a list of entries may be narrowed to; texts as the caller sent them. */
export interface AuditFilter {
  eventType?: string;
  entityType?: string;
  entityId?: string;
  actorId?: string;
  dateFrom?: string;
  dateTo?: string;
}

/** Entries of the tenant's log (of the platform, in its scope), the newest first; throws VALIDATION. */
export async function listAuditLogs(
  filter: AuditFilter,
  page: PageRequest,
): Promise<{ rows: AuditLog[]; totalCount: number }> {
  return listRows(AuditLogModel, toFilter(filter), { sequence: -1 }, page);
}

/** One entry; throws NOT_FOUND. */
export async function findAuditLog(id: string): Promise<AuditLog> {
  const row = await AuditLogModel.findById(id).lean<AuditLog>();
  if (!row) throw notFound();
  return row;
}

function toFilter({ eventType, entityType, entityId, actorId, dateFrom, dateTo }: AuditFilter): QueryFilter<AuditLog> {
  const { period, errors } = auditPeriod(dateFrom, dateTo);
  assertValid(errors);
  const entity = enumerationFilter(AuditEntity, entityType, 'entityType');
  const occurredAt = {
    ...(period.from ? { $gte: period.from } : {}),
    ...(period.before ? { $lt: period.before } : {}),
  };
  return {
    ...(eventType === undefined ? {} : { eventType: { $in: eventsOf(eventType) } }),
    ...(entity ? { entityType: entity } : {}),
    ...(entityId === undefined ? {} : { entityId }),
    ...(actorId === undefined ? {} : { actorId }),
    ...(Object.keys(occurredAt).length > 0 ? { occurredAt } : {}),
  };
}

/** One event, or all of a group such as `auth`; throws VALIDATION. */
function eventsOf(name: string): AuditEvent[] {
  const events = AUDIT_EVENTS.filter((event) => event === name || event.startsWith(`${name}.`));
  if (events.length > 0) return events;
  const groups = new Set(AUDIT_EVENTS.map((event) => event.split('.')[0]));
  throw invalid({
    field: 'eventType',
    message: `must be an event such as ${AUDIT_EVENTS[0]}, or one of the groups ${[...groups].join(', ')}`,
  });
}
