import { storeJob } from '../jobs/enqueue';
import type { Job } from '../jobs/job.model';
import { CredentialModel } from './credential.model';

/** The job that makes a temporary password and mails it. */
export type AccessJob = Job & { type: 'comms.send-access' };

/**
 * Stores the job that will mail a temporary password to an account of the context's tenant; a job ordered before becomes
 * void. Call it in the transaction that decides so, and `carry` the job after it.
 */
export async function orderTemporaryPassword(
  userId: string,
  occasion: 'invite' | 'reset-password',
): Promise<AccessJob> {
  const job = await storeJob('comms.send-access', { userId, occasion });
  await CredentialModel.updateOne({ _id: userId }, { $set: { temporaryPasswordJobId: job._id } });
  return job;
}
