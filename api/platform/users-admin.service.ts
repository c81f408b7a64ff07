import { foldForSearch } from '../../shared/db/search';
import { inTransaction } from '../../shared/db/transaction';
import { normalizeEmail } from '../../shared/kernel/email';
import { assertValid, conflict, type FieldError, notFound } from '../../shared/kernel/errors';
import { Role } from '../../shared/kernel/permissions';
import { createAccount, withUser } from '../../shared/platform/account.store';
import { CredentialModel } from '../../shared/platform/credential.model';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { passwordErrors } from '../../shared/platform/password.rules';
import { hashPassword } from '../../shared/platform/passwords';
import { type User, UserModel } from '../../shared/platform/user.model';
import { assertMatches } from '../http/resource';
import { forgetSessions } from '../http/session-state';
import { employeeErrors, freeEmployeeByEmail } from './account-employee.queries';
import { revokeSessions } from './sessions.service';
import type { CreateUser, UpdateUser } from './users-admin.dto';

/** Creates an account of the tenant and returns its id; throws VALIDATION, CONFLICT. */
export async function createUser(input: CreateUser): Promise<string> {
  const email = normalizeEmail(input.email);
  const { password, roles = [] } = input;
  assertValid([
    ...roleErrors(roles),
    ...(await chosenPasswordErrors(password, email)),
    ...(await employeeErrors(input.employeeId)),
  ]);
  const employeeId = input.employeeId === undefined ? await freeEmployeeByEmail(email) : input.employeeId;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const { id, fullName } = input;
  return inTransaction(() => createAccount({ id, email, fullName, roles, employeeId, passwordHash }));
}

/**
 * Changes an account: absent fields stay; roles and activity hold at once, also for tokens in use. Throws NOT_FOUND,
 * VALIDATION, PRECONDITION_FAILED, and CONFLICT for the last TenantAdmin.
 */
export async function updateUser(id: string, input: UpdateUser, ifMatch?: string): Promise<void> {
  const { email, fullName, roles, isActive, employeeId } = input;
  assertValid([...roleErrors(roles ?? []), ...(await employeeErrors(employeeId))]);
  await inTransaction(async () => {
    const row = await UserModel.findById(id);
    if (!row) throw notFound();
    assertMatches(ifMatch, row.revision);
    const before = { isAdmin: isActiveAdmin(row), isActive: row.isActive };
    row.set({
      ...(email === undefined ? {} : { email: normalizeEmail(email) }),
      ...(fullName === undefined ? {} : { fullName: fullName.trim() }),
      ...(roles === undefined ? {} : { roles: withUser(roles) }),
      ...(isActive === undefined ? {} : { isActive }),
      ...(employeeId === undefined ? {} : { employeeId }),
    });
    row.searchText = foldForSearch(row.fullName, row.email);
    if (before.isAdmin && !isActiveAdmin(row)) await keepAnotherAdmin(id);
    await row.save();
    if (before.isActive && !row.isActive) await revokeSessions({ userId: id });
  });
  forgetSessions();
}

/** Ends the lock of an account and its count of failures (spec 3.5); throws NOT_FOUND. */
export async function unlockUser(id: string): Promise<void> {
  await assertUser(id);
  await CredentialModel.updateOne({ _id: id }, { $set: { failedSignIns: 0, lockedUntil: null } });
}

/** Ends all sessions of a user of the tenant and returns how many were live; throws NOT_FOUND. */
export async function revokeAllSessions(id: string): Promise<number> {
  await assertUser(id);
  return revokeSessions({ userId: id });
}

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
