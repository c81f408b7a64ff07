import { pickRow } from '../../../shared/db/pick';
import { afterCommit, inTransaction } from '../../../shared/db/transaction';
import { enqueueStored } from '../../../shared/jobs/enqueue';
import { PLATFORM_SCOPE, tenantId } from '../../../shared/kernel/context';
import { normalizeEmail } from '../../../shared/kernel/email';
import { assertValid, conflict, invalid, notFound } from '../../../shared/kernel/errors';
import { Role } from '../../../shared/kernel/permissions';
import { type FieldRefusal, refusal } from '../../../shared/kernel/refusals/refusal';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { DeviceModel } from '../../../shared/platform/accounts/device.model';
import { leaveFormerEmails } from '../../../shared/platform/accounts/former-email.store';
import { isActiveAdmin, assertAnotherAdmin } from '../../../shared/platform/accounts/last-admin.store';
import { assertAnotherPasswordHolder } from '../../../shared/platform/accounts/password-holder.store';
import { Deactivation, type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { hashPassword } from '../../../shared/platform/passwords/passwords';
import { type AccessJob, orderTemporaryPassword } from '../../../shared/platform/passwords/temporary-password.store';
import { ssoProvider } from '../../../shared/platform/sso/sso-provider.store';
import { type ExpectedRevision, rowToChange } from '../../db/expected-revision';
import { minPasswordLength } from '../passwords/password-policy.store';
import { validatePassword } from '../passwords/password.rules';
import { forgetSessions } from '../sign-in/session-state';
import { revokeSessions } from '../sign-in/sessions.service';
import { clearAttempts } from '../sign-in/unknown-address-attempts';
import { endPasswordSessions } from '../sso/provider-change.store';
import { resetTwoFactor } from '../two-factor/two-factor.service';
import { resetPasswordOf } from './account-access.service';
import { validateEmployeeReference, freeEmployeeByEmail, hasLeft } from './account-employee.queries';
import { createAccount, recordNewAccount, withUser } from './account.store';
import type { CreateUser, UpdateUser } from './users-admin.dto';

/**
 * Creates an account of the organization or platform and returns its id; without a password a temporary one is emailed.
 * Throws VALIDATION, and CONFLICT for a duplicate email address and for an employee who has left.
 */
export async function createUser(input: CreateUser): Promise<string> {
  const email = normalizeEmail(input.email);
  const { password } = input;
  const roles = withUser(input.roles ?? (isPlatform() ? [Role.SystemAdmin] : []));
  assertValid([
    ...validateRoles(roles),
    ...(await validateChosenPassword(password, email)),
    ...(await validateEmployeeReference(input.employeeId)),
  ]);
  const employeeId = input.employeeId === undefined ? await freeEmployeeByEmail(email) : input.employeeId;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const { id, fullName } = input;
  const created = await inTransaction(async () => {
    await assertNotLeft(employeeId);
    const userId = await createAccount({ id, email, fullName, roles, employeeId, passwordHash });
    await recordNewAccount(userId, { email, fullName: fullName.trim(), roles, employeeId });
    return { userId, job: passwordHash === null ? await orderTemporaryPassword(userId, 'invite') : null };
  });
  if (created.job) await enqueueStored(created.job);
  return created.userId;
}

/**
 * Updates an account: omitted fields keep their values; roles and activity also affect issued tokens at once. Throws
 * NOT_FOUND, VALIDATION, PRECONDITION_FAILED, and CONFLICT for the last administrator and for activating an account
 * whose employee has left.
 */
export async function updateUser(id: string, input: UpdateUser, expected?: ExpectedRevision): Promise<void> {
  const { email, fullName, roles, isActive, employeeId, mayUsePassword } = input;
  assertValid([...validateRoles(roles ?? []), ...(await validateEmployeeReference(employeeId))]);
  await inTransaction(async () => {
    const row = await rowToChange(UserModel, id, expected);
    const stored: User = row.toObject();
    row.set({
      ...(email === undefined ? {} : { email: normalizeEmail(email) }),
      ...(fullName === undefined ? {} : { fullName: fullName.trim() }),
      ...(roles === undefined ? {} : { roles: withUser(roles) }),
      ...(isActive === undefined ? {} : { isActive, deactivatedBecause: deactivation(stored, isActive) }),
      ...(employeeId === undefined ? {} : { employeeId }),
    });
    const isNewlyTied = !stored.isActive || row.employeeId !== stored.employeeId;
    if (row.isActive && isNewlyTied) await assertNotLeft(row.employeeId);
    if (isActiveAdmin(stored) && !isActiveAdmin(row)) {
      await assertAnotherAdmin(stored);
      await assertAnotherPasswordHolder(id);
    }
    if (mayUsePassword !== undefined) await markPasswordHolder(row, mayUsePassword);
    await row.save();
    if (stored.isActive && !row.isActive) await revokeSessions({ userId: id });
    // The mark means nothing without the role.
    const losesPassword = mayUsePassword === false || (isActiveAdmin(stored) && !isActiveAdmin(row));
    if (losesPassword && (await ssoProvider())?.isRequired) await endPasswordSessions();
    if (stored.email !== row.email) await leaveFormerEmails([stored]);
    await recordChanges(stored, row.toObject());
  });
  await afterCommit(forgetSessions);
}

/** Sets whether a TenantAdmin may use the password although the organization requires its provider. */
async function markPasswordHolder({ _id, roles }: User, mayUsePassword: boolean): Promise<void> {
  if (mayUsePassword && !roles.includes(Role.TenantAdmin))
    throw invalid({ field: 'mayUsePassword', ...refusal('ONLY_FOR_TENANT_ADMIN') });
  if (!mayUsePassword) await assertAnotherPasswordHolder(_id);
  const changed = await CredentialModel.updateOne(
    { _id, mayUsePassword: { $ne: mayUsePassword } },
    { $set: { mayUsePassword } },
  );
  if (changed.modifiedCount > 0)
    await recordAudit('user.updated', {
      ...ofUser(_id),
      changes: [{ field: 'mayUsePassword', before: !mayUsePassword, after: mayUsePassword }],
    });
}

/** Unlinks an account from its identity at the provider and ends the sessions that were opened there; throws NOT_FOUND. */
export async function unlinkSso(id: string): Promise<void> {
  await assertUser(id);
  await inTransaction(async () => {
    const { modifiedCount } = await CredentialModel.updateOne(
      { _id: id, ssoSubject: { $ne: null } },
      { $set: { ssoIssuer: null, ssoSubject: null } },
    );
    if (modifiedCount === 0) return;
    await revokeSessions({ userId: id, bySso: true });
    await recordAudit('sso.unlinked', ofUser(id));
  });
}

/** Ends the lockout of an account and resets its counts of failures; throws NOT_FOUND. */
export async function unlockUser(id: string): Promise<void> {
  const user = await pickRow(UserModel.findById(id), 'email');
  if (!user) throw notFound();
  await inTransaction(async () => {
    const free = { $set: { failedSignIns: 0, lockedUntil: null } };
    await CredentialModel.updateOne({ _id: id }, free);
    await DeviceModel.updateMany({ userId: id }, free);
    await recordAudit('user.unlocked', ofUser(id));
  });
  await afterCommit(() => clearAttempts(user.email));
}

/** Disables two-factor authentication for a user who lost their device; throws NOT_FOUND, CONFLICT. */
export async function resetUserTwoFactor(id: string): Promise<void> {
  await assertUser(id);
  await inTransaction(async () => {
    await assertAnotherPasswordHolder(id);
    await resetTwoFactor(id);
    await recordAudit('user.two-factor-reset', ofUser(id));
  });
}

/** Ends all sessions of a user of the tenant and returns the number of live ones; throws NOT_FOUND. */
export async function revokeAllSessions(id: string): Promise<number> {
  await assertUser(id);
  return inTransaction(async () => {
    const revoked = await revokeSessions({ userId: id });
    await recordAudit('user.sessions-revoked', ofUser(id));
    return revoked;
  });
}

/**
 * Starts the job that emails a new temporary password and ends the sessions, and returns it; throws NOT_FOUND, and
 * CONFLICT for an account that is not active.
 */
export async function resetUserPassword(id: string): Promise<AccessJob> {
  const user = await UserModel.findById(id).lean<User>();
  if (!user) throw notFound();
  return resetPasswordOf(user);
}

/** Records one event each for the account's data, roles and activity. */
async function recordChanges(before: User, after: User): Promise<void> {
  const entry = (fields: readonly (keyof User)[]) => ({
    ...ofUser(after._id),
    changes: auditChanges(before, after, fields),
  });
  const [data, roles] = [entry(['email', 'fullName', 'employeeId']), entry(['roles'])];
  if (data.changes.length > 0) await recordAudit('user.updated', data);
  if (roles.changes.length > 0) await recordAudit('user.roles-changed', roles);
  if (before.isActive !== after.isActive)
    await recordAudit(after.isActive ? 'user.activated' : 'user.deactivated', ofUser(after._id));
}

const ofUser = (id: string) => ({ entityType: AuditEntity.User, entityId: id });

async function assertUser(id: string): Promise<void> {
  if (!(await UserModel.exists({ _id: id }))) throw notFound();
}

async function assertNotLeft(employeeId: string | null): Promise<void> {
  if (employeeId !== null && (await hasLeft(employeeId))) throw conflict(refusal('EMPLOYEE_OF_ACCOUNT_TERMINATED'));
}

/** Returns why the account is deactivated; an account that is already inactive keeps the reason. */
function deactivation(before: User, isActive: boolean): Deactivation | null {
  if (isActive) return null;
  return before.isActive ? Deactivation.Administrator : before.deactivatedBecause;
}

export function validateRoles(roles: readonly Role[], field = 'roles'): FieldRefusal[] {
  if (!isPlatform())
    return roles.includes(Role.SystemAdmin) ? [{ field, ...refusal('SYSTEM_ADMIN_NOT_GRANTED_HERE') }] : [];
  return roles.every((role) => role === Role.SystemAdmin || role === Role.User)
    ? []
    : [{ field, ...refusal('ROLE_OF_ORGANIZATION') }];
}

const isPlatform = (): boolean => tenantId() === PLATFORM_SCOPE;

async function validateChosenPassword(password: string | undefined, email: string): Promise<FieldRefusal[]> {
  if (password === undefined) return [];
  return validatePassword(password, { minLength: await minPasswordLength(), email });
}
