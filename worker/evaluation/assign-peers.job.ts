import type { NewRow } from '../../shared/db/bulk';
import { preparedCycle } from '../../shared/evaluation/cycles/cycle.store';
import { type Participant, ParticipantOrigin } from '../../shared/evaluation/participants/participant.model';
import { isWithdrawn } from '../../shared/evaluation/participants/participation.rules';
import { withdrawLeavers } from '../../shared/evaluation/participants/presence.store';
import { assignPeers, describePeerReason, type PeerPick } from '../../shared/evaluation/peer-assignment.rules';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { AssignmentPick, AssignResult } from '../../shared/jobs/contract';
import { derivedId } from '../../shared/kernel/ids';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { recordJob } from '../job-audit';
import { cyclePeople, type Person } from './cycle-people';
import { insertParticipants, newParticipant } from './participant-rows';

/** Picks that a dry run lists; more would make an answer that is too large to be stored. */
const MAX_PICKS = 40_000;

/**
 * Fills the subjects of a cycle with peers (decisions 6, "Peer assignment"), or only plans it. The cycle's id is the seed.
 * Run again it adds what is missing.
 */
export const assignPeersOfCycle = defineJob({
  name: 'evaluation.assign-peers',
  retry: CALCULATING,
  onFailed: null,
  run: assign,
});

async function assign(run: Run<'evaluation.assign-peers'>): Promise<AssignResult> {
  const { cycleId, dryRun } = run.payload;
  const { cycle } = await preparedCycle(cycleId);
  await run.progress(0, 1);
  const { subjects, candidates, roles } = await cyclePeople(cycleId);
  const { settings } = cycle;
  const { picks, belowMinimum, maxPerEvaluator } = assignPeers({
    subjects,
    candidates,
    existing: roles.filter((role) => !isWithdrawn(role)), // a peer who left makes room for another
    settings,
    seed: cycleId,
  });
  const result = { belowMinimum, maxPerEvaluator, dryRun };
  if (dryRun) return { assigned: picks.length, ...result, picks: picks.slice(0, MAX_PICKS).map(toPlanned) };
  const rows = byDepartment(peerRows(cycleId, picks, new Set(roles.map((role) => role._id))), subjects);
  const inserted = await insertParticipants(run, cycleId, EvaluatorType.Peer, rows);
  await run.write(() => withdrawLeavers(cycleId));
  const about = { entityType: AuditEntity.Cycle, entityId: cycleId };
  recordJob(run, 'cycle.peers-assigned', about, { [EvaluatorType.Peer]: inserted.length });
  return { assigned: inserted.length, ...result };
}

function toPlanned({ subjectId, evaluatorId, reason }: PeerPick): AssignmentPick {
  const shared: AssignmentPick['shared'] = [
    ...(reason.sameDepartment ? (['department'] as const) : []),
    ...(reason.sameManager ? (['manager'] as const) : []),
    ...(reason.sameJobProfile ? (['jobProfile'] as const) : []),
  ];
  return { subjectId, evaluatorId, reason: describePeerReason(reason), shared, load: reason.load };
}

/**
 * The rows of a plan. Each takes the first free one of its subject's places, which its id names: when two runs with
 * different views of the cycle write at the same time, the second finds the places taken, and no subject gets more than
 * `maxPeers`.
 */
function peerRows(cycleId: string, picks: readonly PeerPick[], taken: ReadonlySet<string>): NewRow<Participant>[] {
  const next = new Map<string, number>();
  return picks.map(({ subjectId, evaluatorId }) => {
    let place = next.get(subjectId) ?? 0;
    let id = derivedId(cycleId, subjectId, place);
    while (taken.has(id)) id = derivedId(cycleId, subjectId, (place += 1));
    next.set(subjectId, place + 1);
    return newParticipant({
      _id: id,
      cycleId,
      subjectId,
      evaluatorId,
      evaluatorType: EvaluatorType.Peer,
      origin: ParticipantOrigin.Assignment,
    });
  });
}

/** In the order of the subjects' departments, so that a transaction changes the figures of few of them. */
function byDepartment(rows: readonly NewRow<Participant>[], subjects: readonly Person[]): NewRow<Participant>[] {
  const departmentOf = new Map(subjects.map(({ id, departmentId }) => [id, departmentId ?? '']));
  const groups = new Map<string, NewRow<Participant>[]>();
  for (const row of rows) {
    const departmentId = departmentOf.get(row.subjectId) ?? '';
    const group = groups.get(departmentId);
    if (group) group.push(row);
    else groups.set(departmentId, [row]);
  }
  return [...groups.values()].flat();
}
