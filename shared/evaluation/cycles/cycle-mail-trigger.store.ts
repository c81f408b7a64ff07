import { isDuplicate } from '../../db/bulk';
import { inTransaction } from '../../db/transaction';
import { enqueueStored, storeJob } from '../../jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../jobs/job.model';
import { inMs, now } from '../../kernel/clock';
import { context } from '../../kernel/context';
import { conflict } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { refusal } from '../../kernel/refusals/refusal';
import { recipientsOf } from './cycle-mail-recipients.store';
import { type MailTrigger, MailTriggerModel } from './cycle-mail.model';
import { type CycleMail, cycleMailRefusal, EVERYONE, type MailPart, SAME_TRIGGER_MS } from './cycle-mail.rules';
import { recentlyMailed } from './cycle-mailed.store';
import type { Cycle } from './cycle.model';
import { findCycle } from './cycle.store';

export type MailJob = Job & { type: 'evaluation.send-cycle-mail' };

/** Attempts to start a trigger: more than the concurrent requests that one request can lose against. */
const MAX_ROUNDS = 20;

/** Throws CONFLICT when emails of this kind cannot be sent in the cycle's status. */
export function assertCanMail(kind: CycleMail, cycle: Pick<Cycle, 'status'>): void {
  const why = cycleMailRefusal(kind, cycle);
  if (why) throw conflict(why);
}

/**
 * Starts the emails of a kind about a cycle, to all recipients or a part, and returns their job. A second call for the
 * same part within 10 minutes, also a concurrent one, gets the first one's job; if that job failed, a new job continues
 * it. A second announcement of the opening is a job of its own for the evaluators whom the first one has not emailed, if
 * there are any. `scheduledFor` is the day of a scheduled call. Throws CONFLICT when concurrent calls persist.
 */
export async function triggerCycleMail(
  kind: CycleMail,
  cycleId: string,
  part: MailPart = EVERYONE,
  scheduledFor: string | null = null,
): Promise<MailJob> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const last = await MailTriggerModel.findOne({ cycleId, kind }).sort({ sequence: -1 }).lean<MailTrigger>();
    const same = await MailTriggerModel.findOne({ cycleId, kind, ...part })
      .sort({ sequence: -1 })
      .lean<MailTrigger>();
    const recent = same !== null && same.createdAt > inMs(-SAME_TRIGGER_MS) ? same : null;
    if (recent && scheduledFor !== null)
      await MailTriggerModel.updateOne({ _id: recent._id }, { $set: { scheduledFor } });
    const job = recent && (await JobModel.findById(recent.jobId).lean<MailJob>());
    const sequence = (last?.sequence ?? 0) + 1;
    const isUnderWay = recent !== null && job !== null && job.status !== JobStatus.Failed;
    const isAddition =
      isUnderWay && scheduledFor === null && recent.plannedAt !== null && (await leavesOut(kind, cycleId, sequence));
    if (isUnderWay && !isAddition) return job;
    const trigger = { cycleId, kind, ...part, scheduledFor, isAddition, sequence };
    const started = recent && !isAddition ? await restartTrigger(recent) : await begin(trigger);
    if (started) {
      await enqueueStored(started);
      return started;
    }
  }
  throw conflict(refusal('EMAILS_ARE_BEING_STARTED'));
}

/** Whether an announcement of the opening in the last 10 minutes has left out someone who can answer now. */
async function leavesOut(kind: CycleMail, cycleId: string, before: number): Promise<boolean> {
  if (kind !== 'cycle-opened') return false;
  const recipients = await recipientsOf(kind, await findCycle(cycleId));
  const mailed = await recentlyMailed(cycleId, kind, { at: now(), before });
  return [...recipients.keys()].some((employeeId) => !mailed.has(employeeId));
}

type NewTrigger = MailPart & Pick<MailTrigger, 'cycleId' | 'kind' | 'scheduledFor' | 'isAddition' | 'sequence'>;

/** Returns the job of a new trigger; null when a concurrent request has taken its sequence number. */
async function begin(trigger: NewTrigger): Promise<MailJob | null> {
  try {
    return await inTransaction(async () => {
      const triggerId = newId();
      const job = await storeJob('evaluation.send-cycle-mail', { triggerId });
      const requestedBy = context().actor?.userId ?? null;
      await MailTriggerModel.create({ _id: triggerId, ...trigger, jobId: job._id, requestedBy });
      return job;
    });
  } catch (error) {
    if (isDuplicate(error)) return null;
    throw error;
  }
}

/** Returns a new job for a trigger whose job failed; null when a concurrent request has made one. */
async function restartTrigger({ _id, jobId }: MailTrigger): Promise<MailJob | null> {
  return inTransaction(async () => {
    const job = await storeJob('evaluation.send-cycle-mail', { triggerId: _id });
    const taken = await MailTriggerModel.updateOne({ _id, jobId }, { $set: { jobId: job._id } });
    if (taken.matchedCount > 0) return job;
    await JobModel.deleteOne({ _id: job._id });
    return null;
  });
}
