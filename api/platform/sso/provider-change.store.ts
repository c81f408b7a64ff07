import { pickRows } from '../../../shared/db/pick';
import { now } from '../../../shared/kernel/clock';
import { Role } from '../../../shared/kernel/permissions';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { SessionModel } from '../../../shared/platform/session.model';

/**
 * Ends the sessions that the former provider opened, and unties its identities: it vouches for no one any more. Call it in the
 * transaction that removes or replaces the provider.
 */
export async function leaveFormerProvider(): Promise<void> {
  await SessionModel.updateMany({ sso: { $ne: null }, revokedAt: null }, { $set: { revokedAt: now() } });
  await CredentialModel.updateMany({ ssoSubject: { $ne: null } }, { $set: { ssoIssuer: null, ssoSubject: null } });
}

/**
 * Ends the sessions that a password opened, except of those who may go on using one. Call it in the transaction that requires the
 * provider.
 */
export async function endPasswordSessions(): Promise<void> {
  const marked = await pickRows(CredentialModel.find({ mayUsePassword: true }), '_id');
  const holders = await pickRows(
    UserModel.find({ _id: { $in: marked.map(({ _id }) => _id) }, roles: Role.TenantAdmin }),
    '_id',
  );
  await SessionModel.updateMany(
    { sso: null, userId: { $nin: holders.map(({ _id }) => _id) }, revokedAt: null },
    { $set: { revokedAt: now() } },
  );
}
