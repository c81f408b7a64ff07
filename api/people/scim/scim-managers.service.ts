import { pickRows } from '../../../shared/db/pick';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { managersAbove } from '../../platform/accounts/account-employee.queries';

/**
 * Makes this employee the manager of those who were stored with one of the employee's names before the employee existed, unless the
 * employee has left. Managers above the employee stay without one, since a link would close a loop. Call it in the transaction that
 * writes the employee, after `serializeEmployeeChanges` or a reservation, so that concurrent writers come before or after.
 */
export async function linkPendingReports(manager: Employee): Promise<void> {
  const { _id: id, externalId, userName, email, employeeCode } = manager;
  if (manager.status === EmployeeStatus.Terminated) return;
  const names = [id, externalId, userName, email, employeeCode].flatMap((name) => name?.toLowerCase() ?? []);
  const waiting = await pickRows(EmployeeModel.find({ awaitedManager: { $in: names } }), 'managerId');
  if (waiting.length === 0) return;
  const above = await managersAbove(id);
  const rows = waiting.filter(({ _id }) => _id !== id && !above.has(_id));
  if (rows.length === 0) return;
  const linked = { _id: { $in: rows.map(({ _id }) => _id) } };
  await EmployeeModel.updateMany(linked, { $set: { managerId: id, awaitedManager: null } });
  for (const { _id: entityId, managerId: before } of rows)
    await recordAudit('employee.updated', {
      entityType: AuditEntity.Employee,
      entityId,
      changes: [{ field: 'managerId', before, after: id }],
    });
}
