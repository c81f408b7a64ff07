import { now } from '../../shared/kernel/clock';
import { type Credential, CredentialModel } from '../../shared/platform/credential.model';
import { countFailure, recordFailure, unlocked } from './account-lock.service';
import { stepOfCode } from './totp';
import { openTotpSecret } from './two-factor-secrets';

/**
 * Whether the code is the second factor's of now, and was not used before (decisions 4): of parallel uses of one code just
 * one write finds an earlier step. Wrong codes count towards the lock; a used one does not, since a form that is sent
 * twice is no attack. On a locked account the right code is wrong too. `also` is written with a success.
 */
export async function proveCode(
  credential: Credential,
  code: string,
  also: Partial<Pick<Credential, 'lastSignInAt' | 'twoFactorSecret'>> = {},
): Promise<boolean> {
  const { _id, twoFactorSecret } = credential;
  const step = twoFactorSecret === null ? null : stepOfCode(openTotpSecret(twoFactorSecret, _id), code, now());
  if (step === null) {
    await countFailure(credential);
    return false;
  }
  const proven = await CredentialModel.updateOne(
    { _id, twoFactorSecret, twoFactorStep: { $lt: step }, ...unlocked() },
    { $set: { twoFactorStep: step, failedSignIns: 0, ...also } },
  );
  if (proven.matchedCount === 0) await recordFailure(_id);
  return proven.matchedCount > 0;
}
