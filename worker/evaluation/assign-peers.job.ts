import { bulkInsert, type NewRow } from '../../shared/db/bulk';
import { preparedCycle } from '../../shared/evaluation/cycle.store';
import { type Participant, ParticipantModel, ParticipantOrigin } from '../../shared/evaluation/participant.model';
import { assignPeers, describePeerReason, type PeerPick } from '../../shared/evaluation/peer-assignment.rules';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { AssignmentPick, AssignResult } from '../../shared/jobs/contract';
import { derivedId } from '../../shared/kernel/ids';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordJob } from '../job-audit';
import type { Run } from '../run-job';
import { cyclePeople } from './cycle-people';
import { newParticipant } from './participant-rows';

/** Picks that a dry run lists; more would make an answer that is too large to be stored. */
const MOST_PICKS = 40_000;

/**
 * Fills the subjects of a cycle with peers (decisions 6, "Peer assignment"), or only plans it. The cycle's id is the seed.
 * Run again it adds what is missing.
 */
export async function assignPeersOfCycle(run: Run<'evaluation.assign-peers'>): Promise<AssignResult> {
  const { cycleId, dryRun } = run.payload;
  const { cycle } = await preparedCycle(cycleId);
  await run.progress(0, 1);
  const { subjects, candidates, roles } = await cyclePeople(cycleId);
  const { settings } = cycle;
  const { picks, belowMinimum, maxPerEvaluator } = assignPeers({
    subjects,
    candidates,
    existing: roles,
    settings,
    seed: cycleId,
  });
  const result = { belowMinimum, maxPerEvaluator, dryRun };
  if (dryRun) return { assigned: picks.length, ...result, picks: picks.slice(0, MOST_PICKS).map(toPlanned) };
  const rows = peerRows(cycleId, picks, new Set(roles.map((role) => role._id)));
  const { inserted } = await bulkInsert(ParticipantModel, rows, {
    beforeChunk: (done) => run.progress(done, rows.length),
  });
  const about = { entityType: AuditEntity.Cycle, entityId: cycleId };
  await recordJob(run, 'cycle.peers-assigned', about, { [EvaluatorType.Peer]: inserted.length });
  return { assigned: inserted.length, ...result };
}

function toPlanned({ subjectId, evaluatorId, reason }: PeerPick): AssignmentPick {
  return { subjectId, evaluatorId, reason: describePeerReason(reason) };
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
