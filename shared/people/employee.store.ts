import { ensureEmployeeCounter } from '../platform/plan-usage.store';
import { EmployeeStatus } from './employee-status';
import { type Employee, EmployeeModel } from './employee.model';

export const fullNameOf = ({ firstName, lastName }: Pick<Employee, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** Creates the counter of Active employees; call it before a transaction that reserves, releases or locks. */
export async function ensureEmployeeUsage(): Promise<void> {
  await ensureEmployeeCounter(() => EmployeeModel.countDocuments({ status: EmployeeStatus.Active }));
}
