import { inTransaction } from '../../../shared/db/transaction';
import { enqueueStored, storeJob } from '../../../shared/jobs/enqueue';
import { now } from '../../../shared/kernel/clock';
import { inTenant, PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { normalizeEmail } from '../../../shared/kernel/email';
import { assertValid, invalid } from '../../../shared/kernel/errors';
import { hashToken, isId } from '../../../shared/kernel/ids';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { readPasswordLinkToken } from '../../../shared/platform/passwords/password-link';
import { PasswordResetRequestModel } from '../../../shared/platform/passwords/password-reset-request.model';
import { hashPassword } from '../../../shared/platform/passwords/passwords';
import { type Tenant, TenantModel } from '../../../shared/platform/tenant.model';
import { storeChosenPassword } from '../passwords/password-change.store';
import { validatePassword, MIN_PASSWORD_LENGTH } from '../passwords/password.rules';
import { refuseInactive } from './inactive-tenant';
import type { ResetPassword } from './password-reset.dto';
import { revokeSessions } from './sessions.service';

/**
 * Lets the worker email a password reset link if an account of the scope has the address. The account is not looked up
 * here, and an unknown organization is an empty scope, so that neither response nor time reveals whether it exists.
 */
export async function requestPasswordLink(scope: string, email: string): Promise<void> {
  await inTenant(scope, async () => {
    const job = await inTransaction(async () => {
      const { _id } = await PasswordResetRequestModel.create({ email: normalizeEmail(email) });
      return storeJob('comms.send-password-link', { requestId: _id });
    });
    await enqueueStored(job);
  });
}

/**
 * Sets the password that the owner of an emailed link has chosen, once, and ends all sessions of the account; two-factor
 * authentication and a lockout are kept. Throws VALIDATION on `token` or `newPassword`, TENANT_SUSPENDED, TENANT_CANCELLED.
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
    const minLength = tenant?.settings.minPasswordLength ?? MIN_PASSWORD_LENGTH;
    assertValid(validatePassword(newPassword, { minLength, email: user.email }, 'newPassword'));
    const passwordHash = await hashPassword(newPassword);
    // Of concurrent uses of one link only the first write succeeds.
    await inTransaction(async () => {
      if (!(await storeChosenPassword({ _id: user._id, resetTokenHash }, passwordHash, { failedSignIns: 0 })))
        throw invalidLink();
      await revokeSessions({ userId: user._id });
      await recordAudit('auth.password-changed', { entityType: AuditEntity.User, entityId: user._id, by: user._id });
    });
  });
}

const invalidLink = () => invalid({ field: 'token', ...refusal('LINK_NOT_VALID') });
