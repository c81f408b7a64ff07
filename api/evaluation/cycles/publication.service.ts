import { afterCommit, inTransaction } from '../../../shared/db/transaction';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { enqueueStored, storeJob } from '../../../shared/jobs/enqueue';
import { now } from '../../../shared/kernel/clock';
import { conflict } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';

/**
 * Publishes the results of a cycle in one of these statuses to its subjects; they remain published until the cycle is
 * reopened. Throws NOT_FOUND, and CONFLICT for an unpublished cycle in another status.
 */
export async function publishCycle(
  cycleId: string,
  statuses: readonly CycleStatus[] = [CycleStatus.Closed],
): Promise<Cycle> {
  return inTransaction(async () => {
    // One conditional write, so that a cycle that is reopened concurrently is not published.
    const published = await CycleModel.findOneAndUpdate(
      { _id: cycleId, status: { $in: statuses }, resultsPublishedAt: null },
      { $set: { resultsPublishedAt: now() } },
      { returnDocument: 'after' },
    ).lean<Cycle>();
    if (!published) return publishedCycle(cycleId);
    await recordAudit('results.published', { entityType: AuditEntity.Cycle, entityId: cycleId });
    const job = await storeJob('evaluation.keep-results', { cycleId });
    await afterCommit(() => enqueueStored(job));
    return published;
  });
}

/** Returns a cycle whose results are published; throws NOT_FOUND, and CONFLICT otherwise. */
async function publishedCycle(cycleId: string): Promise<Cycle> {
  const cycle = await findCycle(cycleId);
  if (cycle.resultsPublishedAt === null)
    throw conflict(refusal('CYCLE_NOT_CLOSED_FOR_PUBLICATION', { status: cycle.status }));
  return cycle;
}
