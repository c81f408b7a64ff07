import { pickRow, pickRows } from '../../../shared/db/pick';
import { missingReferences, namesById } from '../../../shared/db/references';
import type { FieldError } from '../../../shared/kernel/errors';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';

/*
 * An account may belong to an employee, whose area comes after this one. Only this file reads employees from here; all
 * others use the employee's id alone.
 */

/** Returns the employee with this email address, unless they already have another account; null without one. */
export async function freeEmployeeByEmail(email: string): Promise<string | null> {
  const employee = await pickRow(EmployeeModel.findOne({ email }), '_id');
  return employee && !(await UserModel.exists({ employeeId: employee._id })) ? employee._id : null;
}

/** Returns the Active employee with this email address, or null. */
export async function activeEmployeeByEmail(email: string): Promise<Pick<Employee, '_id' | 'fullName'> | null> {
  return pickRow(EmployeeModel.findOne({ email, status: EmployeeStatus.Active }), 'fullName');
}

/** Returns VALIDATION errors if the employee does not exist in the tenant. */
export async function validateEmployeeReference(employeeId: string | null | undefined): Promise<FieldError[]> {
  return missingReferences(EmployeeModel, [{ field: 'employeeId', id: employeeId }]);
}

/** Whether the employee of an account is Terminated or deleted. */
export async function hasLeft(employeeId: string): Promise<boolean> {
  // Only a Terminated employee has a termination date.
  return (await EmployeeModel.exists({ _id: employeeId, terminationDate: null })) === null;
}

/** More levels than any organization has. */
const MAX_LEVELS = 50;

/** Whether one employee manages another, directly or indirectly; one small query for each level. */
export async function isManagerAbove(managerId: string, employeeId: string): Promise<boolean> {
  let at: string | null = employeeId;
  for (let level = 0; at !== null && level < MAX_LEVELS; level += 1) {
    const row: Pick<Employee, 'managerId'> | null = await pickRow(EmployeeModel.findById(at), 'managerId');
    at = row?.managerId ?? null;
    if (at === managerId) return true;
  }
  return false;
}

/** What an account shows of its employee. */
export type AccountEmployee = Pick<Employee, 'fullName' | 'email'>;

/** Reads employees by id, one query for a page. */
export async function employeesById(
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, AccountEmployee>> {
  const some = [...new Set(ids)].filter((id) => id !== null);
  const rows = await pickRows(EmployeeModel.find({ _id: { $in: some } }), 'fullName', 'email');
  return new Map(rows.map((row) => [row._id, row]));
}

/** Reads full names of employees by id, one query for a page. */
export async function employeeNames(ids: Iterable<string | null>): Promise<(id: string | null) => string | null> {
  return namesById(EmployeeModel, ids, 'fullName');
}

/** Whether the employee has direct reports who have not left. */
export async function hasDirectReports(managerId: string): Promise<boolean> {
  // Only a Terminated employee has a termination date.
  return (await EmployeeModel.exists({ managerId, terminationDate: null })) !== null;
}

/** Whether a photo belongs to an employee or is an account's avatar. */
export async function isShownPhoto(photoFileId: string): Promise<boolean> {
  const [employee, user] = await Promise.all([
    EmployeeModel.exists({ photoFileId }),
    UserModel.exists({ avatarFileId: photoFileId }),
  ]);
  return employee !== null || user !== null;
}
