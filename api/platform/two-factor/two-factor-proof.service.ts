import { inTransaction } from '../../../shared/db/transaction';
import { now } from '../../../shared/kernel/clock';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import type { Device } from '../../../shared/platform/accounts/device.model';
import { countFailure, passDevice, recordFailure, unlockedFor } from '../accounts/account-lock.service';
import { stepOfCode } from './totp';
import { openTotpSecret } from './two-factor-secrets';

interface CodeProof {
  /** The browser that sends the code, if it is known. */
  device?: Device | null;
  also?: Partial<Pick<Credential, 'lastSignInAt' | 'twoFactorSecret'>>;
  record?: () => Promise<void>;
}

/**
 * Whether the code is currently valid and unused: of concurrent uses of one code only one write finds an earlier step.
 * Wrong codes count toward the lockout; a used one does not, since a form may be sent twice. On a locked account the
 * right code is refused too. `also` is written with a success, and `record` runs in its transaction.
 */
export async function proveCode(
  credential: Credential,
  code: string,
  { device = null, also = {}, record }: CodeProof = {},
): Promise<boolean> {
  const { _id, twoFactorSecret } = credential;
  const step = twoFactorSecret === null ? null : stepOfCode(openTotpSecret(twoFactorSecret, _id), code, now());
  if (step === null) {
    await countFailure(credential, device);
    return false;
  }
  const spend = async (): Promise<boolean> => {
    if (!(await passDevice(device, true))) return false;
    const spent = await CredentialModel.updateOne(
      { _id, twoFactorSecret, twoFactorStep: { $lt: step }, ...unlockedFor(device) },
      { $set: { twoFactorStep: step, ...(device ? {} : { failedSignIns: 0 }), ...also } },
    );
    if (spent.matchedCount > 0) await record?.();
    return spent.matchedCount > 0;
  };
  const proven = record ? await inTransaction(spend) : await spend();
  if (!proven) await recordFailure(_id);
  return proven;
}
