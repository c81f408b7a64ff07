import { inMs, now } from '../../shared/kernel/clock';
import { newId } from '../../shared/kernel/ids';
import { type Credential, CredentialModel } from '../../shared/platform/credential.model';
import { hashPassword, needsRehash, verifyPassword } from '../../shared/platform/passwords';

const FAILURES_BEFORE_LOCK = 5;
const LOCK_MS = 10 * 60_000;

/**
 * Whether the password is the account's: false for a wrong, an expired temporary and, on a locked account, also the right
 * one; each way to be refused costs one argon2 run and the same round trips (decisions 4). The fifth failure in a row locks
 * the account for 10 minutes (spec 3.5). `also` is written with a success.
 */
export async function provePassword(
  credential: Credential | null,
  password: string,
  also: Partial<Pick<Credential, 'lastSignInAt'>> = {},
): Promise<boolean> {
  const matches = await verifyPassword(credential?.passwordHash ?? null, password);
  if (!credential || !matches || isExpired(credential)) {
    await countFailure(credential);
    return false;
  }
  // The lock is checked by the same write that notes the success: a parallel fifth failure is not overtaken.
  const proven = await CredentialModel.updateOne(
    { _id: credential._id, passwordHash: credential.passwordHash, ...unlocked() },
    { $set: { failedSignIns: 0, ...also, ...(await renewedHash(credential, password)) } },
  );
  return proven.matchedCount > 0;
}

const unlocked = () => ({ $or: [{ lockedUntil: null }, { lockedUntil: { $lte: now() } }] });

function isExpired({ temporaryUntil }: Credential): boolean {
  return temporaryUntil !== null && temporaryUntil <= now();
}

async function renewedHash(credential: Credential, password: string): Promise<{ passwordHash?: string }> {
  if (!credential.passwordHash || !needsRehash(credential.passwordHash)) return {};
  return { passwordHash: await hashPassword(password) };
}

/** Counts a failure; the fifth one locks by one conditional write, however many come at once. */
async function countFailure(credential: Credential | null): Promise<void> {
  const open = { _id: credential?._id ?? newId(), ...unlocked() };
  const counted = await CredentialModel.updateOne(
    { ...open, failedSignIns: { $lt: FAILURES_BEFORE_LOCK - 1 } },
    { $inc: { failedSignIns: 1 } },
  );
  if (counted.matchedCount > 0 || !credential || isLocked(credential)) return;
  await CredentialModel.updateOne(
    { ...open, failedSignIns: { $gte: FAILURES_BEFORE_LOCK - 1 } },
    { $set: { failedSignIns: 0, lockedUntil: inMs(LOCK_MS) } },
  );
}

function isLocked({ lockedUntil }: Credential): boolean {
  return lockedUntil !== null && lockedUntil > now();
}
