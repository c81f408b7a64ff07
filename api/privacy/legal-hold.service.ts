import { anyDeletion } from '../../shared/db/bulk';
import { namesById } from '../../shared/db/references';
import { inTransaction } from '../../shared/db/transaction';
import { now, parseInstant, toInstant } from '../../shared/kernel/clock';
import { actor } from '../../shared/kernel/context';
import { conflict, invalid, notFound } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { type Employee, EmployeeModel, type LegalHold } from '../../shared/people/employee.model';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { type EmployeeLegalHold, type SetLegalHold, toHoldView } from './legal-hold.dto';

const anyEmployee = (_id: string) => ({ _id, ...anyDeletion(EmployeeModel) });

/** Returns the legal hold of an employee, even a deleted one; throws NOT_FOUND. */
export async function getLegalHold(employeeId: string): Promise<EmployeeLegalHold> {
  const employee = await EmployeeModel.findOne(anyEmployee(employeeId)).lean<Employee>();
  if (!employee) throw notFound();
  const by = employee.legalHold?.by;
  const nameOf = await namesById(UserModel, by ? [by] : [], 'fullName');
  return { employeeId, legalHold: toHoldView(employee, now(), nameOf) };
}

/** Sets or removes the legal hold of an employee and returns it; throws NOT_FOUND, VALIDATION, CONFLICT. */
export async function setLegalHold(employeeId: string, hold: SetLegalHold | null): Promise<EmployeeLegalHold> {
  const until = hold && parseInstant(hold.until);
  if (hold && !until) throw invalid({ field: 'until', ...refusal('NOT_A_TIMESTAMP') });
  const legalHold = hold && until ? { until, reason: hold.reason.trim(), by: actor().userId, at: now() } : null;
  await inTransaction(async () => {
    const before = await EmployeeModel.findOne(anyEmployee(employeeId)).lean<Employee>();
    if (!before) throw notFound();
    if (before.erasedAt) throw conflict(refusal('PERSON_ALREADY_ERASED'));
    await EmployeeModel.updateOne(anyEmployee(employeeId), { $set: { legalHold } });
    const shown = (value: LegalHold | null | undefined): string | null => (value ? toInstant(value.until) : null);
    const changes = [
      { field: 'legalHold', before: shown(before.legalHold), after: shown(legalHold) },
      { field: 'reason', before: before.legalHold?.reason ?? null, after: legalHold?.reason ?? null },
    ];
    await recordAudit('employee.updated', { entityType: AuditEntity.Employee, entityId: employeeId, changes });
  });
  return getLegalHold(employeeId);
}
