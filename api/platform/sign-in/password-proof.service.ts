import { now } from '../../../shared/kernel/clock';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import type { Device } from '../../../shared/platform/accounts/device.model';
import { hashPassword, needsRehash, verifyPassword } from '../../../shared/platform/passwords/passwords';
import { countFailure, passDevice, recordFailure, unlockedFor } from '../accounts/account-lock.service';

interface Proof {
  device?: Device | null;
  isCounted?: boolean;
  also?: Partial<Pick<Credential, 'lastSignInAt'>>;
}

/**
 * Checks the password of an account: returns the stored hash, or null for a wrong or expired temporary password, and on a
 * locked account also for the right one. Every refusal costs one argon2 run and the same queries, and unless `isCounted` is false
 * counts toward the lockout of the account or the known browser. A hash with older parameters is renewed. `also` is written with a
 * success.
 */
export async function provePassword(
  credential: Credential | null,
  password: string,
  { device = null, isCounted = true, also = {} }: Proof = {},
): Promise<string | null> {
  const matches = await verifyPassword(credential?.passwordHash ?? null, password);
  if (!credential?.passwordHash || !matches || isExpired(credential)) {
    await countFailure(credential, device, isCounted);
    return null;
  }
  const { _id, passwordHash } = credential;
  // With two-factor authentication the count of failures is reset only by the right code.
  const isWhole = credential.twoFactorSecret === null;
  const whole = isWhole ? { ...(device ? {} : { failedSignIns: 0 }), ...also } : {};
  // The write that records the success checks the lockout too, so that a concurrent fifth failure prevails.
  const isProven =
    (await passDevice(device, isWhole)) &&
    (await CredentialModel.updateOne({ _id, passwordHash, ...unlockedFor(device) }, { $set: whole })).matchedCount > 0;
  if (isProven) return renewed(credential._id, passwordHash, password);
  await recordFailure(_id);
  return null;
}

/** Replaces a hash with older parameters while the password is known, and returns the current one. */
async function renewed(_id: string, passwordHash: string, password: string): Promise<string> {
  if (!needsRehash(passwordHash)) return passwordHash;
  const fresh = await hashPassword(password);
  const { matchedCount } = await CredentialModel.updateOne({ _id, passwordHash }, { $set: { passwordHash: fresh } });
  return matchedCount > 0 ? fresh : passwordHash;
}

function isExpired({ temporaryUntil }: Credential): boolean {
  return temporaryUntil !== null && temporaryUntil <= now();
}
