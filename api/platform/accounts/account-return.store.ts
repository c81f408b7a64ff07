import { StoredFileModel } from '../../../shared/infra/stored-file.model';
import { JobModel } from '../../../shared/jobs/job.model';
import { Role } from '../../../shared/kernel/permissions';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { endAccess, NO_LINK, NO_PASSWORD } from '../../../shared/platform/accounts/leaver-account.store';
import { Deactivation, type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { SessionModel } from '../../../shared/platform/session.model';

/** True when an invitation may activate the account, because it was deactivated when its employee left. */
export function awaitsReturn({ isActive, deactivatedBecause }: Pick<User, 'isActive' | 'deactivatedBecause'>): boolean {
  return !isActive && deactivatedBecause === Deactivation.Left;
}

/**
 * Activates the account of a returning employee. The old password stops working: order a temporary one in the same transaction.
 */
export async function reactivateAccount(userId: string): Promise<void> {
  await UserModel.updateOne({ _id: userId }, { $set: { isActive: true, deactivatedBecause: null } });
  await endAccess([userId]);
  await CredentialModel.updateOne({ _id: userId }, { $set: NO_PASSWORD });
}

/**
 * Gives the account of a deleted employee to a new one with the same email, who may be another person: roles,
 * two-factor authentication, sessions and access to files and jobs of the former owner end. Call it in the transaction
 * that orders the temporary password.
 */
export async function takeOverAccount(
  userId: string,
  employee: { _id: string; fullName: string; email: string },
): Promise<void> {
  const { _id: employeeId, fullName, email } = employee;
  await UserModel.updateOne(
    { _id: userId },
    {
      $set: {
        employeeId,
        fullName,
        email,
        roles: [Role.User],
        isActive: true,
        deactivatedBecause: null,
        locale: null,
        avatarFileId: null,
      },
    },
  );
  await SessionModel.deleteMany({ userId });
  await CredentialModel.updateOne({ _id: userId }, { $set: NEW_CREDENTIAL });
  await JobModel.updateMany({ requestedBy: userId }, { $set: { requestedBy: null } });
  await StoredFileModel.updateMany({ createdBy: userId }, { $set: { createdBy: null } });
}

const NEW_CREDENTIAL = {
  ...NO_PASSWORD,
  ...NO_LINK,
  resetMailedAt: null,
  mustChangePassword: false,
  failedSignIns: 0,
  lockedUntil: null,
  lastSignInAt: null,
  twoFactorSecret: null,
  pendingTwoFactorSecret: null,
  twoFactorStep: 0,
  ssoIssuer: null,
  ssoSubject: null,
  mayUsePassword: false,
} as const;
