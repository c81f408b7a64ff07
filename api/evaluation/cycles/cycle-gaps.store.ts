import { inTransaction } from '../../../shared/db/transaction';
import { type Cycle, CycleModel, GapsState } from '../../../shared/evaluation/cycles/cycle.model';
import { assertAnswersKept } from '../../../shared/evaluation/cycles/cycle.store';
import { enqueueStored, storeJob } from '../../../shared/jobs/enqueue';
import type { Job } from '../../../shared/jobs/job.model';

export type GapJob = Job & { type: 'insight.recalculate-gaps' };

/**
 * Stores the recalculation of a closed cycle's gaps, within a transaction, and marks them Calculating; call
 * `enqueueStored` with the job after the commit. Returns null when the cycle is not closed: the closing will calculate
 * its gaps. Throws CONFLICT when retention has deleted its answers.
 */
export async function storeGapJob(cycleId: string): Promise<GapJob | null> {
  const closed = await CycleModel.findOneAndUpdate(
    { _id: cycleId, closedAt: { $ne: null } },
    { $set: { 'gaps.state': GapsState.Calculating } },
  ).lean<Cycle>();
  if (!closed) return null;
  assertAnswersKept(closed);
  return storeJob('insight.recalculate-gaps', { cycleId });
}

/**
 * Recalculates the gaps of a closed cycle; returns null when it is not closed. Call it after a change that was decided while
 * the cycle was open: a closing in between may have calculated gaps without it. Throws CONFLICT like `storeGapJob`.
 */
export async function recalculateIfClosed(cycleId: string): Promise<GapJob | null> {
  if (!(await CycleModel.exists({ _id: cycleId, closedAt: { $ne: null } }))) return null;
  const job = await inTransaction(() => storeGapJob(cycleId));
  if (job) await enqueueStored(job);
  return job;
}
