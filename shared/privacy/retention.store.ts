import { anyDeletion } from '../db/bulk';
import { pickRows } from '../db/pick';
import { inTransaction } from '../db/transaction';
import { CycleStatus } from '../evaluation/cycles/cycle-status';
import { CycleModel, GapsState } from '../evaluation/cycles/cycle.model';
import { forgetPublishedAnswers } from '../evaluation/disclosure/published-answers.store';
import { ParticipantModel } from '../evaluation/participants/participant.model';
import { enqueueStored } from '../jobs/enqueue';
import { addMonths } from '../kernel/calendar-dates';
import { now } from '../kernel/clock';
import { runInContext } from '../kernel/context';
import { newId } from '../kernel/ids';
import { EmployeeStatus } from '../people/employee-status';
import { type Employee, EmployeeModel } from '../people/employee.model';
import { AuditLogModel } from '../platform/audit/audit-log.model';
import { cutAuditLog } from '../platform/audit/audit-reseal.store';
import { type RetentionSettings, type Tenant, TenantModel } from '../platform/tenant.model';
import { eraseGuestsOfOldCycles } from './guest-erasure.store';
import { isHeld } from './legal-hold.rules';
import { findFormerEntries, isBack } from './person.store';
import { PrivacyRequestModel } from './privacy-request.model';
import { storeRequest } from './privacy-request.store';
import { OPEN_STATUSES, PrivacyKind, PrivacyStatus } from './privacy-status';

export interface RetentionResult {
  /** Erasure requests that were opened. */
  requests: number;
  /** Evaluations whose answers were deleted. */
  answers: number;
  /** Deleted entries of the audit log. */
  auditEntries: number;
  /** Erased guests. */
  guests: number;
}

/** Most requests opened in a tenant by one run, since users decide on each. */
const REQUESTS_AT_ONCE = 200;
const ANSWERS_AT_ONCE = 500;
/** A cancelled request is not opened again for this long. */
const PAUSE_MONTHS = 6;

/**
 * Opens erasure requests and deletes data that every organization's retention settings (in months) say, and erases guests of old
 * cycles; safe to repeat. Returns the totals.
 */
export async function applyRetention(): Promise<RetentionResult> {
  const total: RetentionResult = { requests: 0, answers: 0, auditEntries: 0, guests: 0 };
  for (const { _id: tenantId, settings } of await TenantModel.find().lean<Tenant[]>()) {
    const { retention } = settings;
    const inOrganization = { requestId: newId(), tenantId, actor: null };
    total.guests += await runInContext(inOrganization, eraseGuestsOfOldCycles);
    if (!retention || Object.values(retention).every((months) => months === null)) continue;
    const done = await runInContext(inOrganization, () => applyTo(retention));
    total.requests += done.requests;
    total.answers += done.answers;
    total.auditEntries += done.auditEntries;
  }
  return total;
}

/** Returns the time before which something kept for this many months is due. */
const before = (months: number): Date => addMonths(now(), -months);

/** The number of due rows, and the time before which they ended. */
export interface RetentionDue {
  before: Date;
  count: number;
}

/** What retention settings affect today; null where data is kept. */
export interface RetentionPreview {
  /** Employees who left and whose data is stored; erasing each needs a TenantAdmin's confirmation. */
  formerEmployees: RetentionDue | null;
  /** Cycles that still have their answers. */
  closedCycles: RetentionDue | null;
  auditEntries: RetentionDue | null;
}

/** Returns what the next run with these settings affects in the organization. */
export async function previewRetention(retention: RetentionSettings): Promise<RetentionPreview> {
  const { formerEmployeesMonths, closedCyclesMonths, auditMonths } = retention;
  return {
    formerEmployees: await due(formerEmployeesMonths, (at) => EmployeeModel.countDocuments(dueEmployees(at))),
    closedCycles: await due(closedCyclesMonths, (at) =>
      CycleModel.countDocuments({ ...dueCycles(at), answersDeletedAt: null }),
    ),
    auditEntries: await due(auditMonths, (at) => AuditLogModel.countDocuments({ occurredAt: { $lt: at } })),
  };
}

async function due(months: number | null, count: (at: Date) => Promise<number>): Promise<RetentionDue | null> {
  if (months === null) return null;
  const at = before(months);
  return { before: at, count: await count(at) };
}

