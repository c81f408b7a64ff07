import { toString as drawQrCode } from 'qrcode';
import { afterCommit, inTransaction } from '../../../shared/db/transaction';
import { inMs, MINUTE_MS, now } from '../../../shared/kernel/clock';
import { actor } from '../../../shared/kernel/context';
import { conflict, invalid, notFound } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { assertAnotherPasswordHolder } from '../../../shared/platform/accounts/password-holder.store';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { SessionModel } from '../../../shared/platform/session.model';
import { provePassword } from '../sign-in/password-proof.service';
import { forgetSessions } from '../sign-in/session-state';
import { newTotpSecret, otpauthUri, stepOfCode } from './totp';
import { proveCode } from './two-factor-proof.service';
import { openTotpSecret, sealTotpSecret } from './two-factor-secrets';
import type { DisableTwoFactor, SetUpTwoFactor, TwoFactorSetup } from './two-factor.dto';

/** The oldest allowed sign-in of an account without a password. */
const RECENT_MS = 10 * MINUTE_MS;

const wrongCode = { field: 'code', ...refusal('CODE_INCORRECT_OR_USED') };

/**
 * Generates a new two-factor secret for the caller, replacing an unconfirmed one; throws VALIDATION for a wrong
 * password, CONFLICT when two-factor authentication is enabled.
 */
export async function setUpTwoFactor({ password }: SetUpTwoFactor): Promise<TwoFactorSetup> {
  const { userId, email } = actor();
  await proveOwner(await ownCredential(), password);
  const secret = newTotpSecret();
  const prepared = await CredentialModel.updateOne(
    { _id: userId, twoFactorSecret: null },
    { $set: { pendingTwoFactorSecret: sealTotpSecret(secret, userId) } },
  );
  if (prepared.matchedCount === 0) throw conflict(refusal('TWO_FACTOR_TO_BE_DISABLED_FIRST'));
  const uri = otpauthUri(secret, email);
  return { secret, otpauthUri: uri, qrCode: await drawQrCode(uri, { type: 'svg', errorCorrectionLevel: 'M' }) };
}

/**
 * Enables the caller's two-factor authentication with its first code, which cannot be used again; throws VALIDATION, CONFLICT.
 */
export async function enableTwoFactor(code: string): Promise<void> {
  const { userId } = actor();
  const { twoFactorSecret, pendingTwoFactorSecret } = await ownCredential();
  if (twoFactorSecret !== null) throw conflict(refusal('TWO_FACTOR_ENABLED'));
  if (pendingTwoFactorSecret === null) throw conflict(refusal('TWO_FACTOR_NOT_SET_UP'));
  const step = stepOfCode(openTotpSecret(pendingTwoFactorSecret, userId), code, now());
  if (step === null) throw invalid(wrongCode);
  await inTransaction(async () => {
    const enabled = await CredentialModel.updateOne(
      { _id: userId, twoFactorSecret: null, pendingTwoFactorSecret },
      { $set: { twoFactorSecret: pendingTwoFactorSecret, pendingTwoFactorSecret: null, twoFactorStep: step } },
    );
    if (enabled.matchedCount === 0) throw conflict(refusal('TWO_FACTOR_CHANGED_CONCURRENTLY'));
    await recordAudit('auth.two-factor-enabled', { entityType: AuditEntity.User, entityId: userId });
  });
  forgetSessions();
}

/**
 * Disables the caller's two-factor authentication with the password and a code; wrong ones count toward the sign-in
 * lockout. Throws VALIDATION, CONFLICT.
 */
export async function disableTwoFactor({ password, code }: DisableTwoFactor): Promise<void> {
  const credential = await ownCredential();
  if (credential.twoFactorSecret === null) throw conflict(refusal('TWO_FACTOR_DISABLED'));
  await proveOwner(credential, password);
  const { _id: userId } = credential;
  const disabled = await proveCode(credential, code, {
    also: { twoFactorSecret: null },
    record: async () => {
      await assertAnotherPasswordHolder(userId, credential);
      await recordAudit('auth.two-factor-disabled', { entityType: AuditEntity.User, entityId: userId });
    },
  });
  if (!disabled) throw invalid(wrongCode);
  forgetSessions();
}

/**
 * A session alone cannot change two-factor authentication: otherwise anyone at a signed-in browser could lock its owner out.
 */
async function proveOwner(credential: Credential, password: string | undefined): Promise<void> {
  if (credential.passwordHash !== null) {
    if (password === undefined) throw invalid({ field: 'password', ...refusal('REQUIRED') });
    if (!(await provePassword(credential, password))) throw invalid({ field: 'password', ...refusal('INCORRECT') });
    return;
  }
  const recent = { _id: actor().sessionId, createdAt: { $gt: inMs(-RECENT_MS) } };
  if (!(await SessionModel.exists(recent))) throw conflict(refusal('SIGN_IN_AGAIN'));
}

/** Disables a user's two-factor authentication, confirmed or not; the caller has checked the permission. */
export async function resetTwoFactor(userId: string): Promise<void> {
  await CredentialModel.updateOne({ _id: userId }, { $set: { twoFactorSecret: null, pendingTwoFactorSecret: null } });
  await afterCommit(forgetSessions);
}

async function ownCredential(): Promise<Credential> {
  const credential = await CredentialModel.findById(actor().userId).lean<Credential>();
  if (!credential) throw notFound();
  return credential;
}
