import { pickRow } from '../../../shared/db/pick';
import { conflict } from '../../../shared/kernel/errors';
import { Role } from '../../../shared/kernel/permissions';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { ssoProvider } from '../sso/sign-in-settings.store';

/**
 * Throws CONFLICT unless another active TenantAdmin than `userId` may use a password, has one, and has two-factor
 * authentication, and so can sign in when the provider fails. Call it in the transaction of the change. Also writes the
 * remaining administrators, so that two concurrent removals conflict and one runs again.
 */
export async function assertPasswordHolder(userId: string | null): Promise<void> {
  const marked = await CredentialModel.find({ mayUsePassword: true, twoFactorSecret: { $ne: null } })
    .select(['passwordHash', 'mustChangePassword'])
    .lean();
  // Accounts created by the provider have no password, and a temporary one expires.
  const usable = marked.filter(({ passwordHash, mustChangePassword }) => passwordHash !== null && !mustChangePassword);
  const others = usable.map(({ _id }) => _id).filter((id) => id !== userId);
  const stays = await UserModel.findOneAndUpdate(
    { _id: { $in: others }, roles: Role.TenantAdmin, isActive: true },
    { $set: { isActive: true } },
    { sort: { _id: 1 } },
  );
  if (!stays)
    throw conflict(
      'Single sign-on needs an active TenantAdmin who has a password and two-factor authentication, and may use them. Mark another one first.',
    );
  await CredentialModel.updateOne({ _id: stays._id }, { $set: { mayUsePassword: true } });
}

/**
 * Like `assertPasswordHolder`, for an account that stops being such an administrator, if the organization requires its
 * provider. `before` is its credential when the change has already been written.
 */
export async function assertAnotherPasswordHolder(
  userId: string,
  before?: Pick<Credential, 'mayUsePassword' | 'twoFactorSecret'>,
): Promise<void> {
  if (!(await ssoProvider())?.isRequired) return;
  const row = before ?? (await pickRow(CredentialModel.findById(userId), 'mayUsePassword', 'twoFactorSecret'));
  if (row?.mayUsePassword && row.twoFactorSecret !== null) await assertPasswordHolder(userId);
}
