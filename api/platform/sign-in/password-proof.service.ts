import { now } from '../../../shared/kernel/clock';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import type { Device } from '../../../shared/platform/accounts/device.model';
import { hashPassword, needsRehash, verifyPassword } from '../../../shared/platform/passwords/passwords';
import { countFailure, passDevice, recordFailure, unlockedFor } from '../accounts/account-lock.service';

/**
 * Proves the password of an account: gives the hash that is now stored; null for a wrong, an expired temporary and, on a locked
 * account, also the right one. Each way to be refused costs one argon2 run and the same round trips, and counts towards the lock,
 * or that of the known browser. A hash of older parameters is renewed. `also` is written with a success.
 */
export async function provePassword(
  credential: Credential | null,
  password: string,
  { device = null, also = {} }: { device?: Device | null; also?: Partial<Pick<Credential, 'lastSignInAt'>> } = {},
): Promise<string | null> {
  const matches = await verifyPassword(credential?.passwordHash ?? null, password);
  if (!credential?.passwordHash || !matches || isExpired(credential)) {
    await countFailure(credential, device);
    return null;
  }
  const { _id, passwordHash } = credential;
  // With two-factor authentication the password is half of a sign-in: the count of failures ends with the right code.
  const isWhole = credential.twoFactorSecret === null;
  const whole = isWhole ? { ...(device ? {} : { failedSignIns: 0 }), ...also } : {};
  // The lock is checked by the same write that notes the success: a parallel fifth failure is not overtaken.
  const isProven =
    (await passDevice(device, isWhole)) &&
    (await CredentialModel.updateOne({ _id, passwordHash, ...unlockedFor(device) }, { $set: whole })).matchedCount > 0;
  if (isProven) return renewed(credential._id, passwordHash, password);
  await recordFailure(_id);
  return null;
}

/** The hash in force: one of older parameters is replaced while the password is at hand. */
async function renewed(_id: string, passwordHash: string, password: string): Promise<string> {
  if (!needsRehash(passwordHash)) return passwordHash;
  const fresh = await hashPassword(password);
  const { matchedCount } = await CredentialModel.updateOne({ _id, passwordHash }, { $set: { passwordHash: fresh } });
  return matchedCount > 0 ? fresh : passwordHash;
}

function isExpired({ temporaryUntil }: Credential): boolean {
  return temporaryUntil !== null && temporaryUntil <= now();
}
