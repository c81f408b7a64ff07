import { foldForSearch } from '../db/search';
import { ensureEmployeeCounter } from '../platform/plan-usage.store';
import { type Employee, EmployeeModel } from './employee.model';
import { EmployeeStatus } from './employee-status';

/** The fields of an employee that follow from others. */
export function derivedTexts(
  employee: Pick<Employee, 'firstName' | 'lastName' | 'email' | 'employeeCode'>,
): Pick<Employee, 'fullName' | 'searchText'> {
  const fullName = `${employee.firstName} ${employee.lastName}`;
  return { fullName, searchText: foldForSearch(fullName, employee.email, employee.employeeCode) };
}

/** Prepares the counter of Active employees; call it before a transaction that reserves, frees or locks. */
export async function ensureEmployeeUsage(): Promise<void> {
  await ensureEmployeeCounter(() => EmployeeModel.countDocuments({ status: EmployeeStatus.Active }));
}
