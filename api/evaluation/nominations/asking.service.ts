import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { asksForNominations } from '../../../shared/evaluation/nominations/nomination.rules';
import type { Payload } from '../../../shared/jobs/contract';
import { enqueue, storeJob } from '../../../shared/jobs/enqueue';
import type { Job } from '../../../shared/jobs/job.model';
import { today } from './nominations.queries';

/** Stores the job that asks the subjects of a cycle to nominate peers, if it does so now; returns null otherwise. */
export async function storeAskingJob(
  cycle: Pick<Cycle, '_id' | 'status' | 'generatedAt' | 'settings'>,
): Promise<Job | null> {
  if (!asksForNominations(cycle, await today())) return null;
  return storeJob('evaluation.ask-nominations', { cycleId: cycle._id });
}

/** Throws NOT_FOUND. */
export async function startAsking({ cycleId }: Payload<'evaluation.ask-nominations'>): Promise<Job> {
  await findCycle(cycleId);
  return enqueue('evaluation.ask-nominations', { cycleId });
}
