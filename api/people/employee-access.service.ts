import { inTransaction } from '../../shared/db/transaction';
import { carry } from '../../shared/jobs/enqueue';
import { actor } from '../../shared/kernel/context';
import { AppError, conflict, notFound } from '../../shared/kernel/errors';
import { Role } from '../../shared/kernel/permissions';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { createAccount, recordNewAccount } from '../../shared/platform/account.store';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';
import { type Credential, CredentialModel } from '../../shared/platform/credential.model';
import { type AccessJob, orderTemporaryPassword } from '../../shared/platform/temporary-password.store';
import { type User, UserModel } from '../../shared/platform/user.model';
import { resetPasswordOf } from '../platform/account-access.service';

/**
 * Invites an employee (spec 4.4): creates the account if there is none, links the one with the employee's address if it
 * belongs to nobody, and returns the job that mails a temporary password. Throws NOT_FOUND; CONFLICT for a Terminated
 * employee, an account that was used already or is not active, and an address that is another employee's; FORBIDDEN for an
 * HRManager and the account of a TenantAdmin.
 */
export async function inviteEmployee(id: string): Promise<AccessJob> {
  const invited = await inTransaction(async () => {
    const employee = await presentEmployee(id);
    const found = await accountOf(employee);
    const isNew = found === null;
    const account = found ?? (await newAccount(employee));
    if (!isNew) await assertUnused(account);
    if (account.employeeId !== id) await UserModel.updateOne({ _id: account._id }, { $set: { employeeId: id } });
    return { account, isNew, job: await orderTemporaryPassword(account._id, 'invite') };
  });
  const { account, isNew, job } = invited;
  await carry(job);
  if (isNew) await recordNewAccount(account._id, account);
  await recordAudit('employee.invited', {
    entityType: AuditEntity.Employee,
    entityId: id,
    changes: [{ field: 'userId', before: null, after: account._id }],
  });
  return job;
}

/**
 * Orders a new temporary password for an employee's account and returns the job that mails it, which also ends its
 * sessions. Throws NOT_FOUND; CONFLICT for a Terminated employee, without an account and for one that is not active;
 * FORBIDDEN for an HRManager and the account of a TenantAdmin.
 */
export async function resetEmployeePassword(id: string): Promise<AccessJob> {
  await presentEmployee(id);
  const user = await UserModel.findOne({ employeeId: id }).lean<User>();
  if (!user) throw conflict('This employee has no account yet; invite them first.');
  assertRank(user);
  return resetPasswordOf(user);
}

async function presentEmployee(id: string): Promise<Employee> {
  const employee = await EmployeeModel.findById(id).lean<Employee>();
  if (!employee) throw notFound();
  if (employee.status === EmployeeStatus.Terminated)
    throw conflict('This employee is Terminated; only present employees have access.');
  return employee;
}

/** The employee's account, or the one with their address; null when there is neither. */
async function accountOf({ _id, email }: Employee): Promise<User | null> {
  const linked = await UserModel.findOne({ employeeId: _id }).lean<User>();
  if (linked) return linked;
  const sameAddress = await UserModel.findOne({ email }).lean<User>();
  if (sameAddress?.employeeId) throw conflict('The account with this e-mail address belongs to another employee.');
  return sameAddress;
}

async function newAccount({ _id, email, fullName }: Employee): Promise<User> {
  const userId = await createAccount({ email, fullName, roles: [Role.User], employeeId: _id, passwordHash: null });
  const user = await UserModel.findById(userId).lean<User>();
  if (!user) throw new Error('The account was created a moment ago.');
  return user;
}

async function assertUnused(user: User): Promise<void> {
  assertRank(user);
  if (!user.isActive) throw conflict('The account of this employee is not active; a TenantAdmin can activate it.');
  const credential = await CredentialModel.findById(user._id)
    .select('lastSignInAt')
    .lean<Pick<Credential, 'lastSignInAt'>>();
  if (credential?.lastSignInAt)
    throw conflict('This employee has signed in already; use reset-password for a new temporary password.');
}

/** Whoever sets a password can sign in: an account is out of reach for those who have less rights than it has. */
function assertRank(user: User): void {
  if (user.roles.includes(Role.TenantAdmin) && !actor().roles.includes(Role.TenantAdmin))
    throw new AppError('FORBIDDEN', 'Only a TenantAdmin resets the password of a TenantAdmin.');
}
