import { inTransaction } from '../../../shared/db/transaction';
import { answersAreWritable, CycleStatus, parseCycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { enterStatus, isOver } from '../../../shared/evaluation/cycles/cycle-visibility.rules';
import { CycleModel, GapsState } from '../../../shared/evaluation/cycles/cycle.model';
import { assertAnswersKept, findCycle, preparedCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { followsPeople } from '../../../shared/evaluation/participants/participation.rules';
import { followPeopleAgain } from '../../../shared/evaluation/participants/presence.store';
import type { Payload } from '../../../shared/jobs/contract';
import { enqueueStored, enqueue, storeJob } from '../../../shared/jobs/enqueue';
import type { Job } from '../../../shared/jobs/job.model';
import { now } from '../../../shared/kernel/clock';
import { assertValid, invalid } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { ensureEmployeeUsage } from '../../../shared/people/employee.store';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { serializeEmployeeChanges } from '../../../shared/platform/plan-usage.store';
import { storeInvitations } from '../guests/guest-invitations.service';
import { storeAskingJob } from '../nominations/asking.service';
import type { PeerPair } from '../peer-plans.dto';
import { dryRunOf } from '../peer-plans.queries';

/**
 * Moves a cycle to a status, given by name or number; its current status has no effect. Closing a cycle stores the
 * recalculation of gaps, and the storing of what viewers are shown, in the same transaction and returns the first job;
 * reopening updates the presences of employees who left or returned. Throws VALIDATION, NOT_FOUND, and CONFLICT for reopening a cycle whose answers retention has deleted.
 */
export async function changeCycleStatus(id: string, text: string): Promise<Job | null> {
  const status = parseCycleStatus(text);
  if (!status)
    throw invalid({ field: 'status', ...refusal('NOT_A_STATUS', { choices: Object.values(CycleStatus).join(', ') }) });
  await ensureEmployeeUsage();
  const stored = await inTransaction(async () => {
    await serializeEmployeeChanges(); // conflicts with concurrent leavers
    const cycle = await findCycle(id);
    if (cycle.status === status) return { gaps: null, keeping: null, asking: null, inviting: null };
    if (!isOver(status)) assertAnswersKept(cycle);
    const { changes, closes } = enterStatus(cycle, status, now());
    const calculates = closes && !cycle.answersDeletedAt; // without answers the gaps are final
    const calculating = calculates ? { 'gaps.state': GapsState.Calculating } : {};
    await CycleModel.updateOne({ _id: id }, { $set: { status, ...changes, ...calculating } });
    if (!followsPeople(cycle.status) && followsPeople(status)) await followPeopleAgain(id, cycle.closedAt);
    await recordAudit('cycle.status-changed', {
      entityType: AuditEntity.Cycle,
      entityId: id,
      changes: [{ field: 'status', before: cycle.status, after: status }],
    });
    return {
      gaps: calculates ? await storeJob('insight.recalculate-gaps', { cycleId: id }) : null,
      // Managers see a cycle that is over, so what they are shown is stored now.
      keeping:
        isOver(status) && !isOver(cycle.status) ? await storeJob('evaluation.keep-results', { cycleId: id }) : null,
      asking: await storeAskingJob({ ...cycle, status }),
      // Guests get their links when the cycle begins to take answers.
      inviting: answersAreWritable(cycle.status) ? null : await storeInvitations({ ...cycle, status }, null),
    };
  });
  for (const job of Object.values(stored)) if (job) await enqueueStored(job);
  return stored.gaps;
}

/** Starts the generation of evaluations; throws NOT_FOUND, VALIDATION on templateId, CONFLICT when the cycle is over. */
export async function startGeneration(cycleId: string): Promise<Job & { type: 'evaluation.generate' }> {
  await preparedCycle(cycleId);
  return enqueue('evaluation.generate', { cycleId });
}

/**
 * Starts the assignment of peers, or its dry run. With `planId` assigns the picks of that dry run except those in
 * `without`. Throws like `startGeneration`, VALIDATION for entries of `without` that are not picks, and NOT_FOUND and
 * CONFLICT for a plan that the cycle does not have.
 */
export async function startPeerAssignment(
  cycleId: string,
  { dryRun, planId, without = [] }: { dryRun: boolean; planId?: string; without?: readonly PeerPair[] },
): Promise<Job & { type: 'evaluation.assign-peers' }> {
  await preparedCycle(cycleId);
  if (planId === undefined) {
    if (without.length > 0) throw invalid({ field: 'without', ...refusal('REQUIRES_PLAN_ID') });
    return enqueue('evaluation.assign-peers', { cycleId, dryRun });
  }
  if (dryRun) throw invalid({ field: 'planId', ...refusal('OMITTED_IN_DRY_RUN') });
  const { picks = [] } = await dryRunOf(cycleId, planId);
  const planned = new Set(picks.map(keyOf));
  assertValid(
    without.flatMap((pair, at) =>
      planned.has(keyOf(pair)) ? [] : [{ field: `without[${at}]`, ...refusal('NOT_IN_PLAN') }],
    ),
  );
  const pairs = without.map(({ subjectId, evaluatorId }) => ({ subjectId, evaluatorId }));
  return enqueue('evaluation.assign-peers', { cycleId, dryRun, planId, without: pairs });
}

const keyOf = ({ subjectId, evaluatorId }: PeerPair): string => `${subjectId} ${evaluatorId}`;

/** Starts the assignment of direct reports; throws like `startGeneration`. */
export async function startDirectReportAssignment(
  cycleId: string,
): Promise<Job & { type: 'evaluation.assign-direct-reports' }> {
  await preparedCycle(cycleId);
  return enqueue('evaluation.assign-direct-reports', { cycleId });
}

/** Starts the recalculation of a cycle's scores after one change of its weights; throws NOT_FOUND. */
export async function startRescoring(
  payload: Payload<'evaluation.rescore'>,
): Promise<Job & { type: 'evaluation.rescore' }> {
  await findCycle(payload.cycleId);
  return enqueue('evaluation.rescore', payload);
}
