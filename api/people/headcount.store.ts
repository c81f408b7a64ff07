import type { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';

/** The number of employees of a department with a status. */
export interface HeadcountGroup {
  departmentId: string | null;
  status: EmployeeStatus;
  count: number;
}

/** One reply holds the groups of hundreds of departments. */
const BATCH = 5_000;

/** Counts the employees of the tenant by department and status. */
export async function readHeadcount(): Promise<HeadcountGroup[]> {
  const rows = await EmployeeModel.aggregate<{
    _id: { departmentId: string | null; status: EmployeeStatus };
    count: number;
  }>([{ $group: { _id: { departmentId: '$departmentId', status: '$status' }, count: { $sum: 1 } } }]).option({
    batchSize: BATCH,
  });
  return rows.map(({ _id, count }) => ({ ..._id, count }));
}
