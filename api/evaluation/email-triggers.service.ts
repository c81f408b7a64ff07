import { isDuplicate } from '../../shared/db/bulk';
import { inTransaction } from '../../shared/db/transaction';
import { type CycleMail, cycleMailRefusal, SAME_TRIGGER_MS } from '../../shared/evaluation/cycle-mail.rules';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { type MailTrigger, MailTriggerModel } from '../../shared/evaluation/mail-trigger.model';
import { carry, storeJob } from '../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../shared/jobs/job.model';
import { inMs } from '../../shared/kernel/clock';
import { actor } from '../../shared/kernel/context';
import { conflict } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';

type MailJob = Job & { type: 'evaluation.send-cycle-mail' };

/** More rivals at the same moment than one request can lose against. */
const MOST_ROUNDS = 20;

/**
 * Starts the mails of a kind about a cycle and returns their job. Within 10 minutes a second POST, also at the same moment,
 * gets the first one's job; where that job failed, a new job goes on with what it left. Throws NOT_FOUND, and CONFLICT in a
 * state of the cycle in which nobody is written to.
 */
export async function startCycleMail(kind: CycleMail, cycleId: string): Promise<MailJob> {
  const refusal = cycleMailRefusal(kind, await findCycle(cycleId));
  if (refusal) throw conflict(refusal);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const last = await MailTriggerModel.findOne({ cycleId, kind }).sort({ sequence: -1 }).lean<MailTrigger>();
    const isSame = last !== null && last.createdAt > inMs(-SAME_TRIGGER_MS);
    const job = isSame ? await JobModel.findById(last.jobId).lean<MailJob>() : null;
    if (job && job.status !== JobStatus.Failed) return job;
    const started = isSame ? await goOn(last) : await begin(kind, cycleId, (last?.sequence ?? 0) + 1);
    if (started) {
      await carry(started);
      return started;
    }
  }
  throw conflict('These mails are being started by others; read their job at GET /api/jobs.');
}

/** The job of a new trigger; null when another request took its place. */
async function begin(kind: CycleMail, cycleId: string, sequence: number): Promise<MailJob | null> {
  try {
    return await inTransaction(async () => {
      const triggerId = newId();
      const job = await storeJob('evaluation.send-cycle-mail', { triggerId });
      const { userId: requestedBy } = actor();
      await MailTriggerModel.create({ _id: triggerId, cycleId, kind, sequence, jobId: job._id, requestedBy });
      return job;
    });
  } catch (error) {
    if (isDuplicate(error)) return null;
    throw error;
  }
}

/** A new job for a trigger whose job failed; null when another request has made one. */
async function goOn({ _id, jobId }: MailTrigger): Promise<MailJob | null> {
  return inTransaction(async () => {
    const job = await storeJob('evaluation.send-cycle-mail', { triggerId: _id });
    const taken = await MailTriggerModel.updateOne({ _id, jobId }, { $set: { jobId: job._id } });
    if (taken.matchedCount > 0) return job;
    await JobModel.deleteOne({ _id: job._id });
    return null;
  });
}
