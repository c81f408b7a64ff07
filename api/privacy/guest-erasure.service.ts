import { inTransaction } from '../../shared/db/transaction';
import { enqueueStored, storeJob } from '../../shared/jobs/enqueue';
import type { Job } from '../../shared/jobs/job.model';
import { closeGuest } from '../../shared/privacy/guest-erasure.store';
import { callingGuest } from '../evaluation/guests/guest-session.service';
import { findGuest } from '../evaluation/guests/guests.queries';

/** Erases a guest of the organization and returns the job that deletes the rest; throws NOT_FOUND. */
export async function eraseGuestById(id: string): Promise<Job> {
  await findGuest(id);
  return erase(id);
}

/** Erases the guest of the request; a job deletes the rest. Throws like `callingGuest`. */
export async function eraseCallingGuest(): Promise<void> {
  const { guest } = await callingGuest();
  await erase(guest._id);
}

/** The name goes at once, so that the link opens nothing any more; only the worker may delete what is stored around it. */
async function erase(guestId: string): Promise<Job> {
  const job = await inTransaction(async () => {
    await closeGuest(guestId);
    return storeJob('privacy.erase-guest', { guestId });
  });
  await enqueueStored(job);
  return job;
}
