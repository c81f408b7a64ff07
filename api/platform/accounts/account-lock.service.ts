import { inTransaction } from '../../../shared/db/transaction';
import { inMs, MINUTE_MS, now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type Device, DeviceModel } from '../../../shared/platform/accounts/device.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';

const FAILURES_BEFORE_LOCK = 5;
const LOCK_MS = 10 * MINUTE_MS;

/** The part of a filter that excludes a locked row: successes are written with it, so that none overtakes a lockout. */
const unlocked = () => ({ $or: [{ lockedUntil: null }, { lockedUntil: { $lte: now() } }] });

/** The part of a success's filter on the account; for a known browser its own lock decides (`passDevice`). */
export const unlockedFor = (device: Device | null): object => (device ? {} : unlocked());

/**
 * Records a success in a known browser, and resets its count after a complete sign-in; returns false while the browser
 * is locked.
 */
export async function passDevice(device: Device | null, isComplete: boolean): Promise<boolean> {
  if (!device) return true;
  const count = isComplete ? { failedSignIns: 0 } : {};
  const passed = await DeviceModel.updateOne({ _id: device._id, ...unlocked() }, { $set: count });
  return passed.matchedCount > 0;
}

/**
 * Counts a wrong password or code; the fifth in a row locks the account for 10 minutes by one conditional write, even
 * when they are concurrent. Without a credential (unknown email) it does the same work, and its audit event names no
 * one. A known browser has its own count, and a lockout of the account does not apply to it. A failure that is not counted
 * is only recorded, with the same work.
 */
export async function countFailure(
  credential: Credential | null,
  device: Device | null = null,
  isCounted = true,
): Promise<void> {
  const open = { _id: (isCounted ? (device ?? credential)?._id : undefined) ?? newId(), ...unlocked() };
  const few = { ...open, failedSignIns: { $lt: FAILURES_BEFORE_LOCK - 1 } };
  const more = { $inc: { failedSignIns: 1 } };
  const counted = device ? await DeviceModel.updateOne(few, more) : await CredentialModel.updateOne(few, more);
  await recordFailure(credential?._id ?? null);
  if (isCounted && counted.matchedCount === 0 && credential !== null && !isLocked(device ?? credential))
    await lock(open, credential._id, device);
}

/** Records a refused sign-in in the audit log; for an unknown email the entry contains nothing else. */
export async function recordFailure(userId: string | null): Promise<void> {
  await recordAudit('auth.failed', { entityType: AuditEntity.User, entityId: userId });
}

async function lock(
  open: { _id: string } & ReturnType<typeof unlocked>,
  userId: string,
  device: Device | null,
): Promise<void> {
  const many = { ...open, failedSignIns: { $gte: FAILURES_BEFORE_LOCK - 1 } };
  await inTransaction(async () => {
    const locking = { $set: { failedSignIns: 0, lockedUntil: inMs(LOCK_MS) } };
    const locked = device ? await DeviceModel.updateOne(many, locking) : await CredentialModel.updateOne(many, locking);
    if (locked.matchedCount === 0) return;
    if (device) await CredentialModel.updateOne({ _id: userId }, { $set: { lockedUntil: inMs(LOCK_MS) } });
    await recordAudit('auth.locked', { entityType: AuditEntity.User, entityId: userId });
  });
}

export function isLocked({ lockedUntil }: Pick<Credential, 'lockedUntil'>): boolean {
  return lockedUntil !== null && lockedUntil > now();
}
