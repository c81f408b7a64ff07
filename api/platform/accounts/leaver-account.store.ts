import { now } from '../../../shared/kernel/clock';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { Deactivation, type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { SessionModel } from '../../../shared/platform/session.model';
import { assertAnotherAdmin } from './last-admin.store';
import { assertAnotherPasswordHolder } from './password-holder.store';

/** The account of an employee who left. */
export interface ClosedAccount {
  before: User;
  /** False when it was not active before. */
  wasActive: boolean;
}

/**
 * Deactivates the account of an employee who leaves: sessions end, temporary passwords and password reset links expire;
 * `unlink` also unlinks account and employee. Returns null without an account. Call it in the transaction in which the
 * employee leaves; throws CONFLICT for the last active TenantAdmin.
 */
export async function closeLeaverAccount(employeeId: string, unlink: boolean): Promise<ClosedAccount | null> {
  const before = await UserModel.findOne({ employeeId }).lean<User>();
  if (!before) return null;
  const { _id: userId, isActive: wasActive } = before;
  if (wasActive) {
    await assertAnotherAdmin(before, 'The last active TenantAdmin cannot leave. Make another one first.');
    await assertAnotherPasswordHolder(userId);
  }
  await UserModel.updateOne(
    { _id: userId },
    {
      $set: {
        ...(wasActive ? { isActive: false, deactivatedBecause: Deactivation.Left } : {}),
        ...(unlink ? { employeeId: null } : {}),
      },
    },
  );
  await endAccess(userId);
  return { before, wasActive };
}

/** Ends the sessions of an account and expires its emailed passwords and links. A chosen password remains. */
export async function endAccess(userId: string): Promise<void> {
  await SessionModel.updateMany({ userId, revokedAt: null }, { $set: { revokedAt: now() } });
  await CredentialModel.updateOne({ _id: userId }, { $set: NO_LINK });
  await CredentialModel.updateOne({ _id: userId, temporaryUntil: { $ne: null } }, { $set: NO_PASSWORD });
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
