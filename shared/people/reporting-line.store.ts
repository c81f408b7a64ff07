import { pickRows } from '../db/pick';
import { EmployeeModel } from './employee.model';

/** Someone who stands below a manager. */
export interface Subordinate {
  id: string;
  departmentId: string | null;
  /** Whether the manager is the direct one. */
  isDirect: boolean;
}

/**
 * Everyone below a manager, level by level: one query a level and one that finds no one, so a single one for those who
 * manage no one. Loops end where they meet themselves.
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
