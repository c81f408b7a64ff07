import { type Employee, EmployeeModel } from './employee.model';

/** Somebody who stands below a manager. */
export interface Report {
  id: string;
  departmentId: string | null;
  /** Whether the manager is the direct one. */
  isDirect: boolean;
}

/**
 * Everybody below a manager, level by level: one query a level and one that finds nobody, so a single one for those who
 * manage nobody. Loops end where they meet themselves.
 */
export async function reportsBelow(managerId: string): Promise<Report[]> {
  const seen = new Set([managerId]);
  const reports: Report[] = [];
  for (let level = [managerId], isDirect = true; level.length > 0; isDirect = false) {
    const rows = await EmployeeModel.find({ managerId: { $in: level } })
      .select('departmentId')
      .lean<Pick<Employee, '_id' | 'departmentId'>[]>();
    const fresh = rows.filter(({ _id }) => !seen.has(_id));
    for (const { _id: id, departmentId } of fresh) {
      seen.add(id);
      reports.push({ id, departmentId, isDirect });
    }
    level = fresh.map(({ _id }) => _id);
  }
  return reports;
}
