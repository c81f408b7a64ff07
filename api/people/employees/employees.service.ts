import type { HydratedDocument } from 'mongoose';
import { missingReferences } from '../../../shared/db/references';
import { afterCommit, currentSession, inTransaction } from '../../../shared/db/transaction';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { readCalendarDates } from '../../../shared/kernel/calendar-dates';
import { assertValid, invalid } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel, type Provisioned } from '../../../shared/people/employee.model';
import { ensureEmployeeUsage, fullNameOf } from '../../../shared/people/employee.store';
import {
  applyChanges,
  AUDITED_FIELDS,
  type EmployeeChange,
  linkAccountsByEmail,
  setTermination,
} from '../../../shared/people/employment.store';
import { wouldCreateLoop } from '../../../shared/people/hierarchy.rules';
import { type AuditChange, auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { recordingPlanLimit } from '../../../shared/platform/plan-limit.store';
import { serializeEmployeeChanges, reserveEmployee } from '../../../shared/platform/plan-usage.store';
import { type ExpectedRevision, rowToChange } from '../../db/expected-revision';
import { followDeletion } from '../../db/follow-deletion.store';
import { managersAround } from '../../platform/accounts/account-employee.queries';
import { forgetSessions } from '../../platform/sign-in/session-state';
import type { CreateEmployee, UpdateEmployee } from './employees.dto';
import { managerProblems } from './manager-reference';

/**
 * Runs `change` in a transaction that may reserve, free or lock places of the subscription plan; the audit log has a refusal by its limit.
 * Inside a transaction it takes part in that one.
 */
export async function inEmployeeTransaction<T>(change: () => Promise<T>): Promise<T> {
  if (currentSession()) return change();
  await ensureEmployeeUsage();
  return recordingPlanLimit(() => inTransaction(change));
}

/**
 * Creates an employee, Active unless said, and returns the row; throws VALIDATION, CONFLICT, PLAN_LIMIT_EMPLOYEES. Only an Active
 * one needs a place in the subscription plan.
 */
export async function createEmployee(
  input: CreateEmployee & Provisioned,
  status: EmployeeStatus = EmployeeStatus.Active,
): Promise<Employee> {
  const { id, hireDate, ...fields } = input;
  const values = { ...fields, ...readCalendarDates({ hireDate }), _id: id ?? newId() };
  return inEmployeeTransaction(async () => {
    const row = new EmployeeModel({ ...values, status });
    setTermination(row, undefined);
    await assertReferences(row);
    if (row.managerId === row._id) throw ownManager();
    row.fullName = fullNameOf(row);
    await row.save();
    if (status === EmployeeStatus.Active) await reserveEmployee();
    const created: Employee = row.toObject();
    await recordEmployee('employee.created', row._id, auditChanges<Partial<Employee>>({}, created, AUDITED_FIELDS));
    if ((await linkAccountsByEmail([created])) > 0) await afterCommit(forgetSessions);
    return created;
  });
}

/**
 * Changes an employee and returns the row: omitted fields stay, null clears. A new status changes the plan's usage, the account and
 * the evaluations with it, a new email the account or which it is. Throws NOT_FOUND, VALIDATION, PRECONDITION_FAILED, CONFLICT, FORBIDDEN,
 * PLAN_LIMIT_EMPLOYEES.
 */
export async function updateEmployee(
  id: string,
  input: UpdateEmployee & Provisioned,
  expected?: ExpectedRevision,
): Promise<Employee> {
  const { hireDate, terminationDate, ...fields } = input;
  const values = { ...fields, ...readCalendarDates({ hireDate, terminationDate }) };
  return inEmployeeTransaction(async () => {
    const row = await rowToChange(EmployeeModel, id, expected);
    const stored: Employee = row.toObject();
    row.set(values);
    setTermination(row, values.terminationDate);
    await assertReferences(row);
    if (row.isModified('managerId') && row.managerId !== null) {
      await serializeEmployeeChanges();
      await assertNoLoop(row._id, row.managerId);
    }
    row.fullName = fullNameOf(row);
    await row.save();
    const changed: Employee = row.toObject();
    await applyChange({ before: stored, after: changed });
    return changed;
  });
}

/** Applies what follows from the change of one employee like `applyChanges`; throws its refusals. */
async function applyChange(change: EmployeeChange): Promise<void> {
  const accounts = await applyChanges([change], (_id, why) => {
    throw why;
  });
  if (accounts > 0) await afterCommit(forgetSessions);
}

/**
 * Soft-deletes an employee, deactivates and unlinks the account, and follows the references to the employee; throws
 * NOT_FOUND, and CONFLICT for the last active TenantAdmin.
 */
export async function deleteEmployee(id: string): Promise<void> {
  await inEmployeeTransaction(async () => {
    await serializeEmployeeChanges(); // no employee can become their direct report concurrently
    const row = await rowToChange(EmployeeModel, id);
    const followed = await followDeletion('Employee', [id]);
    const stored: Employee = row.toObject();
    row.isDeleted = true;
    await row.save();
    const directReports = followed.get('Employee') ?? 0;
    const changes = directReports > 0 ? [{ field: 'directReports', before: directReports, after: 0 }] : [];
    await recordEmployee('employee.deleted', id, changes);
    await applyChange({ before: stored, after: row.toObject() });
  });
}

async function recordEmployee(
  event: 'employee.created' | 'employee.deleted',
  id: string,
  changes: readonly AuditChange[] = [],
): Promise<void> {
  await recordAudit(event, { entityType: AuditEntity.Employee, entityId: id, changes });
}

async function assertReferences(row: HydratedDocument<Employee>): Promise<void> {
  const changed = (field: 'departmentId' | 'jobProfileId') =>
    row.isModified(field) ? [{ field, id: row[field] }] : [];
  // Sequentially: a transaction runs one command at a time.
  const departments = await missingReferences(DepartmentModel, changed('departmentId'));
  const isNewManager = row.isModified('managerId') && row.managerId !== row._id;
  const managers = isNewManager ? await managerProblems('managerId', row.managerId) : [];
  const jobProfiles = await missingReferences(JobProfileModel, changed('jobProfileId'));
  assertValid([...departments, ...managers, ...jobProfiles]);
}

async function assertNoLoop(id: string, managerId: string): Promise<void> {
  if (wouldCreateLoop(await managersAround(managerId), id, managerId)) throw ownManager();
}

/** Returns the problem of an employee who would be their own manager, directly or indirectly. */
export const ownManager = () => invalid({ field: 'managerId', ...refusal('MUST_NOT_REPORT_TO_EMPLOYEE') });
