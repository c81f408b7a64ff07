import { NotificationModel } from '../../../shared/comms/notification.model';
import { bulkUpdate } from '../../../shared/db/bulk';
import { pickRows } from '../../../shared/db/pick';
import { afterCommit, inTransaction } from '../../../shared/db/transaction';
import { enqueueStored } from '../../../shared/jobs/enqueue';
import { AppError, conflict, notFound } from '../../../shared/kernel/errors';
import { Role } from '../../../shared/kernel/permissions';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { assertMayTakeOver } from '../../../shared/platform/accounts/account-rank';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { type AccessJob, orderInvitations } from '../../../shared/platform/passwords/temporary-password.store';
import { personKeys } from '../../../shared/platform/person-keys.store';
import { resetPasswordOf } from '../../platform/accounts/account-access.service';
import { awaitsReturn, reactivateAccount, takeOverAccount } from '../../platform/accounts/account-return.store';
import { createAccounts, recordNewAccount } from '../../platform/accounts/account.store';

/**
 * Invites an employee: creates the account if there is none, links the one with the employee's email if no employee has it,
 * activates the one of a returning employee, takes over the one of a deleted employee, and returns the job that mails a
 * temporary password. Throws NOT_FOUND; CONFLICT for a Terminated employee, an account that was used
 * already or that an administrator deactivated, and an email that is another employee's; FORBIDDEN for an HRManager and the
 * account of a TenantAdmin or another HRManager.
 */
export async function inviteEmployee(id: string): Promise<AccessJob> {
  const [job] = await inTransaction(() =>
    inviteEmployees([id], (_id, why) => {
      throw why;
    }),
  );
  if (!job) throw new Error('An employee who is not refused is invited.');
  return job;
}

type Refuse = (id: string, why: AppError) => void;

/**
 * As `inviteEmployee`, for several, in the transaction of the caller: `refuse` is given what that throws. The number of commands
 * depends only on how many return.
 */
export async function inviteEmployees(ids: readonly string[], refuse: Refuse): Promise<AccessJob[]> {
  const admitted = await withAccounts(await presentEmployees(ids, refuse), refuse);
  const accounts = await admit(await refuseUsed(admitted, refuse));
  await personKeys(accounts.map(({ after }) => after._id));
  for (const { employee, before, after } of accounts) {
    if (before) await recordAdmission(before, after);
    else await recordNewAccount(after._id, after);
    await recordAudit('employee.invited', {
      entityType: AuditEntity.Employee,
      entityId: employee._id,
      changes: [{ field: 'userId', before: null, after: after._id }],
    });
  }
  const jobs = await orderInvitations(accounts.map(({ after }) => after._id));
  await afterCommit(() => enqueueStored(...jobs));
  return jobs;
}

/** An employee with the account that they have, or that has their address. */
interface Candidate {
  employee: Employee;
  account: User | null;
}

/** An employee with their account before and after the invitation. */
interface Admitted {
  employee: Employee;
  before: User | null;
  after: User;
}

/**
 * Creates the accounts that are missing and links those that exist. An account that awaits its owner's return is activated, or taken
 * over if its former employee was deleted.
 */
async function admit(candidates: readonly Candidate[]): Promise<Admitted[]> {
  const created = await createAccounts(
    candidates.flatMap(({ employee: { _id, email, fullName }, account }) =>
      account ? [] : [{ email, fullName, roles: [Role.User], employeeId: _id, passwordHash: null }],
    ),
  );
  const ofEmployee = new Map(created.map((user) => [user.employeeId, user]));
  const links = candidates.filter(({ account }) => account?.employeeId === null && !awaitsReturn(account));
  await bulkUpdate(
    UserModel,
    links.map(({ employee, account }) => ({
      updateOne: {
        filter: { _id: account?._id },
        update: { $set: { employeeId: employee._id }, $inc: { revision: 1 } },
      },
    })),
  );
  const admitted: Admitted[] = [];
  for (const { employee, account } of candidates) {
    const after = account ? await admittedAccount(account, employee) : ofEmployee.get(employee._id);
    if (after) admitted.push({ employee, before: account, after });
  }
  return admitted;
}

/** The account of a candidate as it is once they are admitted. */
async function admittedAccount(account: User, employee: Employee): Promise<User> {
  if (!awaitsReturn(account)) return { ...account, employeeId: employee._id };
  if (account.employeeId === null) {
    await takeOverAccount(account._id, employee);
    await NotificationModel.deleteMany({ userId: account._id });
  } else {
    await reactivateAccount(account._id);
  }
  return storedAccount(account._id);
}

