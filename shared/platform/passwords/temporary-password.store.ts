import { bulkUpdate } from '../../db/bulk';
import { storeJob, storeJobs } from '../../jobs/enqueue';
import type { Job } from '../../jobs/job.model';
import { inMs, now } from '../../kernel/clock';
import { type Credential, CredentialModel } from '../accounts/credential.model';
import { SessionModel } from '../session.model';
import { TEMPORARY_PASSWORD_MS } from './temporary-password';

/** The job that creates and emails a temporary password. */
export type AccessJob = Job & { type: 'comms.send-access' };

/**
 * Stores the job that will email a temporary password to an account of the context's tenant; an earlier job has no
 * effect any more. Call it in the transaction of the decision, and `enqueueStored` after it.
 */
export async function orderTemporaryPassword(
  userId: string,
  occasion: 'invite' | 'reset-password',
): Promise<AccessJob> {
  const job = await storeJob('comms.send-access', { userId, occasion });
  await CredentialModel.updateOne({ _id: userId }, { $set: { temporaryPasswordJobId: job._id } });
  return job;
}

/** As `orderTemporaryPassword`, for several accounts, in their order: two commands. */
export async function orderInvitations(userIds: readonly string[]): Promise<AccessJob[]> {
  const jobs = await storeJobs(
    'comms.send-access',
    userIds.map((userId) => ({ userId, occasion: 'invite' })),
  );
  await bulkUpdate(
    CredentialModel,
    jobs.map(({ _id }, at) => ({
      updateOne: {
        filter: { _id: userIds[at] },
        update: { $set: { temporaryPasswordJobId: _id }, $inc: { revision: 1 } },
      },
    })),
  );
  return jobs;
}

/**
 * Replaces an account's password by a temporary one (argon2id): ends a lockout, voids a password reset link, ends all
 * sessions. Returns when it expires, or null if no credential matches `where`. Call it inside `inTransaction`.
 */
export async function putTemporaryPassword(
  where: { _id: string } & Partial<Pick<Credential, 'temporaryPasswordJobId'>>,
  passwordHash: string,
  also: Partial<Credential> = {},
): Promise<Date | null> {
  const temporaryUntil = inMs(TEMPORARY_PASSWORD_MS);
  const stored = await CredentialModel.updateOne(where, {
    $set: {
      passwordHash,
      temporaryUntil,
      mustChangePassword: true,
      failedSignIns: 0,
      lockedUntil: null,
      resetTokenHash: null,
      resetTokenUntil: null,
      ...also,
    },
  });
  if (stored.matchedCount === 0) return null;
  await SessionModel.updateMany({ userId: where._id, revokedAt: null }, { $set: { revokedAt: now() } });
  return temporaryUntil;
}
