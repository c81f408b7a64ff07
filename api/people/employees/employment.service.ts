import { afterCommit } from '../../../shared/db/transaction';
import { followEmployment } from '../../../shared/evaluation/participants/presence.store';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import type { Employee } from '../../../shared/people/employee.model';
import { changeAccountEmail } from '../../../shared/platform/accounts/account-email.store';
import { tieAccounts } from '../../../shared/platform/accounts/employee-account.store';
import { closeLeaverAccount } from '../../../shared/platform/accounts/leaver-account.store';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { lockEmployees, releaseEmployees, reserveEmployee } from '../../../shared/platform/plan-usage.store';
import { forgetSessions } from '../../platform/sign-in/session-state';
import { assertRank } from './account-rank';

/** What a change of an employee did to the account, to be recorded once it is committed. */
export interface AccountChange {
  before: User;
  after: Pick<User, 'isActive' | 'email' | 'employeeId'>;
}

/**
 * Does what follows from an employee's new status or deletion, in the transaction that writes it: the place
 * in the subscription plan, the account, and the evaluations of cycles that are not over. Returns what happened to the
 * account. Throws PLAN_LIMIT_EMPLOYEES, CONFLICT when the last active TenantAdmin leaves, and FORBIDDEN for an
 * HRManager and the employee of a TenantAdmin.
 */
export async function applyStatusChange(before: Employee, after: Employee): Promise<AccountChange | null> {
  if (before.status === after.status && before.isDeleted === after.isDeleted) return null;
  await lockEmployees(); // who joins or leaves evaluations at the same moment comes before or after
  const [wasActive, isActive] = [countsForPlan(before), countsForPlan(after)];
  if (isActive && !wasActive) await reserveEmployee();
  if (wasActive && !isActive) await releaseEmployees(1);
  await followEmployment(after);
  if (after.status !== EmployeeStatus.Terminated && !after.isDeleted) return null;
  const account = await UserModel.findOne({ employeeId: after._id }).lean<User>();
  if (account) assertRank(account);
  const closed = await closeLeaverAccount(after._id, after.isDeleted);
  if (!closed) return null;
  const { email, employeeId } = closed.before;
  return { before: closed.before, after: { isActive: false, email, employeeId: after.isDeleted ? null : employeeId } };
}

function countsForPlan({ status, isDeleted }: Employee): boolean {
  return status === EmployeeStatus.Active && !isDeleted;
}

/**
 * Lets the account follow the email of its employee, if it had the old one. Throws VALIDATION on `email` when
 * another account has the new one, and FORBIDDEN for an HRManager where the employee's account is a TenantAdmin's or would become
 * it: whoever chooses the address of an account can have its password reset.
 */
export async function applyEmailChange(before: Employee, after: Employee): Promise<AccountChange | null> {
  if (before.email === after.email) return null;
  const account = await UserModel.findOne({ employeeId: after._id }).lean<User>();
  const named = account ?? (await UserModel.findOne({ email: after.email, employeeId: null }).lean<User>());
  if (named) assertRank(named);
  if (account?.email !== before.email) return null;
  await changeAccountEmail(account, after.email);
  const { isActive, employeeId } = account;
  return { before: account, after: { isActive, email: after.email, employeeId } };
}

/**
 * Ties an employee who is new or has a new email, and has no account, to the account with that email if it is tied to no one. Call
 * it in the transaction that writes the employee.
 */
export async function tieAccountByEmail(employee: Employee): Promise<void> {
  if (employee.status === EmployeeStatus.Terminated || (await UserModel.exists({ employeeId: employee._id }))) return;
  await tieAccounts([employee]);
  await afterCommit(forgetSessions);
}

/** Records what happened to an account and makes it hold in this process once committed; call it in the transaction. */
export async function recordAccountChange(change: AccountChange | null): Promise<void> {
  if (!change) return;
  const { before, after } = change;
  await afterCommit(forgetSessions);
  const about = { entityType: AuditEntity.User, entityId: before._id };
  const changes = auditChanges<Partial<User>>(before, after, ['email', 'employeeId']);
  if (changes.length > 0) await recordAudit('user.updated', { ...about, changes });
  if (before.isActive && !after.isActive) await recordAudit('user.deactivated', about);
}
