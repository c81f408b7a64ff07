import { PLATFORM_SCOPE, tenantId } from '../../kernel/context';
import { conflict } from '../../kernel/errors';
import { Role } from '../../kernel/permissions';
import { sentence, type Sentence } from '../../kernel/refusals/sentence';
import { type User, UserModel } from './user.model';

/** The role that at least one active account must keep: no other role can grant it again. */
const adminRole = (): Role => (tenantId() === PLATFORM_SCOPE ? Role.SystemAdmin : Role.TenantAdmin);

/** Whether an account administers its organization, or the platform, now. */
export function isActiveAdmin({ isActive, roles }: Pick<User, 'isActive' | 'roles'>): boolean {
  return isActive && roles.includes(adminRole());
}

/**
 * Throws CONFLICT when an account is the last active TenantAdmin of its organization, or SystemAdmin of the platform. The one who stays is written in the same transaction: of
 * two admins who go at the same moment, one write meets the other and starts again.
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
