import type { HydratedDocument } from 'mongoose';
import { missingReferences } from '../../shared/db/references';
import { inTransaction } from '../../shared/db/transaction';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { readCalendarDates } from '../../shared/kernel/calendar-dates';
import { now } from '../../shared/kernel/clock';
import { assertValid, conflict, invalid, notFound } from '../../shared/kernel/errors';
import { DepartmentModel } from '../../shared/people/department.model';
import { derivedTexts, ensureEmployeeUsage } from '../../shared/people/employee.store';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { wouldCreateCycle } from '../../shared/people/hierarchy.rules';
import { type AuditChange, auditChanges } from '../../shared/platform/audit-chain';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';
import { recordingPlanLimit } from '../../shared/platform/plan-limit.store';
import { lockEmployees, releaseEmployees, reserveEmployee } from '../../shared/platform/plan-usage.store';
import { assertMatches } from '../http/resource';
import type { CreateEmployee, UpdateEmployee } from './employees.dto';

/** Creates an Active employee and returns the id; throws VALIDATION, CONFLICT, PLAN_LIMIT_EMPLOYEES (spec 7). */
export async function createEmployee(input: CreateEmployee): Promise<string> {
  const { id, hireDate, ...fields } = input;
  const values = { ...fields, ...readCalendarDates({ hireDate }), ...(id ? { _id: id } : {}) };
  await ensureEmployeeUsage();
  const created = await recordingPlanLimit(() =>
    inTransaction(async () => {
      const row = new EmployeeModel({ ...values, status: EmployeeStatus.Active });
      await assertReferences(row);
      if (row.managerId === row._id) throw ownManager();
      row.set(derivedTexts(row));
      await reserveEmployee();
      await row.save();
      const stored: Employee = row.toObject();
      return stored;
    }),
  );
  await recordEmployee('employee.created', created._id, auditChanges<Partial<Employee>>({}, created, AUDITED));
  return created._id;
}

/**
 * Changes an employee: absent fields stay, null clears. Leaving Active frees room in the plan, returning takes it again.
 * Throws NOT_FOUND, VALIDATION, PRECONDITION_FAILED, CONFLICT, PLAN_LIMIT_EMPLOYEES.
 */
export async function updateEmployee(id: string, input: UpdateEmployee, ifMatch?: string): Promise<void> {
  const { hireDate, terminationDate, ...fields } = input;
  const values = { ...fields, ...readCalendarDates({ hireDate, terminationDate }) };
  await ensureEmployeeUsage();
  const { before, after } = await recordingPlanLimit(() =>
    inTransaction(async () => {
      const row = await EmployeeModel.findById(id);
      if (!row) throw notFound();
      assertMatches(ifMatch, row.revision);
      const stored: Employee = row.toObject();
      const wasActive = row.status === EmployeeStatus.Active;
      row.set(values);
      setTermination(row, values.terminationDate);
      await assertReferences(row);
      if (row.isModified('managerId') && row.managerId !== null) {
        await lockEmployees();
        await assertNoLoop(row._id, row.managerId);
      }
      row.set(derivedTexts(row));
      const isActive = row.status === EmployeeStatus.Active;
      if (isActive && !wasActive) await reserveEmployee();
      if (wasActive && !isActive) await releaseEmployees(1);
      await row.save();
      const changed: Employee = row.toObject();
      return { before: stored, after: changed };
    }),
  );
  const changes = auditChanges(before, after, AUDITED);
  if (changes.length > 0) await recordEmployee('employee.updated', id, changes);
  const status = auditChanges(before, after, ['status', 'terminationDate']);
  if (before.status !== after.status) await recordEmployee('employee.status-changed', id, status);
}

/** Soft-deletes an employee; throws NOT_FOUND, and CONFLICT while others report to them. */
export async function deleteEmployee(id: string): Promise<void> {
  await ensureEmployeeUsage();
  await inTransaction(async () => {
    await lockEmployees(); // nobody becomes their report meanwhile
    const row = await EmployeeModel.findById(id);
    if (!row) throw notFound();
    const reports = await EmployeeModel.countDocuments({ managerId: id });
    if (reports > 0)
      throw conflict(`${reports} employees report to this one; give them another manager first.`, { reports });
    if (row.status === EmployeeStatus.Active) await releaseEmployees(1);
    row.isDeleted = true;
    await row.save();
  });
  await recordEmployee('employee.deleted', id);
}

const AUDITED = [
  'employeeCode',
  'firstName',
  'lastName',
  'email',
  'departmentId',
  'managerId',
  'jobProfileId',
  'hireDate',
] as const;

async function recordEmployee(
  event: 'employee.created' | 'employee.updated' | 'employee.status-changed' | 'employee.deleted',
  id: string,
  changes: readonly AuditChange[] = [],
): Promise<void> {
  await recordAudit(event, { entityType: AuditEntity.Employee, entityId: id, changes });
}

/** A Terminated employee has a termination date, today if none was given; nobody else has one (spec 3.4). */
function setTermination(row: Employee, given: string | null | undefined): void {
  if (row.status !== EmployeeStatus.Terminated) {
    if (given) throw invalid({ field: 'terminationDate', message: 'only a Terminated employee has one' });
    row.terminationDate = null;
    return;
  }
  row.terminationDate ??= now().toISOString().slice(0, 10);
  if (given && row.hireDate !== null && given < row.hireDate)
    throw invalid({ field: 'terminationDate', message: 'is before the hire date' });
}

async function assertReferences(row: HydratedDocument<Employee>): Promise<void> {
  const changed = (field: 'departmentId' | 'managerId' | 'jobProfileId') =>
    row.isModified(field) ? [{ field, id: row[field] }] : [];
  // One after the other: a transaction carries one command at a time.
  const departments = await missingReferences(DepartmentModel, changed('departmentId'));
  const managers = row.managerId === row._id ? [] : await missingReferences(EmployeeModel, changed('managerId'));
  const jobProfiles = await missingReferences(JobProfileModel, changed('jobProfileId'));
  assertValid([...departments, ...managers, ...jobProfiles]);
}

/** Everybody above a manager manages somebody, so the managers' own managers are the whole story: two queries. */
async function assertNoLoop(id: string, managerId: string): Promise<void> {
  const managers = await EmployeeModel.distinct('managerId', { managerId: { $ne: null } });
  const rows = await EmployeeModel.find({ _id: { $in: [...managers, managerId] } })
    .select('managerId')
    .lean<Pick<Employee, '_id' | 'managerId'>[]>();
  const managerOf = new Map(rows.map((row) => [row._id, row.managerId]));
  if (wouldCreateCycle(managerOf, id, managerId)) throw ownManager();
}

const ownManager = () => invalid({ field: 'managerId', message: 'is the employee, or stands below the employee' });
