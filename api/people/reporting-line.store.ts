import { pickRows } from '../../shared/db/pick';
import { EmployeeModel } from '../../shared/people/employee.model';
import { LEVELS_ONE_BY_ONE, managersAround } from '../platform/accounts/account-employee.queries';

/** An employee who reports to a manager, directly or not. */
export interface Subordinate {
  id: string;
  departmentId: string | null;
  /** Whether they report directly. */
  isDirect: boolean;
}

/**
 * Returns all subordinates of a manager: one query for each of the first levels and one that finds no one, and three for all
 * further levels. A loop ends at the first repeated employee.
 */
export async function subordinatesOf(managerId: string): Promise<Subordinate[]> {
  const seen = new Set([managerId]);
  const reports: Subordinate[] = [];
  const reportsTo = async (managerIds: readonly string[], isDirect: boolean): Promise<string[]> => {
    const rows = await pickRows(EmployeeModel.find({ managerId: { $in: managerIds } }), 'departmentId');
    const fresh = rows.filter(({ _id }) => !seen.has(_id));
    for (const { _id: id, departmentId } of fresh) {
      seen.add(id);
      reports.push({ id, departmentId, isDirect });
    }
    return fresh.map(({ _id }) => _id);
  };
  let level = await reportsTo([managerId], true);
  for (let read = 1; level.length > 0 && read < LEVELS_ONE_BY_ONE; read += 1) level = await reportsTo(level, false);
  if (level.length > 0) await reportsTo(managersBelow(level, await managersAround()), false);
  return reports;
}

/** Returns these employees and the managers who report to them, directly or not. */
function managersBelow(ids: readonly string[], managerOf: ReadonlyMap<string, string | null>): string[] {
  const reportsOf = new Map<string, string[]>();
  for (const [id, managerId] of managerOf) {
    if (managerId === null) continue;
    const reports = reportsOf.get(managerId);
    if (reports) reports.push(id);
    else reportsOf.set(managerId, [id]);
  }
  const below = new Set(ids);
  for (const id of below) for (const report of reportsOf.get(id) ?? []) below.add(report); // the set grows during the loop
  return [...below];
}