async function applyTo(retention: RetentionSettings): Promise<Omit<RetentionResult, 'guests'>> {
  const { formerEmployeesMonths, closedCyclesMonths, auditMonths } = retention;
  return {
    requests: formerEmployeesMonths === null ? 0 : await proposeErasures(before(formerEmployeesMonths)),
    answers: closedCyclesMonths === null ? 0 : await deleteAnswers(before(closedCyclesMonths)),
    auditEntries: auditMonths === null ? 0 : await cutAuditLog(before(auditMonths)),
  };
}

/** Employees who left before a time and whose data is still stored. */
const dueEmployees = (before: Date) => ({
  ...anyDeletion(EmployeeModel),
  erasedAt: null,
  $or: [
    { status: EmployeeStatus.Terminated, terminationDate: { $lt: before.toISOString().slice(0, 10) } },
    { isDeleted: true, updatedAt: { $lt: before } },
  ],
});

/** Opens erasure requests for employees who left before a time; a TenantAdmin confirms each. */
async function proposeErasures(before: Date): Promise<number> {
  const due = EmployeeModel.find(dueEmployees(before)).lean<Employee[]>().cursor({ batchSize: REQUESTS_AT_ONCE });
  let opened = 0;
  for await (const employee of due as AsyncIterable<Employee>) {
    if (opened >= REQUESTS_AT_ONCE) break;
    const formerEntries = await findFormerEntries(employee);
    if ([employee, ...formerEntries].some((entry) => isHeld(entry, now())) || (await isBack(employee))) continue;
    if (await isDecided([employee, ...formerEntries])) continue;
    const values = { employeeId: employee._id, userId: null, kind: PrivacyKind.Erasure, note: null };
    const { job } = await inTransaction(() => storeRequest(values));
    await enqueueStored(job);
    opened += 1;
  }
  return opened;
}

/** Whether a request for one of a person's rows is open, or was cancelled recently. */
async function isDecided(entries: readonly Pick<Employee, '_id'>[]): Promise<boolean> {
  const recently = addMonths(now(), -PAUSE_MONTHS);
  const request = await PrivacyRequestModel.exists({
    employeeId: { $in: entries.map(({ _id }) => _id) },
    kind: PrivacyKind.Erasure,
    $or: [{ status: { $in: [...OPEN_STATUSES] } }, { status: PrivacyStatus.Cancelled, updatedAt: { $gte: recently } }],
  });
  return request !== null;
}

/** Cycles that were closed before a time, except those whose gaps are still being calculated. */
const dueCycles = (before: Date) => ({
  status: { $in: [CycleStatus.Closed, CycleStatus.Archived] },
  closedAt: { $lt: before },
  'gaps.state': { $ne: GapsState.Calculating },
});

/** Deletes answers and comments of cycles that were closed before a time; the scores are kept. */
async function deleteAnswers(before: Date): Promise<number> {
  const cycles = await pickRows(CycleModel.find(dueCycles(before)), 'answersDeletedAt', 'templateId');
  let deleted = 0;
  for (const { _id: cycleId, answersDeletedAt, templateId } of cycles) {
    if (!answersDeletedAt && !(await sealCycle(cycleId, before))) continue;
    for (;;) {
      const rows = await pickRows(
        ParticipantModel.find({ cycleId, answers: { $ne: [] } }).limit(ANSWERS_AT_ONCE),
        '_id',
      );
      if (rows.length === 0) break;
      const ids = rows.map(({ _id }) => _id);
      await ParticipantModel.updateMany({ _id: { $in: ids } }, { $set: { answers: [], reopenings: [] } });
      deleted += rows.length;
    }
    await forgetPublishedAnswers({ _id: cycleId, templateId });
  }
  return deleted;
}

/**
 * Marks a cycle so that nothing is calculated from its answers again; returns false when it was reopened or
 * recalculated concurrently.
 */
async function sealCycle(_id: string, before: Date): Promise<boolean> {
  const sealed = await inTransaction(() =>
    CycleModel.updateOne({ _id, ...dueCycles(before) }, { $set: { answersDeletedAt: now() } }),
  );
  return sealed.matchedCount > 0;
}
