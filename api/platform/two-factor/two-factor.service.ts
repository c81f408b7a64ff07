import { toString as drawQrCode } from 'qrcode';
import { afterCommit, inTransaction } from '../../../shared/db/transaction';
import { now } from '../../../shared/kernel/clock';
import { actor } from '../../../shared/kernel/context';
import { conflict, invalid, notFound } from '../../../shared/kernel/errors';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { provePassword } from '../sign-in/password-proof.service';
import { forgetSessions } from '../sign-in/session-state';
import { newTotpSecret, otpauthUri, stepOfCode } from './totp';
import { proveCode } from './two-factor-proof.service';
import { openTotpSecret, sealTotpSecret } from './two-factor-secrets';
import type { DisableTwoFactor, TwoFactorSetup } from './two-factor.dto';

const wrongCode = { field: 'code', message: 'is incorrect or has already been used' };

/** Prepares the caller's two-factor authentication: a new secret, which replaces one that was never confirmed; throws CONFLICT when it is on. */
export async function setUpTwoFactor(): Promise<TwoFactorSetup> {
  const { userId, email } = actor();
  const secret = newTotpSecret();
  const prepared = await CredentialModel.updateOne(
    { _id: userId, twoFactorSecret: null },
    { $set: { pendingTwoFactorSecret: sealTotpSecret(secret, userId) } },
  );
  if (prepared.matchedCount === 0)
    throw conflict('Two-factor authentication is enabled. Disable it before you set it up again.');
  const uri = otpauthUri(secret, email);
  return { secret, otpauthUri: uri, qrCode: await drawQrCode(uri, { type: 'svg', errorCorrectionLevel: 'M' }) };
}

/** Turns the caller's two-factor authentication on with its first code, which is used up by that; throws VALIDATION, CONFLICT. */
export async function enableTwoFactor(code: string): Promise<void> {
  const { userId } = actor();
  const { twoFactorSecret, pendingTwoFactorSecret } = await ownCredential();
  if (twoFactorSecret !== null) throw conflict('Two-factor authentication is already enabled.');
  if (pendingTwoFactorSecret === null)
    throw conflict('Two-factor authentication is not set up. Call POST /api/my-profile/two-factor/setup first.');
  const step = stepOfCode(openTotpSecret(pendingTwoFactorSecret, userId), code, now());
  if (step === null) throw invalid(wrongCode);
  await inTransaction(async () => {
    const enabled = await CredentialModel.updateOne(
      { _id: userId, twoFactorSecret: null, pendingTwoFactorSecret },
      { $set: { twoFactorSecret: pendingTwoFactorSecret, pendingTwoFactorSecret: null, twoFactorStep: step } },
    );
    if (enabled.matchedCount === 0) throw conflict('Two-factor authentication was changed concurrently. Try again.');
    await recordAudit('auth.two-factor-enabled', { entityType: AuditEntity.User, entityId: userId });
  });
  forgetSessions();
}

/**
 * Turns the caller's two-factor authentication off with the password and a code; wrong ones count towards the lock as at sign-in.
 * Throws VALIDATION, CONFLICT.
 */
export async function disableTwoFactor({ password, code }: DisableTwoFactor): Promise<void> {
  const credential = await ownCredential();
  if (credential.twoFactorSecret === null) throw conflict('Two-factor authentication is already disabled.');
  if (!(await provePassword(credential, password))) throw invalid({ field: 'password', message: 'is incorrect' });
  const disabled = await proveCode(credential, code, { twoFactorSecret: null }, () =>
    recordAudit('auth.two-factor-disabled', { entityType: AuditEntity.User, entityId: credential._id }),
  );
  if (!disabled) throw invalid(wrongCode);
  forgetSessions();
}

/** Turns a user's two-factor authentication off, set up or in force, for one who has lost the device; the caller has checked who asks. */
export async function resetTwoFactor(userId: string): Promise<void> {
  await CredentialModel.updateOne({ _id: userId }, { $set: { twoFactorSecret: null, pendingTwoFactorSecret: null } });
  await afterCommit(forgetSessions);
}

async function ownCredential(): Promise<Credential> {
  const credential = await CredentialModel.findById(actor().userId).lean<Credential>();
  if (!credential) throw notFound();
  return credential;
}
