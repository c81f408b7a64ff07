import { PLATFORM_SCOPE, tenantId } from '../../../shared/kernel/context';
import { conflict } from '../../../shared/kernel/errors';
import { Role } from '../../../shared/kernel/permissions';
import { sentence, type Sentence } from '../../../shared/kernel/refusals/sentence';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';

/** The role that at least one active account must keep, since no other role can grant it. */
const adminRole = (): Role => (tenantId() === PLATFORM_SCOPE ? Role.SystemAdmin : Role.TenantAdmin);

/** Whether an account is an active administrator of its organization or the platform. */
export function isActiveAdmin({ isActive, roles }: Pick<User, 'isActive' | 'roles'>): boolean {
  return isActive && roles.includes(adminRole());
}

/**
 * Throws CONFLICT when an account is the last active TenantAdmin of its organization, or SystemAdmin of the platform.
 * Also writes a remaining administrator, so that two concurrent removals conflict and one runs again.
 */
export async function assertAnotherAdmin(
  account: Pick<User, '_id' | 'isActive' | 'roles'>,
  refusal:
    | string
    | Sentence = sentence`This is the last active ${adminRole()}. Make another account ${adminRole()} first.`,
): Promise<void> {
  if (!isActiveAdmin(account)) return;
  const stays = await UserModel.findOneAndUpdate(
    { _id: { $ne: account._id }, roles: adminRole(), isActive: true },
    { $set: { isActive: true } },
    { sort: { _id: 1 } },
  );
  if (!stays) throw conflict(refusal);
}