async function recordAdmission(before: User, after: User): Promise<void> {
  const about = { entityType: AuditEntity.User, entityId: after._id };
  const data = auditChanges(before, after, ['fullName', 'employeeId']);
  const roles = auditChanges(before, after, ['roles']);
  if (data.length > 0) await recordAudit('user.updated', { ...about, changes: data });
  if (roles.length > 0) await recordAudit('user.roles-changed', { ...about, changes: roles });
  if (after.isActive && !before.isActive) await recordAudit('user.activated', about);
}

/**
 * Orders a new temporary password for an employee's account and returns the job that mails it, which also ends its
 * sessions. Throws NOT_FOUND; CONFLICT for a Terminated employee, without an account and for one that is not active;
 * FORBIDDEN for an HRManager and the account of a TenantAdmin or another HRManager.
 */
export async function resetEmployeePassword(id: string): Promise<AccessJob> {
  await presentEmployee(id);
  const user = await UserModel.findOne({ employeeId: id }).lean<User>();
  if (!user) throw conflict(refusal('EMPLOYEE_HAS_NO_ACCOUNT_YET'));
  assertMayTakeOver(user);
  return resetPasswordOf(user);
}

async function presentEmployee(id: string): Promise<Employee> {
  const [employee] = await presentEmployees([id], (_id, why) => {
    throw why;
  });
  if (!employee) throw notFound();
  return employee;
}

async function presentEmployees(ids: readonly string[], refuse: Refuse): Promise<Employee[]> {
  const found = await EmployeeModel.find({ _id: { $in: [...ids] } }).lean<Employee[]>();
  const byId = new Map(found.map((employee) => [employee._id, employee]));
  return ids.flatMap((id) => {
    const employee = byId.get(id);
    if (employee && employee.status !== EmployeeStatus.Terminated) return [employee];
    refuse(id, employee ? conflict(refusal('EMPLOYEE_TERMINATED')) : notFound());
    return [];
  });
}

/** Each employee with their account, or the one with their address. */
async function withAccounts(employees: readonly Employee[], refuse: Refuse): Promise<Candidate[]> {
  const linked = await UserModel.find({ employeeId: { $in: employees.map(({ _id }) => _id) } }).lean<User[]>();
  const ofEmployee = new Map(linked.map((user) => [user.employeeId, user]));
  const emails = employees.flatMap(({ _id, email }) => (ofEmployee.has(_id) ? [] : [email]));
  const named = emails.length === 0 ? [] : await UserModel.find({ email: { $in: emails } }).lean<User[]>();
  const ofAddress = new Map(named.map((user) => [user.email, user]));
  return employees.flatMap((employee) => {
    const own = ofEmployee.get(employee._id);
    const account = own ?? ofAddress.get(employee.email) ?? null;
    if (own || !account?.employeeId) return [{ employee, account }];
    refuse(employee._id, conflict(refusal('ACCOUNT_WITH_EMAIL_BELONGS_TO_ANOTHER_EMPLOYEE')));
    return [];
  });
}

/** Leaves out those whose account is in use, was deactivated, or is not for the user to change. */
async function refuseUsed(candidates: readonly Candidate[], refuse: Refuse): Promise<Candidate[]> {
  const waiting = candidates.flatMap(({ account }) => (account && !awaitsReturn(account) ? [account._id] : []));
  const credentials = await pickRows(CredentialModel.find({ _id: { $in: waiting } }), 'lastSignInAt');
  const used = new Set(credentials.flatMap(({ _id, lastSignInAt }) => (lastSignInAt ? [_id] : [])));
  return candidates.filter(({ employee, account }) => {
    try {
      if (account) assertAdmissible(account, used.has(account._id));
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refuse(employee._id, error);
      return false;
    }
  });
}

function assertAdmissible(account: User, isUsed: boolean): void {
  if (awaitsReturn(account)) {
    if (account.employeeId !== null) assertMayTakeOver(account);
    return;
  }
  assertMayTakeOver(account);
  if (!account.isActive) throw conflict(refusal('ACCOUNT_DEACTIVATED_BY_ADMINISTRATOR'));
  if (isUsed) throw conflict(refusal('EMPLOYEE_HAS_SIGNED_IN'));
}

async function storedAccount(id: string): Promise<User> {
  const user = await UserModel.findById(id).lean<User>();
  if (!user) throw new Error('The account was written a moment ago.');
  return user;
}
