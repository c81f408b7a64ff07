import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { UserModel } from '../../shared/platform/accounts/user.model';

/** Counts Active employees with an active account: who left has no active one, and those on leave are few. */
export async function countActiveEmployeesWithAccount(): Promise<number> {
  const onLeave = await EmployeeModel.distinct('_id', { status: EmployeeStatus.OnLeave });
  const [all, away] = await Promise.all([
    UserModel.countDocuments({ employeeId: { $gt: '' }, isActive: true }),
    UserModel.countDocuments({ employeeId: { $in: onLeave }, isActive: true }),
  ]);
  return all - away;
}
