import { AuditActor, AuditEntity } from './audit-events';
import type { AuditContent } from './audit-log.model';

/** What an erased value reads. */
export const ERASED = 'erased';

/** Fields of accounts and employees whose values say nothing about who it is: ids of rows, states and roles. */
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
/** Free text in entries about rows of all kinds. */
const FREE_TEXT: ReadonlySet<string> = new Set(['reason', 'note', 'subject', 'body']);

type Owned = Pick<AuditContent, 'entityType' | 'entityId' | 'actorId'> & { tenantId: string; actorType?: AuditActor };

/** Whose address, program and email an entry has; those of no known person belong to the organization. */
export function actorOf({ entityType, entityId, actorId, actorType, tenantId }: Owned): string {
  if (actorType === AuditActor.Scim) return tenantId; // a token is no person
  return actorId ?? (entityType === AuditEntity.User ? entityId : null) ?? tenantId;
}

/** Whose key encrypts the values of a changed field; null where they say nothing about a person. */
export function personOfChange(entry: Owned, field: string): string | null {
  if (PEOPLE.has(entry.entityType)) return OPEN_FIELDS.has(field) ? null : (entry.entityId ?? entry.tenantId);
  return FREE_TEXT.has(field) ? actorOf(entry) : null;
}
