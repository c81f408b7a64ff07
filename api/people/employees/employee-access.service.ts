import { NotificationModel } from '../../../shared/comms/notification.model';
import { pickRow } from '../../../shared/db/pick';
import { afterCommit, inTransaction } from '../../../shared/db/transaction';
import { enqueueStored } from '../../../shared/jobs/enqueue';
import { conflict, notFound } from '../../../shared/kernel/errors';
import { Role } from '../../../shared/kernel/permissions';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import {
  awaitsReturn,
  reactivateAccount,
  takeOverAccount,
} from '../../../shared/platform/accounts/account-return.store';
import { createAccount, recordNewAccount } from '../../../shared/platform/accounts/account.store';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { type AccessJob, orderTemporaryPassword } from '../../../shared/platform/passwords/temporary-password.store';
import { resetPasswordOf } from '../../platform/accounts/account-access.service';
import { assertRank } from './account-rank';

/**
 * Invites an employee (spec 4.4, decisions 8): creates the account if there is none, links the one with the employee's email
 * if no employee has it, activates the one of a returning employee, takes over the one of a deleted employee, and returns
 * the job that mails a temporary password. Throws NOT_FOUND; CONFLICT for a Terminated employee, an account that was used
 * already or that an administrator deactivated, and an email that is another employee's; FORBIDDEN for an HRManager and the
 * account of a TenantAdmin.
 */
export async function inviteEmployee(id: string): Promise<AccessJob> {
  const job = await inTransaction(async () => {
    const employee = await presentEmployee(id);
    const found = await accountOf(employee);
    const account = found ? await admit(found, employee) : await newAccount(employee);
    if (found) await recordAdmission(found, account);
    else await recordNewAccount(account._id, account);
    await recordAudit('employee.invited', {
      entityType: AuditEntity.Employee,
      entityId: id,
      changes: [{ field: 'userId', before: null, after: account._id }],
    });
    return orderTemporaryPassword(account._id, 'invite');
  });
  await afterCommit(() => enqueueStored(job));
  return job;
}

/**
 * Links an existing account to the employee. An account that awaits its owner's return is activated, or taken over if its
 * former employee was deleted. Returns the stored account.
 */
async function admit(account: User, employee: Employee): Promise<User> {
  if (!awaitsReturn(account)) {
    await assertUnused(account);
    if (account.employeeId === null)
      await UserModel.updateOne({ _id: account._id }, { $set: { employeeId: employee._id } });
  } else if (account.employeeId === null) {
    await takeOverAccount(account._id, employee);
    await NotificationModel.deleteMany({ userId: account._id });
  } else {
    assertRank(account);
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
 * FORBIDDEN for an HRManager and the account of a TenantAdmin.
 */
export async function resetEmployeePassword(id: string): Promise<AccessJob> {
  await presentEmployee(id);
  const user = await UserModel.findOne({ employeeId: id }).lean<User>();
  if (!user) throw conflict('This employee has no account yet. Invite them first.');
  assertRank(user);
  return resetPasswordOf(user);
}

async function presentEmployee(id: string): Promise<Employee> {
  const employee = await EmployeeModel.findById(id).lean<Employee>();
  if (!employee) throw notFound();
  if (employee.status === EmployeeStatus.Terminated)
    throw conflict('This employee is Terminated. Make them Active or OnLeave first.');
  return employee;
}

/** The employee's account, or the one with their address; null when there is neither. */
async function accountOf({ _id, email }: Employee): Promise<User | null> {
  const linked = await UserModel.findOne({ employeeId: _id }).lean<User>();
  if (linked) return linked;
  const sameAddress = await UserModel.findOne({ email }).lean<User>();
  if (sameAddress?.employeeId)
    throw conflict('The account with this email belongs to another employee. Change the email first.');
  return sameAddress;
}

async function newAccount({ _id, email, fullName }: Employee): Promise<User> {
  return storedAccount(
    await createAccount({ email, fullName, roles: [Role.User], employeeId: _id, passwordHash: null }),
  );
}

async function storedAccount(id: string): Promise<User> {
  const user = await UserModel.findById(id).lean<User>();
  if (!user) throw new Error('The account was written a moment ago.');
  return user;
}

async function assertUnused(user: User): Promise<void> {
  assertRank(user);
  if (!user.isActive)
    throw conflict('An administrator deactivated the account of this employee. A TenantAdmin can activate it.');
  const credential = await pickRow(CredentialModel.findById(user._id), 'lastSignInAt');
  if (credential?.lastSignInAt)
    throw conflict('This employee has already signed in. Use reset-password for a new temporary password.');
}
