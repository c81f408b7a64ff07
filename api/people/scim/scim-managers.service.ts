import { pickRow, pickRows } from '../../../shared/db/pick';
import { inTransaction } from '../../../shared/db/transaction';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { lockEmployees } from '../../../shared/platform/plan-usage.store';

/**
 * Gives those who wait for this employee, by whatever name, their manager, all in one transaction; whoever the employee reports to
 * goes on without one. Call it after the transaction that writes the employee.
 */
export async function tieAwaiting(id: string): Promise<void> {
  const manager = await EmployeeModel.findById(id).lean<Employee>();
  if (!manager) return;
  const { externalId, userName, email, employeeCode } = manager;
  const names = [id, externalId, userName, email, employeeCode].flatMap((name) => name?.toLowerCase() ?? []);
  const waiting = { awaitedManager: { $in: names } };
  if (!(await EmployeeModel.exists(waiting))) return;
  await inTransaction(async () => {
    await lockEmployees();
    const above = await managersAbove(id);
    const rows = (await pickRows(EmployeeModel.find(waiting), 'managerId')).filter(({ _id }) => !above.has(_id));
    if (rows.length === 0) return;
    const tied = { _id: { $in: rows.map(({ _id }) => _id) } };
    await EmployeeModel.updateMany(tied, { $set: { managerId: id, awaitedManager: null } });
    for (const { _id: entityId, managerId: before } of rows)
      await recordAudit('employee.updated', {
        entityType: AuditEntity.Employee,
        entityId,
        changes: [{ field: 'managerId', before, after: id }],
      });
  });
}

/** The employee and everyone whom they report to, directly or not: one query for each of the few levels. */
async function managersAbove(id: string): Promise<Set<string>> {
  const above = new Set<string>();
  for (let at: string | null = id; at !== null && !above.has(at);) {
    above.add(at);
    at = (await pickRow(EmployeeModel.findById(at), 'managerId'))?.managerId ?? null;
  }
  return above;
}
