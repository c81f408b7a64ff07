import { type RowStamp, STAMP, toStamp } from '../db/row-stamp';
import { EmployeeModel } from './employee.model';
import type { EmployeeStatus } from './employee-status';

/** How many employees of a department have a status. */
export interface HeadcountGroup {
  departmentId: string | null;
  status: EmployeeStatus;
  count: number;
}

/** One answer holds the groups of hundreds of departments. */
const BATCH = 5_000;

/** The employees of the tenant by department and status, and a stamp that changes with any of them; one query. */
export async function readHeadcount(): Promise<{ groups: HeadcountGroup[]; stamp: string }> {
  const rows = await EmployeeModel.aggregate<
    RowStamp & { _id: { departmentId: string | null; status: EmployeeStatus } }
  >([{ $group: { _id: { departmentId: '$departmentId', status: '$status' }, ...STAMP } }]).option({ batchSize: BATCH });
  return { groups: rows.map(({ _id, rows: count }) => ({ ..._id, count })), stamp: toStamp(rows) };
}
