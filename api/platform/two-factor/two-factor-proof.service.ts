import { inTransaction } from '../../../shared/db/transaction';
import { now } from '../../../shared/kernel/clock';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { countFailure, recordFailure, unlocked } from '../accounts/account-lock.service';
import { stepOfCode } from './totp';
import { openTotpSecret } from './two-factor-secrets';

/**
 * Whether the code is the two-factor of now, and was not used before (decisions 4): of parallel uses of one code just
 * one write finds an earlier step. Wrong codes count towards the lock; a used one does not, since a form that is sent
 * twice is no attack. On a locked account the right code is wrong too. `also` is written with a success, and `record` runs
 * in its transaction.
 */
export async function proveCode(
  credential: Credential,
  code: string,
  also: Partial<Pick<Credential, 'lastSignInAt' | 'twoFactorSecret'>> = {},
  record?: () => Promise<void>,
): Promise<boolean> {
  const { _id, twoFactorSecret } = credential;
  const step = twoFactorSecret === null ? null : stepOfCode(openTotpSecret(twoFactorSecret, _id), code, now());
  if (step === null) {
    await countFailure(credential);
    return false;
  }
  const spend = async (): Promise<boolean> => {
    const spent = await CredentialModel.updateOne(
      { _id, twoFactorSecret, twoFactorStep: { $lt: step }, ...unlocked() },
      { $set: { twoFactorStep: step, failedSignIns: 0, ...also } },
    );
    if (spent.matchedCount > 0) await record?.();
    return spent.matchedCount > 0;
  };
  const proven = record ? await inTransaction(spend) : await spend();
  if (!proven) await recordFailure(_id);
  return proven;
}
