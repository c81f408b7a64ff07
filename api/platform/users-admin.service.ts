import { foldForSearch } from '../../shared/db/search';
import { inTransaction } from '../../shared/db/transaction';
import { carry } from '../../shared/jobs/enqueue';
import { normalizeEmail } from '../../shared/kernel/email';
import { assertValid, conflict, type FieldError, notFound } from '../../shared/kernel/errors';
import { Role } from '../../shared/kernel/permissions';
import { createAccount, recordNewAccount, withUser } from '../../shared/platform/account.store';
import { auditChanges } from '../../shared/platform/audit-chain';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';
import { CredentialModel } from '../../shared/platform/credential.model';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { passwordErrors } from '../../shared/platform/password.rules';
import { hashPassword } from '../../shared/platform/passwords';
import { type AccessJob, orderTemporaryPassword } from '../../shared/platform/temporary-password.store';
import { type User, UserModel } from '../../shared/platform/user.model';
import { assertMatches } from '../http/resource';
import { forgetSessions } from '../http/session-state';
import { resetPasswordOf } from './account-access.service';
import { employeeErrors, freeEmployeeByEmail } from './account-employee.queries';
import { revokeSessions } from './sessions.service';
import { resetTwoFactor } from './two-factor.service';
import type { CreateUser, UpdateUser } from './users-admin.dto';

/**
 * Creates an account of the tenant and returns its id; without a password a temporary one is mailed. Throws VALIDATION,
 * CONFLICT.
 */
export async function createUser(input: CreateUser): Promise<string> {
  const email = normalizeEmail(input.email);
  const { password } = input;
  const roles = withUser(input.roles ?? []);
  assertValid([
    ...roleErrors(roles),
    ...(await chosenPasswordErrors(password, email)),
    ...(await employeeErrors(input.employeeId)),
  ]);
  const employeeId = input.employeeId === undefined ? await freeEmployeeByEmail(email) : input.employeeId;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const { id, fullName } = input;
  const created = await inTransaction(async () => {
    const userId = await createAccount({ id, email, fullName, roles, employeeId, passwordHash });
    return { userId, job: passwordHash === null ? await orderTemporaryPassword(userId, 'invite') : null };
  });
  if (created.job) await carry(created.job);
  await recordNewAccount(created.userId, { email, fullName: fullName.trim(), roles, employeeId });
  return created.userId;
}

/**
 * Changes an account: absent fields stay; roles and activity hold at once, also for tokens in use. Throws NOT_FOUND,
 * VALIDATION, PRECONDITION_FAILED, and CONFLICT for the last TenantAdmin.
 */
export async function updateUser(id: string, input: UpdateUser, ifMatch?: string): Promise<void> {
  const { email, fullName, roles, isActive, employeeId } = input;
  assertValid([...roleErrors(roles ?? []), ...(await employeeErrors(employeeId))]);
  const { before, after } = await inTransaction(async () => {
    const row = await UserModel.findById(id);
    if (!row) throw notFound();
    assertMatches(ifMatch, row.revision);
    const stored: User = row.toObject();
    row.set({
      ...(email === undefined ? {} : { email: normalizeEmail(email) }),
      ...(fullName === undefined ? {} : { fullName: fullName.trim() }),
      ...(roles === undefined ? {} : { roles: withUser(roles) }),
      ...(isActive === undefined ? {} : { isActive }),
      ...(employeeId === undefined ? {} : { employeeId }),
    });
    row.searchText = foldForSearch(row.fullName, row.email);
    if (isActiveAdmin(stored) && !isActiveAdmin(row)) await keepAnotherAdmin(id);
    await row.save();
    if (stored.isActive && !row.isActive) await revokeSessions({ userId: id });
    const changed: User = row.toObject();
    return { before: stored, after: changed };
  });
  forgetSessions();
  await recordChanges(before, after);
}

/** Ends the lock of an account and its counts of failures (spec 3.5); throws NOT_FOUND. */
export async function unlockUser(id: string): Promise<void> {
  await assertUser(id);
  await CredentialModel.updateOne({ _id: id }, { $set: { failedSignIns: 0, lockedUntil: null } });
  await recordAudit('user.unlocked', ofUser(id));
}

/** Turns the second factor of an account off, for a user who has lost the device (spec 4.10); throws NOT_FOUND. */
export async function resetUserTwoFactor(id: string): Promise<void> {
  await assertUser(id);
  await resetTwoFactor(id);
  await recordAudit('user.two-factor-reset', ofUser(id));
}

/** Ends all sessions of a user of the tenant and returns how many were live; throws NOT_FOUND. */
export async function revokeAllSessions(id: string): Promise<number> {
  await assertUser(id);
  const revoked = await revokeSessions({ userId: id });
  await recordAudit('user.sessions-revoked', ofUser(id));
  return revoked;
}

/**
 * Orders a new temporary password by mail and returns the job that sends it, which also ends the sessions; throws
 * NOT_FOUND, and CONFLICT for an account that is not active.
 */
export async function resetUserPassword(id: string): Promise<AccessJob> {
  const user = await UserModel.findById(id).lean<User>();
  if (!user) throw notFound();
  return resetPasswordOf(user);
}

/** One event for the account's data, one for its roles, one for its activity. */
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

function isActiveAdmin({ isActive, roles }: User): boolean {
  return isActive && roles.includes(Role.TenantAdmin);
}

/**
 * Throws CONFLICT when nobody else is an active TenantAdmin. The one who stays is touched in the same transaction: of two
 * admins who lose the role at the same moment, one write meets the other and starts again.
 */
async function keepAnotherAdmin(id: string): Promise<void> {
  const stays = await UserModel.findOneAndUpdate(
    { _id: { $ne: id }, roles: Role.TenantAdmin, isActive: true },
    { $set: { isActive: true } },
    { sort: { _id: 1 } },
  );
  if (!stays) throw conflict('This is the last active TenantAdmin; make another one first.');
}

function roleErrors(roles: readonly Role[]): FieldError[] {
  return roles.includes(Role.SystemAdmin)
    ? [{ field: 'roles', message: 'SystemAdmin is a role of the platform and cannot be granted here' }]
    : [];
}

async function chosenPasswordErrors(password: string | undefined, email: string): Promise<FieldError[]> {
  if (password === undefined) return [];
  const { settings } = await currentTenant();
  return passwordErrors(password, { minLength: settings.minPasswordLength, email });
}
