import { inTransaction } from '../../shared/db/transaction';
import { carry, storeJob } from '../../shared/jobs/enqueue';
import { now } from '../../shared/kernel/clock';
import { inTenant, PLATFORM_SCOPE } from '../../shared/kernel/context';
import { normalizeEmail } from '../../shared/kernel/email';
import { assertValid, invalid } from '../../shared/kernel/errors';
import { hashToken, isId } from '../../shared/kernel/ids';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';
import { type Credential, CredentialModel } from '../../shared/platform/credential.model';
import { readPasswordLinkToken } from '../../shared/platform/password-link';
import { passwordErrors, SHORTEST_PASSWORD } from '../../shared/platform/password.rules';
import { storeChosenPassword } from '../../shared/platform/password-change.store';
import { PasswordResetRequestModel } from '../../shared/platform/password-reset-request.model';
import { hashPassword } from '../../shared/platform/passwords';
import { type Tenant, TenantModel } from '../../shared/platform/tenant.model';
import { type User, UserModel } from '../../shared/platform/user.model';
import { refuseInactive } from '../http/inactive-tenant';
import type { ResetPassword } from './password-reset.dto';
import { revokeSessions } from './sessions.service';

/**
 * Has the worker mail a link to a new password to an address of a scope, if an account has it. The account is not looked
 * for here, and an organization that does not exist is a scope that holds nobody, so that neither answer nor time says
 * whether there is one (decisions 4).
 */
export async function requestPasswordLink(scope: string, email: string): Promise<void> {
  await inTenant(scope, async () => {
    const job = await inTransaction(async () => {
      const { _id } = await PasswordResetRequestModel.create({ email: normalizeEmail(email) });
      return storeJob('comms.send-password-link', { requestId: _id });
    });
    await carry(job);
  });
}

/**
 * Sets the password that the owner of a mailed link has chosen, once, and ends all sessions of the account; the second
 * factor and a lock stay. Throws VALIDATION on `token` or `newPassword`, TENANT_SUSPENDED, TENANT_CANCELLED.
 */
export async function resetPassword({ token, newPassword }: ResetPassword): Promise<void> {
  const named = readPasswordLinkToken(token);
  if (!named || !isId(named.userId)) throw invalidLink();
  await inTenant(named.scope, async () => {
    const resetTokenHash = hashToken(token);
    const credential = await CredentialModel.findOne({
      _id: named.userId,
      resetTokenHash,
      resetTokenUntil: { $gt: now() },
    }).lean<Credential>();
    const user = credential && (await UserModel.findOne({ _id: named.userId, isActive: true }).lean<User>());
    if (!user) throw invalidLink();
    const tenant = named.scope === PLATFORM_SCOPE ? null : await TenantModel.findById(named.scope).lean<Tenant>();
    if (tenant) refuseInactive(tenant);
    const minLength = tenant?.settings.minPasswordLength ?? SHORTEST_PASSWORD;
    assertValid(passwordErrors(newPassword, { minLength, email: user.email }, 'newPassword'));
    const passwordHash = await hashPassword(newPassword);
    // Of parallel uses of one link the write of the first spends it for the others.
    if (!(await storeChosenPassword({ _id: user._id, resetTokenHash }, passwordHash, { failedSignIns: 0 })))
      throw invalidLink();
    await revokeSessions({ userId: user._id });
    await recordAudit('auth.password-changed', { entityType: AuditEntity.User, entityId: user._id, by: user._id });
  });
}

const invalidLink = () =>
  invalid({ field: 'token', message: 'is not valid, was used or has expired; ask for a new link' });
