import { missingReferences, namesById } from '../../shared/db/references';
import type { FieldError } from '../../shared/kernel/errors';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { UserModel } from '../../shared/platform/user.model';

/*
 * An account may belong to an employee, and people stand above the platform. This file is the platform's only look up
 * there, and it only reads; all others know the employee's id alone.
 */

/** The employee with this e-mail address, unless another account belongs to them already; null when there is none. */
export async function freeEmployeeByEmail(email: string): Promise<string | null> {
  const employee = await EmployeeModel.findOne({ email }).select('_id').lean<Pick<Employee, '_id'>>();
  return employee && !(await UserModel.exists({ employeeId: employee._id })) ? employee._id : null;
}

/** VALIDATION errors of an employee id that names nobody of the tenant. */
export async function employeeErrors(employeeId: string | null | undefined): Promise<FieldError[]> {
  return missingReferences(EmployeeModel, [{ field: 'employeeId', id: employeeId }]);
}

/** More levels than any organization has. */
const MOST_LEVELS = 50;

/** Whether one employee manages another, directly or through others; one small read a level. */
export async function standsAbove(managerId: string, employeeId: string): Promise<boolean> {
  let at: string | null = employeeId;
  for (let level = 0; at !== null && level < MOST_LEVELS; level += 1) {
    const row: Pick<Employee, 'managerId'> | null = await EmployeeModel.findById(at)
      .select('managerId')
      .lean<Pick<Employee, 'managerId'>>();
    at = row?.managerId ?? null;
    if (at === managerId) return true;
  }
  return false;
}

/** Full names of employees by id, one query for a page. */
export async function employeeNames(ids: Iterable<string | null>): Promise<(id: string | null) => string | null> {
  return namesById(EmployeeModel, ids, 'fullName');
}
