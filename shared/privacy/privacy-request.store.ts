import { isDuplicate } from '../db/bulk';
import { storeJob } from '../jobs/enqueue';
import type { Job } from '../jobs/job.model';
import { addMonths } from '../kernel/calendar-dates';
import { now } from '../kernel/clock';
import { conflict, notFound } from '../kernel/errors';
import { newId } from '../kernel/ids';
import { refusal } from '../kernel/refusals/refusal';
import { EmployeeStatus } from '../people/employee-status';
import type { AuditChange } from '../platform/audit/audit-chain';
import { AuditEntity, type AuditEvent } from '../platform/audit/audit-events';
import { recordAudit } from '../platform/audit/audit.store';
import { isHeld } from './legal-hold.rules';
import { isBack, type Person } from './person.store';
import { type PrivacyRequest, PrivacyRequestModel } from './privacy-request.model';
import { type PrivacyKind, PrivacyStatus } from './privacy-status';

/** Months to answer a request, and by which it may be extended (GDPR article 12(3)). */
const DUE_MONTHS = 1;
const EXTENSION_MONTHS = 2;

export interface NewRequest {
  employeeId: string | null;
  guestId?: string | null;
  userId: string | null;
  kind: PrivacyKind;
  note: string | null;
}

/**
 * Stores a request and the job that collects its data, in the running transaction; call `enqueueStored` with the job
 * after it. Throws CONFLICT while another request of the same kind is open.
 */
export async function storeRequest(values: NewRequest): Promise<{ request: PrivacyRequest; job: Job }> {
  const _id = newId();
  const job = await storeJob('privacy.collect', { requestId: _id });
  const openFor = `${values.kind}:${values.employeeId ?? values.guestId ?? values.userId ?? ''}`;
  const open = await PrivacyRequestModel.exists({ openFor });
  if (open) throw openAlready();
  const row = new PrivacyRequestModel({
    ...values,
    _id,
    dueAt: addMonths(now(), DUE_MONTHS),
    status: PrivacyStatus.Collecting,
    jobId: job._id,
    openFor,
  });
  await row.save().catch((error: unknown) => {
    throw isDuplicate(error) ? openAlready() : error;
  });
  const { kind } = values;
  await recordRequest('privacy.requested', _id, [{ field: 'kind', before: null, after: kind }]);
  return { request: row.toObject(), job };
}

const openAlready = () => conflict(refusal('REQUEST_OF_KIND_IS_OPEN'));

export function extendedDueDate({ dueAt }: Pick<PrivacyRequest, 'dueAt'>): Date {
  return addMonths(dueAt, EXTENSION_MONTHS);
}

/** Throws NOT_FOUND. */
export async function findRequest(id: string): Promise<PrivacyRequest> {
  const row = await PrivacyRequestModel.findById(id).lean<PrivacyRequest>();
  if (!row) throw notFound();
  return row;
}

/** Records an event of a request; call it in the transaction of its change. */
export async function recordRequest(
  event: AuditEvent,
  id: string,
  changes: readonly AuditChange[] = [],
  by: { by?: string | null; id?: string } = {},
): Promise<void> {
  await recordAudit(event, { entityType: AuditEntity.PrivacyRequest, entityId: id, changes, ...by });
}

/**
 * Throws CONFLICT unless a person may be erased: the employee has left and not returned, has no legal hold and was not
 * erased before.
 */
export async function assertErasable({ employee, formerEntries }: Person): Promise<void> {
  if (!employee) throw notFound();
  if (employee.erasedAt) throw conflict(refusal('PERSON_ALREADY_ERASED'));
  if (employee.status !== EmployeeStatus.Terminated && !employee.isDeleted)
    throw conflict(refusal('PERSON_HAS_NOT_LEFT'));
  const at = now();
  if ([employee, ...formerEntries].some((entry) => isHeld(entry, at)))
    throw conflict(refusal('PERSON_UNDER_LEGAL_HOLD'));
  if (await isBack(employee)) throw conflict(refusal('ANOTHER_EMPLOYEE_IS_SAME_PERSON'));
}
