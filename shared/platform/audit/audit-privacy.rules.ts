import { AuditActor, AuditEntity } from './audit-events';
import type { AuditContent } from './audit-log.model';

/** Replaces an erased value. */
export const ERASED = 'erased';

/** Fields of accounts and employees whose values identify no one: ids of rows, states and roles. */
const OPEN_FIELDS: ReadonlySet<string> = new Set([
  'status',
  'roles',
  'isActive',
  'departmentId',
  'managerId',
  'jobProfileId',
  'employeeId',
  'userId',
  'cycleId',
  'potential',
]);
const PEOPLE: ReadonlySet<AuditEntity> = new Set([AuditEntity.User, AuditEntity.Employee]);
/** Fields with free text in entries about any kind of object. */
const FREE_TEXT: ReadonlySet<string> = new Set(['reason', 'note', 'subject', 'body']);

type Owned = Pick<AuditContent, 'entityType' | 'entityId' | 'actorId'> & { tenantId: string; actorType?: AuditActor };

/** Returns whose key encrypts address, user agent and email of an entry; the organization's for unknown actors. */
export function actorOf({ entityType, entityId, actorId, actorType, tenantId }: Owned): string {
  if (actorType === AuditActor.Scim) return tenantId; // a token is not a person
  return actorId ?? (entityType === AuditEntity.User ? entityId : null) ?? tenantId;
}

/** Returns whose key encrypts the values of a changed field; null when they concern no one. */
export function personOfChange(entry: Owned, field: string): string | null {
  if (PEOPLE.has(entry.entityType)) return OPEN_FIELDS.has(field) ? null : (entry.entityId ?? entry.tenantId);
  return FREE_TEXT.has(field) ? actorOf(entry) : null;
}
