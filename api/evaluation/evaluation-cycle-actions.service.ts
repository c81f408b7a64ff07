import { inTransaction } from '../../shared/db/transaction';
import { type Cycle, CycleModel, GapsState } from '../../shared/evaluation/cycle.model';
import { giveUpGaps, preparedCycle } from '../../shared/evaluation/cycle.store';
import { CycleStatus, parseCycleStatus } from '../../shared/evaluation/cycle-status';
import { carry, enqueue, storeJob } from '../../shared/jobs/enqueue';
import type { Job } from '../../shared/jobs/job.model';
import { now } from '../../shared/kernel/clock';
import { invalid, notFound } from '../../shared/kernel/errors';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';

/**
 * Moves a cycle to any state, named or by its number (spec 3.1); the state that it has changes nothing. Becoming Closed
 * stores the recalculation of gaps in the same transaction and returns that job. Throws VALIDATION, NOT_FOUND.
 */
export async function changeCycleStatus(id: string, text: string): Promise<Job | null> {
  const status = parseCycleStatus(text);
  if (!status)
    throw invalid({ field: 'status', message: `must be 0 to 4 or one of ${Object.values(CycleStatus).join(', ')}` });
  const { before, job } = await inTransaction(async () => {
    const changed = await CycleModel.findOneAndUpdate(
      { _id: id, status: { $ne: status } },
      { $set: { status, ...entering(status) } },
      { returnDocument: 'before' },
    ).lean<Cycle>();
    if (!changed && !(await CycleModel.exists({ _id: id }))) throw notFound();
    const closes = changed !== null && status === CycleStatus.Closed;
    return {
      before: changed?.status ?? status,
      job: closes ? await storeJob('insight.recalculate-gaps', { cycleId: id }) : null,
    };
  });
  if (before !== status)
    await recordAudit('cycle.status-changed', {
      entityType: AuditEntity.Cycle,
      entityId: id,
      changes: [{ field: 'status', before, after: status }],
    });
  if (job) await carry(job);
  return job;
}

/** What becoming this state sets besides. Archiving keeps when the cycle was closed; reopening forgets it. */
function entering(status: CycleStatus): Record<string, unknown> {
  if (status === CycleStatus.Closed) return { closedAt: now(), 'gaps.state': GapsState.Calculating };
  return status === CycleStatus.Archived ? {} : { closedAt: null };
}

/** Makes the cycle say at once that its gap job failed; the worker says so too, but perhaps a moment later. */
export async function noteFailedGaps(cycleId: string): Promise<void> {
  await giveUpGaps(cycleId);
}

/** Starts the generation of evaluations; throws NOT_FOUND, VALIDATION on templateId, CONFLICT when the cycle is over. */
export async function startGeneration(cycleId: string): Promise<Job & { type: 'evaluation.generate' }> {
  await preparedCycle(cycleId);
  return enqueue('evaluation.generate', { cycleId });
}

/** Starts the assignment of peers, or its dry run; throws as `startGeneration`. */
export async function startPeerAssignment(
  cycleId: string,
  dryRun: boolean,
): Promise<Job & { type: 'evaluation.assign-peers' }> {
  await preparedCycle(cycleId);
  return enqueue('evaluation.assign-peers', { cycleId, dryRun });
}

/** Starts the assignment of direct reports; throws as `startGeneration`. */
export async function startDirectReportAssignment(
  cycleId: string,
): Promise<Job & { type: 'evaluation.assign-direct-reports' }> {
  await preparedCycle(cycleId);
  return enqueue('evaluation.assign-direct-reports', { cycleId });
}
