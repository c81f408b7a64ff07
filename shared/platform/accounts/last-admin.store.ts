import { pickRows } from '../../db/pick';
import { PLATFORM_SCOPE, tenantId } from '../../kernel/context';
import { conflict } from '../../kernel/errors';
import { Role } from '../../kernel/permissions';
import { refusal, type Refusal } from '../../kernel/refusals/refusal';
import { type User, UserModel } from './user.model';

/** The role that at least one active account must keep, since no other role can grant it. */
const adminRole = (): Role => (tenantId() === PLATFORM_SCOPE ? Role.SystemAdmin : Role.TenantAdmin);

export function isActiveAdmin({ isActive, roles }: Pick<User, 'isActive' | 'roles'>): boolean {
  return isActive && roles.includes(adminRole());
}

/**
 * Throws CONFLICT when an account is the last active TenantAdmin of its organization, or SystemAdmin of the platform.
 * Also writes a remaining administrator, so that two concurrent removals conflict and one runs again.
 */
export async function assertAnotherAdmin(
  account: Pick<User, '_id' | 'isActive' | 'roles'>,
  why: Refusal = refusal('LAST_ADMINISTRATOR', { role: adminRole() }),
): Promise<void> {
  if (!isActiveAdmin(account)) return;
  const stays = await UserModel.findOneAndUpdate(
    { _id: { $ne: account._id }, roles: adminRole(), isActive: true },
    { $set: { isActive: true } },
    { sort: { _id: 1 } },
  );
  if (!stays) throw conflict(why);
}

/** Returns whose account would be the last active TenantAdmin if all of these employees left; null while another one stays. */
export async function lastAdminAmong(employeeIds: ReadonlySet<string>): Promise<string | null> {
  const admins = await pickRows(UserModel.find({ roles: adminRole(), isActive: true }), 'employeeId');
  const leaving = admins.flatMap(({ employeeId }) => (employeeId && employeeIds.has(employeeId) ? employeeId : []));
  return leaving.length === admins.length ? (leaving.at(-1) ?? null) : null;
}
