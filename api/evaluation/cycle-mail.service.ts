import { mailRoute } from '../../shared/comms/mail/mail-route.store';
import { isDuplicate } from '../../shared/db/bulk';
import { missingReferences } from '../../shared/db/references';
import { inTransaction } from '../../shared/db/transaction';
import { type MailTrigger, MailTriggerModel } from '../../shared/evaluation/cycles/cycle-mail.model';
import {
  type CycleMail,
  cycleMailRefusal,
  EVERYONE,
  type MailPart,
  SAME_TRIGGER_MS,
} from '../../shared/evaluation/cycles/cycle-mail.rules';
import { CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { isReleasedByManagers } from '../../shared/evaluation/cycles/cycle-visibility.rules';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { enqueueStored, storeJob } from '../../shared/jobs/enqueue';
import { type Job, JobModel, JobStatus } from '../../shared/jobs/job.model';
import { inMs } from '../../shared/kernel/clock';
import { actor } from '../../shared/kernel/context';
import { assertValid, conflict } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { DepartmentModel } from '../../shared/people/department.model';
import { publishCycle } from './cycles/publication.service';

type MailJob = Job & { type: 'evaluation.send-cycle-mail' };

/** More rivals at the same moment than one request can lose against. */
const MAX_ROUNDS = 20;

/**
 * Starts the mails of a kind about a cycle, to all or a part, and returns their job. Within 10 minutes a second POST for the
 * same people, also at the same moment, gets the first one's job; where that job failed, a new job goes on with what it left. The results of a Closed or Archived cycle
 * that are announced are published first, unless managers release them. Throws NOT_FOUND, VALIDATION, and CONFLICT in a state of the cycle in which no one is written to and
 * where no mail server is configured.
 */
export async function startCycleMail(kind: CycleMail, cycleId: string, part: MailPart = EVERYONE): Promise<MailJob> {
  const cycle = await findCycle(cycleId);
  const refusal = cycleMailRefusal(kind, cycle);
  if (refusal) throw conflict(refusal);
  assertValid(await missingReferences(DepartmentModel, [{ field: 'departmentId', id: part.departmentId }]));
  await mailRoute(); // results that cannot be announced are not published either
  if (kind === 'results-published' && !isReleasedByManagers(cycle))
    await publishCycle(cycleId, [CycleStatus.Closed, CycleStatus.Archived]);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const last = await MailTriggerModel.findOne({ cycleId, kind }).sort({ sequence: -1 }).lean<MailTrigger>();
    const same = await MailTriggerModel.findOne({ cycleId, kind, ...part })
      .sort({ sequence: -1 })
      .lean<MailTrigger>();
    const recent = same !== null && same.createdAt > inMs(-SAME_TRIGGER_MS) ? same : null;
    const job = recent && (await JobModel.findById(recent.jobId).lean<MailJob>());
    if (job && job.status !== JobStatus.Failed) return job;
    const started = recent ? await goOn(recent) : await begin(kind, cycleId, part, (last?.sequence ?? 0) + 1);
    if (started) {
      await enqueueStored(started);
      return started;
    }
  }
  throw conflict('Another request is starting these emails. Follow their job at GET /api/jobs.');
}

/** The job of a new trigger; null when another request took its place. */
async function begin(kind: CycleMail, cycleId: string, part: MailPart, sequence: number): Promise<MailJob | null> {
  try {
    return await inTransaction(async () => {
      const triggerId = newId();
      const job = await storeJob('evaluation.send-cycle-mail', { triggerId });
      const { userId: requestedBy } = actor();
      await MailTriggerModel.create({ _id: triggerId, cycleId, kind, ...part, sequence, jobId: job._id, requestedBy });
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
