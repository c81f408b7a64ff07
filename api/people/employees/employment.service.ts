import { afterCommit } from '../../../shared/db/transaction';
import { followEmployments } from '../../../shared/evaluation/participants/presence.store';
import { AppError } from '../../../shared/kernel/errors';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import type { Employee } from '../../../shared/people/employee.model';
import { mayTakeOver, presentChanger } from '../../../shared/platform/accounts/account-rank';
import { linkAccounts } from '../../../shared/platform/accounts/employee-account.store';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import {
  serializeEmployeeChanges,
  planIsFull,
  releaseEmployees,
  reserveEmployees,
} from '../../../shared/platform/plan-usage.store';
import { changeAccountEmail } from '../../platform/accounts/account-email.store';
import { closeLeaverAccount } from '../../platform/accounts/leaver-account.store';
import { forgetSessions } from '../../platform/sign-in/session-state';
import { assertMayEnd, assertMayTakeOver, isProvisioning } from './account-rank';

/** The change of an account that a change of an employee caused; recorded after it. */
export interface AccountChange {
  before: User;
  after: Pick<User, 'isActive' | 'email' | 'employeeId'>;
}

/** An employee before and after a change. */
export interface EmployeeChange {
  before: Employee;
  after: Employee;
}

/** Applies the consequences of one employee's new status or deletion like `applyStatusChanges`; throws its refusals. */
export async function applyStatusChange(before: Employee, after: Employee): Promise<AccountChange | null> {
  const [change] = await applyStatusChanges([{ before, after }], (_id, why) => {
    throw why;
  });
  return change ?? null;
}

/**
 * Applies the consequences of new statuses or deletions, in the transaction that writes them, to the quota, the
 * accounts, and the evaluations of cycles that are not over. Returns the changes of accounts. `refuse` receives
 * PLAN_LIMIT_EMPLOYEES, CONFLICT when the last active TenantAdmin leaves, and FORBIDDEN for an HRManager and the
 * employee of a TenantAdmin; refused employees have no consequences.
 */
export async function applyStatusChanges(
  changes: readonly EmployeeChange[],
  refuse: (id: string, why: AppError) => void,
): Promise<AccountChange[]> {
  let open = changes.filter(
    ({ before, after }) => before.status !== after.status || before.isDeleted !== after.isDeleted,
  );
  if (open.length === 0) return [];
  await serializeEmployeeChanges(); // conflicts with concurrent changes of evaluators
  const accounts: AccountChange[] = [];
  const leave = (id: string, why: unknown): void => {
    if (!(why instanceof AppError)) throw why;
    refuse(id, why);
    open = open.filter(({ after }) => after._id !== id);
  };
  const leavers = open
    .map(({ after }) => after)
    .filter(({ status, isDeleted }) => status === EmployeeStatus.Terminated || isDeleted);
  const theirs =
    leavers.length === 0
      ? []
      : await UserModel.find({ employeeId: { $in: leavers.map(({ _id }) => _id) } }).lean<User[]>();
  for (const account of theirs) {
    const leaver = leavers.find(({ _id }) => _id === account.employeeId);
    if (!leaver) continue;
    try {
      assertMayEnd(account);
      accounts.push(...(await closeAccount(leaver)));
    } catch (error) {
      leave(leaver._id, error);
    }
  }
  const joining = open.filter(({ before, after }) => countsForPlan(after) && !countsForPlan(before));
  const granted = joining.length === 0 ? 0 : await reserveEmployees(joining.length);
  for (const { after } of joining.slice(granted)) leave(after._id, planIsFull());
  const leaving = open.filter(({ before, after }) => countsForPlan(before) && !countsForPlan(after));
  if (leaving.length > 0) await releaseEmployees(leaving.length);
  await followEmployments(open.map(({ after }) => after));
  return accounts;
}

async function closeAccount({ _id, isDeleted }: Employee): Promise<AccountChange[]> {
  const closed = await closeLeaverAccount(_id, isDeleted);
  if (!closed) return [];
  const { email, employeeId } = closed.before;
  return [{ before: closed.before, after: { isActive: false, email, employeeId: isDeleted ? null : employeeId } }];
}

function countsForPlan({ status, isDeleted }: Employee): boolean {
  return status === EmployeeStatus.Active && !isDeleted;
}

/**
 * Changes the email of the account with its employee's, if they were equal. Throws VALIDATION on `email` when another
 * account has the new one, and FORBIDDEN when the caller must not decide how the account that has or would get it is signed in to;
 * with a provisioning token that account stays as it is.
 */
export async function applyEmailChange(before: Employee, after: Employee): Promise<AccountChange | null> {
  if (before.email === after.email) return null;
  const account = await UserModel.findOne({ employeeId: after._id }).lean<User>();
  const named = account ?? (await UserModel.findOne({ email: after.email, employeeId: null }).lean<User>());
  if (named && isProvisioning() && !mayTakeOver(presentChanger(), named)) return null;
  if (named) assertMayTakeOver(named);
  if (account?.email !== before.email) return null;
  await changeAccountEmail(account, after.email);
  const { isActive, employeeId } = account;
  return { before: account, after: { isActive, email: after.email, employeeId } };
}

/**
 * Links an employee who is new or has a new email, and has no account, to the unlinked account with that email, unless its role
 * forbids that to the caller. Call it in the transaction that writes the employee.
 */
export async function linkAccountByEmail(employee: Employee): Promise<void> {
  if (employee.status === EmployeeStatus.Terminated || (await UserModel.exists({ employeeId: employee._id }))) return;
  await linkAccounts([employee], presentChanger());
  await afterCommit(forgetSessions);
}

/** Records a change of an account, and applies it to this process once committed; call it in the transaction. */
export async function recordAccountChange(change: AccountChange | null): Promise<void> {
  if (!change) return;
  const { before, after } = change;
  await afterCommit(forgetSessions);
  const about = { entityType: AuditEntity.User, entityId: before._id };
  const changes = auditChanges<Partial<User>>(before, after, ['email', 'employeeId']);
  if (changes.length > 0) await recordAudit('user.updated', { ...about, changes });
  if (before.isActive && !after.isActive) await recordAudit('user.deactivated', about);
}
