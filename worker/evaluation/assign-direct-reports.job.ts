import { preparedCycle } from '../../shared/evaluation/cycles/cycle.store';
import { ParticipantOrigin } from '../../shared/evaluation/participants/participant.model';
import { withdrawLeavers } from '../../shared/evaluation/participants/presence.store';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { AssignResult } from '../../shared/jobs/contract';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { recordJob } from '../job-audit';
import { limitedInsertion } from './assignment-limits';
import { type CyclePeople, cyclePeople } from './cycle-people';
import { insertParticipants, newParticipant } from './participant-rows';

type Pair = { subjectId: string; evaluatorId: string };

/**
 * Makes every Active direct report of a subject their DirectReport evaluator, unless they already evaluate the subject.
 * A repeated run adds what is missing.
 */
export const assignDirectReports = defineJob({
  name: 'evaluation.assign-direct-reports',
  retry: CALCULATING,
  onFailed: null,
  run: assign,
});

async function assign(run: Run<'evaluation.assign-direct-reports'>): Promise<AssignResult> {
  const { cycleId } = run.payload;
  const { cycle } = await preparedCycle(cycleId);
  await run.progress(0, 1);
  const people = await cyclePeople(cycleId);
  const rows = missingPairs(people).map((pair) =>
    newParticipant({
      cycleId,
      ...pair,
      evaluatorType: EvaluatorType.DirectReport,
      origin: ParticipantOrigin.Assignment,
    }),
  );
  const inserted = await insertParticipants(
    run,
    cycleId,
    EvaluatorType.DirectReport,
    rows,
    await limitedInsertion(cycle),
  );
  await run.write(() => withdrawLeavers(cycleId));
  const about = { entityType: AuditEntity.Cycle, entityId: cycleId };
  recordJob(run, 'cycle.peers-assigned', about, { [EvaluatorType.DirectReport]: inserted.length });
  const existing = people.roles.filter(({ evaluatorType }) => evaluatorType === EvaluatorType.DirectReport);
  return {
    assigned: inserted.length,
    belowMinimum: [],
    maxPerEvaluator: mostPerEvaluator([...existing, ...inserted]),
    dryRun: false,
  };
}

function missingPairs({ subjects, candidates, roles }: CyclePeople): Pair[] {
  const managers = new Map(subjects.map((subject) => [subject.id, subject.managerId]));
  const taken = new Set(roles.map(({ subjectId, evaluatorId }) => `${subjectId} ${evaluatorId}`));
  return candidates.flatMap(({ id, managerId: subjectId }) => {
    // A direct report who was the subject's manager at generation already evaluates them.
    if (subjectId === null || !managers.has(subjectId) || managers.get(subjectId) === id) return [];
    return taken.has(`${subjectId} ${id}`) ? [] : [{ subjectId, evaluatorId: id }];
  });
}

function mostPerEvaluator(pairs: readonly Pair[]): number {
  const loads = new Map<string, number>();
  let most = 0;
  for (const { evaluatorId } of pairs) {
    const load = (loads.get(evaluatorId) ?? 0) + 1;
    loads.set(evaluatorId, load);
    most = Math.max(most, load);
  }
  return most;
}
