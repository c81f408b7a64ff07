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
import { isHeld } from './legal-hold.rules';
import { findFormerEntries, isBack } from './person.store';
import { PrivacyRequestModel } from './privacy-request.model';
import { storeRequest } from './privacy-request.store';
import { OPEN_STATUSES, PrivacyKind, PrivacyStatus } from './privacy-status';

/** What one run of retention did. */
export interface RetentionResult {
  /** Erasure requests that were opened. */
  requests: number;
  /** Evaluations whose answers were deleted. */
  answers: number;
  /** Entries that were cut off the audit log. */
  auditEntries: number;
}

/** Requests opened in a tenant in one run: people decide on each of them. */
const REQUESTS_AT_ONCE = 200;
const ANSWERS_AT_ONCE = 500;
/** A request that was cancelled is not opened again for this long. */
const PAUSE_MONTHS = 6;

/** Applies the retention settings of every organization that has some. */
export async function applyRetention(): Promise<RetentionResult> {
  const total: RetentionResult = { requests: 0, answers: 0, auditEntries: 0 };
  for (const { _id: tenantId, settings } of await TenantModel.find().lean<Tenant[]>()) {
    const { retention } = settings;
    if (!retention || Object.values(retention).every((months) => months === null)) continue;
    const done = await runInContext({ requestId: newId(), tenantId, actor: null }, () => applyTo(retention));
    total.requests += done.requests;
    total.answers += done.answers;
    total.auditEntries += done.auditEntries;
  }
  return total;
}

/** Before when something is due that is kept for so many months. */
const before = (months: number): Date => addMonths(now(), -months);

/** What is due: how many, and before when they came to an end. */
export interface RetentionDue {
  before: Date;
  count: number;
}

/** What retention settings concern today; null where data is kept. */
export interface RetentionPreview {
  /** People who left and whose data is there; an erasure of each waits for a TenantAdmin. */
  formerEmployees: RetentionDue | null;
  /** Cycles that still have their answers. */
  closedCycles: RetentionDue | null;
  auditEntries: RetentionDue | null;
}

/** What the next run with these settings concerns in the organization. */
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

async function applyTo(retention: RetentionSettings): Promise<RetentionResult> {
  const { formerEmployeesMonths, closedCyclesMonths, auditMonths } = retention;
  return {
    requests: formerEmployeesMonths === null ? 0 : await proposeErasures(before(formerEmployeesMonths)),
    answers: closedCyclesMonths === null ? 0 : await deleteAnswers(before(closedCyclesMonths)),
    auditEntries: auditMonths === null ? 0 : await cutAuditLog(before(auditMonths)),
  };
}

/** Employees who left before and whose data is still there. */
const dueEmployees = (before: Date) => ({
  ...anyDeletion(EmployeeModel),
  erasedAt: null,
  $or: [
    { status: EmployeeStatus.Terminated, terminationDate: { $lt: before.toISOString().slice(0, 10) } },
    { isDeleted: true, updatedAt: { $lt: before } },
  ],
});

/** Opens erasure requests for people who left before; a TenantAdmin confirms each of them. */
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

/** Whether a request for one of the entries of a person is open, or was cancelled not long ago. */
async function isDecided(entries: readonly Pick<Employee, '_id'>[]): Promise<boolean> {
  const recently = addMonths(now(), -PAUSE_MONTHS);
  const request = await PrivacyRequestModel.exists({
    employeeId: { $in: entries.map(({ _id }) => _id) },
    kind: PrivacyKind.Erasure,
    $or: [{ status: { $in: [...OPEN_STATUSES] } }, { status: PrivacyStatus.Cancelled, updatedAt: { $gte: recently } }],
  });
  return request !== null;
}

/** Cycles that were closed before, without those whose gaps are still calculated from their answers. */
const dueCycles = (before: Date) => ({
  status: { $in: [CycleStatus.Closed, CycleStatus.Archived] },
  closedAt: { $lt: before },
  'gaps.state': { $ne: GapsState.Calculating },
});

/** Deletes the answers and comments of cycles that were closed before; the scores that follow from them stay. */
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

/** From now on nothing is calculated from the answers of a cycle; false when it was reopened or recalculated at the same moment. */
async function sealCycle(_id: string, before: Date): Promise<boolean> {
  const sealed = await inTransaction(() =>
    CycleModel.updateOne({ _id, ...dueCycles(before) }, { $set: { answersDeletedAt: now() } }),
  );
  return sealed.matchedCount > 0;
}
