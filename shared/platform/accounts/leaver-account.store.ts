import { now } from '../../kernel/clock';
import { AppError } from '../../kernel/errors';
import { refusal } from '../../kernel/refusals/refusal';
import { SessionModel } from '../session.model';
import { CredentialModel } from './credential.model';
import { assertAnotherAdmin, isActiveAdmin } from './last-admin.store';
import { assertAnotherPasswordHolder, markedPasswordHolders } from './password-holder.store';
import { Deactivation, type User, UserModel } from './user.model';

export interface LeaverAccount {
  account: User;
  /** Whether account and employee are unlinked. */
  isUnlinked: boolean;
}

/**
 * Deactivates the accounts of employees who leave: sessions end, temporary passwords and password reset links expire. Call it in
 * the transaction in which the employees leave. `refuse` receives CONFLICT for the last active TenantAdmin. Only accounts that an
 * organization may not lose all of are closed one by one. Returns those that were closed.
 */
export async function closeLeaverAccounts(
  leavers: readonly LeaverAccount[],
  refuse: (leaver: LeaverAccount, why: AppError) => void,
): Promise<LeaverAccount[]> {
  const active = leavers.filter(({ account }) => account.isActive);
  const marked = await markedPasswordHolders(active.map(({ account }) => account._id));
  const isGuarded = ({ account }: LeaverAccount): boolean => isActiveAdmin(account) || marked.has(account._id);
  const closed = leavers.filter((leaver) => !isGuarded(leaver));
  for (const leaver of leavers.filter(isGuarded))
    try {
      await assertAnotherAdmin(leaver.account, refusal('LAST_ADMINISTRATOR_LEAVES'));
      await assertAnotherPasswordHolder(leaver.account._id);
      await close([leaver]);
      closed.push(leaver);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refuse(leaver, error);
    }
  await close(leavers.filter((leaver) => !isGuarded(leaver)));
  return closed;
}

async function close(leavers: readonly LeaverAccount[]): Promise<void> {
  const idsOf = (some: readonly LeaverAccount[]): string[] => some.map(({ account }) => account._id);
  const set = async (some: readonly LeaverAccount[], values: Partial<User>): Promise<void> => {
    if (some.length > 0) await UserModel.updateMany({ _id: { $in: idsOf(some) } }, { $set: values });
  };
  await set(
    leavers.filter(({ account }) => account.isActive),
    { isActive: false, deactivatedBecause: Deactivation.Left },
  );
  await set(
    leavers.filter(({ isUnlinked }) => isUnlinked),
    { employeeId: null },
  );
  if (leavers.length > 0) await endAccess(idsOf(leavers));
}

/** Ends the sessions of accounts and expires their emailed passwords and links. A chosen password remains. */
export async function endAccess(userIds: readonly string[]): Promise<void> {
  const theirs = { $in: [...userIds] };
  await SessionModel.updateMany({ userId: theirs, revokedAt: null }, { $set: { revokedAt: now() } });
  await CredentialModel.updateMany({ _id: theirs }, { $set: NO_LINK });
  await CredentialModel.updateMany({ _id: theirs, temporaryUntil: { $ne: null } }, { $set: NO_PASSWORD });
}

/** Values that void an emailed link. */
export const NO_LINK = {
  temporaryPasswordJobId: null,
  resetTokenHash: null,
  resetTokenUntil: null,
  resetRequestId: null,
} as const;

/** Values that prevent signing in until a password is set. */
export const NO_PASSWORD = { passwordHash: null, temporaryUntil: null } as const;
