import { pickRows } from '../../../shared/db/pick';
import { now } from '../../../shared/kernel/clock';
import { Role } from '../../../shared/kernel/permissions';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { SessionModel } from '../../../shared/platform/session.model';

/**
 * Ends the sessions that the former provider opened, and unties its identities: it vouches for no one any more. Call it in the
 * transaction that removes or replaces the provider.
 */
export async function leaveFormerProvider(): Promise<void> {
  await SessionModel.updateMany({ sso: { $ne: null }, revokedAt: null }, { $set: { revokedAt: now() } });
  const tied = { ssoSubject: { $ne: null } };
  const accounts = await pickRows(CredentialModel.find(tied), '_id');
  await CredentialModel.updateMany(tied, { $set: { ssoIssuer: null, ssoSubject: null } });
  for (const { _id } of accounts) await recordAudit('sso.unlinked', { entityType: AuditEntity.User, entityId: _id });
}

/**
 * Ends the sessions that a password opened, except of those who may continue to use one. Call it in the transaction that requires the
 * provider, or that takes the right to a password from someone while it is required.
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
