import { pickRows } from '../../shared/db/pick';
import { EmployeeModel } from '../../shared/people/employee.model';

/** An employee who reports to a manager, directly or not. */
export interface Subordinate {
  id: string;
  departmentId: string | null;
  /** Whether they report directly. */
  isDirect: boolean;
}

/**
 * Returns all subordinates of a manager, level by level: one query for each level and one that finds no one. A loop
 * ends at the first repeated employee.
 */
export async function subordinatesOf(managerId: string): Promise<Subordinate[]> {
  const seen = new Set([managerId]);
  const reports: Subordinate[] = [];
  for (let level = [managerId], isDirect = true; level.length > 0; isDirect = false) {
    const rows = await pickRows(EmployeeModel.find({ managerId: { $in: level } }), 'departmentId');
    const fresh = rows.filter(({ _id }) => !seen.has(_id));
    for (const { _id: id, departmentId } of fresh) {
      seen.add(id);
      reports.push({ id, departmentId, isDirect });
    }
    level = fresh.map(({ _id }) => _id);
  }
  return reports;
}
