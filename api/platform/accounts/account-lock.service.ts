import { inTransaction } from '../../../shared/db/transaction';
import { inMs, now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';

const FAILURES_BEFORE_LOCK = 5;
const LOCK_MS = 10 * 60_000;

/** The part of a filter that a locked credential does not match: proofs are written with it, so that no lock is overtaken. */
export const unlocked = () => ({ $or: [{ lockedUntil: null }, { lockedUntil: { $lte: now() } }] });

/**
 * Counts a wrong password or code; the fifth in a row locks the account for 10 minutes (spec 3.5) by one conditional write,
 * however many come at once. Without a credential (unknown email) it does the same work, and its audit event names no one.
 */
export async function countFailure(credential: Credential | null): Promise<void> {
  const open = { _id: credential?._id ?? newId(), ...unlocked() };
  const counted = await CredentialModel.updateOne(
    { ...open, failedSignIns: { $lt: FAILURES_BEFORE_LOCK - 1 } },
    { $inc: { failedSignIns: 1 } },
  );
  await recordFailure(credential?._id ?? null);
  if (counted.matchedCount === 0 && credential !== null && !isLocked(credential)) await lock(open);
}

/** Notes a refused sign-in in the audit log; of an unknown email it says nothing but that there was one. */
export async function recordFailure(userId: string | null): Promise<void> {
  await recordAudit('auth.failed', { entityType: AuditEntity.User, entityId: userId });
}

async function lock(open: { _id: string } & ReturnType<typeof unlocked>): Promise<void> {
  await inTransaction(async () => {
    const locked = await CredentialModel.updateOne(
      { ...open, failedSignIns: { $gte: FAILURES_BEFORE_LOCK - 1 } },
      { $set: { failedSignIns: 0, lockedUntil: inMs(LOCK_MS) } },
    );
    if (locked.matchedCount > 0) await recordAudit('auth.locked', { entityType: AuditEntity.User, entityId: open._id });
  });
}

function isLocked({ lockedUntil }: Credential): boolean {
  return lockedUntil !== null && lockedUntil > now();
}
