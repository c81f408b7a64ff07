import { pickRow, pickRows } from '../../db/pick';
import { conflict } from '../../kernel/errors';
import { Role } from '../../kernel/permissions';
import { refusal } from '../../kernel/refusals/refusal';
import { ssoProvider } from '../sso/sso-provider.store';
import { type Credential, CredentialModel } from './credential.model';
import { UserModel } from './user.model';

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
  if (!stays) throw conflict(refusal('SSO_NEEDS_PASSWORD_ADMIN'));
  await CredentialModel.updateOne({ _id: stays._id }, { $set: { mayUsePassword: true } });
}

type PasswordMark = Pick<Credential, 'mayUsePassword' | 'twoFactorSecret'>;

/**
 * Like `assertPasswordHolder`, for an account that stops being such an administrator, if the organization requires its
 * provider. `before` is its credential when the change has already been written.
 */
export async function assertAnotherPasswordHolder(userId: string, before?: PasswordMark): Promise<void> {
  if (!(await ssoProvider())?.isRequired) return;
  const row = before ?? (await pickRow(CredentialModel.findById(userId), 'mayUsePassword', 'twoFactorSecret'));
  if (row && isMarked(row)) await assertPasswordHolder(userId);
}

/** Returns those of the accounts for which `assertAnotherPasswordHolder` looks for another one; at most two queries. */
export async function markedPasswordHolders(userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0 || !(await ssoProvider())?.isRequired) return new Set();
  const rows = await pickRows(
    CredentialModel.find({ _id: { $in: userIds }, mayUsePassword: true }),
    'mayUsePassword',
    'twoFactorSecret',
  );
  return new Set(rows.filter(isMarked).map(({ _id }) => _id));
}

const isMarked = ({ mayUsePassword, twoFactorSecret }: PasswordMark): boolean =>
  mayUsePassword === true && twoFactorSecret !== null;
