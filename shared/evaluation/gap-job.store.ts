import { inTransaction } from '../db/transaction';
import { enqueueStored, storeJob } from '../jobs/enqueue';
import type { Job } from '../jobs/job.model';
import { type Cycle, CycleModel, GapsState } from './cycles/cycle.model';
import { assertAnswersKept } from './cycles/cycle.store';

/** A job that calculates the gaps of a cycle. */
export type GapJob = Job & { type: 'insight.recalculate-gaps' };

/**
 * Inside a transaction: stores the recalculation of a closed cycle's gaps, and the cycle says Calculating; `enqueueStored` the job
 * after it. Null when the cycle is not closed: its gaps wait for the closing. Throws CONFLICT when retention has
 * deleted its answers.
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
 * Recalculates the gaps of a cycle if it is closed; null when it is not. Call it after a change of what counts that was
 * decided while the cycle was open: if the closing came in between, its gap run may have missed the change. Throws CONFLICT as
 * `storeGapJob`.
 */
export async function recalculateIfClosed(cycleId: string): Promise<GapJob | null> {
  if (!(await CycleModel.exists({ _id: cycleId, closedAt: { $ne: null } }))) return null;
  const job = await inTransaction(() => storeGapJob(cycleId));
  if (job) await enqueueStored(job);
  return job;
}
