import { pickRow, pickRows } from '../../../shared/db/pick';
import { missingReferences } from '../../../shared/db/references';
import { initialsOf } from '../../../shared/kernel/initials';
import type { FieldRefusal } from '../../../shared/kernel/refusals/refusal';
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
export async function validateEmployeeReference(employeeId: string | null | undefined): Promise<FieldRefusal[]> {
  return missingReferences(EmployeeModel, [{ field: 'employeeId', id: employeeId }]);
}

/** Whether the employee of an account is Terminated or deleted. */
export async function hasLeft(employeeId: string): Promise<boolean> {
  // Only a Terminated employee has a termination date.
  return (await EmployeeModel.exists({ _id: employeeId, terminationDate: null })) === null;
}

/**
 * Levels of a line that are read one by one: nearly every line ends within them. Beyond them the managers of the whole
 * organization are read at once, so that the depth of a line costs no further query.
 */
export const LEVELS_ONE_BY_ONE = 8;

/**
 * Returns everyone whom an employee reports to, directly or not; one small query for each of the first levels, and two for
 * all further ones.
 */
export async function managersAbove(employeeId: string): Promise<Set<string>> {
  const above = new Set<string>();
  const climb = (managerId: string | null | undefined): string | null => {
    if (!managerId || above.has(managerId)) return null;
    above.add(managerId);
    return managerId;
  };
  let at: string | null = employeeId;
  for (let level = 0; at !== null && level < LEVELS_ONE_BY_ONE; level += 1) {
    const row: { managerId: string | null } | null = await pickRow(EmployeeModel.findById(at), 'managerId');
    at = climb(row?.managerId);
  }
  if (at === null) return above;
  const managerOf = await managersAround(at);
  while (at !== null) at = climb(managerOf.get(at));
  return above;
}

/**
 * Returns the managers of all managers, and of an employee, by id. Everyone above an employee is a manager, so two queries read
 * every line.
 */
export async function managersAround(employeeId?: string): Promise<Map<string, string | null>> {
  // Not `distinct`, which sharded collections refuse in transactions.
  const managers = await EmployeeModel.aggregate<{ _id: string }>([
    { $match: { managerId: { $ne: null } } },
    { $group: { _id: '$managerId' } },
  ]);
  const ids = [...managers.map(({ _id }) => _id), ...(employeeId === undefined ? [] : [employeeId])];
  const rows = await pickRows(EmployeeModel.find({ _id: { $in: ids } }), 'managerId');
  return new Map(rows.map((row) => [row._id, row.managerId]));
}

export type AccountEmployee = Pick<Employee, 'fullName' | 'email'>;

/** Reads employees by id, one query for a page. */
export async function employeesById(
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, AccountEmployee>> {
  const some = [...new Set(ids)].filter((id) => id !== null);
  const rows = await pickRows(EmployeeModel.find({ _id: { $in: some } }), 'fullName', 'email');
  return new Map(rows.map((row) => [row._id, row]));
}

/** Returns how an employee is called; null without one. */
export async function employeeName(id: string): Promise<{ name: string; initials: string } | null> {
  const row = await pickRow(EmployeeModel.findById(id), 'fullName', 'firstName', 'lastName');
  return row && { name: row.fullName, initials: initialsOf(row.firstName, row.lastName) };
}

/** Whether the employee has direct reports who have not left. */
export async function hasDirectReports(managerId: string): Promise<boolean> {
  // Only a Terminated employee has a termination date.
  return (await EmployeeModel.exists({ managerId, terminationDate: null })) !== null;
}

export async function isShownPhoto(photoFileId: string): Promise<boolean> {
  const [employee, user] = await Promise.all([
    EmployeeModel.exists({ photoFileId }),
    UserModel.exists({ avatarFileId: photoFileId }),
  ]);
  return employee !== null || user !== null;
}
