import type { NewRow } from '../../shared/db/bulk';
import { takesNominations } from '../../shared/evaluation/cycles/cycle-settings.rules';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { preparedCycle } from '../../shared/evaluation/cycles/cycle.store';
import { type Participant, ParticipantOrigin } from '../../shared/evaluation/participants/participant.model';
import { isWithdrawn } from '../../shared/evaluation/participants/participation.rules';
import { withdrawLeavers } from '../../shared/evaluation/participants/presence.store';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import type { AssignmentPick, AssignResult, Payload } from '../../shared/jobs/contract';
import { JobModel } from '../../shared/jobs/job.model';
import { conflict } from '../../shared/kernel/errors';
import { derivedId } from '../../shared/kernel/ids';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { CALCULATING, defineJob, type Run } from '../define-job';
import { recordJob } from '../job-audit';
import { limitedInsertion, roomInCycle, waitingSubjects } from './assignment-limits';
import { cyclePeople, type Person, type Role } from './cycle-people';
import { insertParticipants, newParticipant } from './participant-rows';
import { assignPeers, describePeerReason, peerFigures, type PeerPick, type PeerPlan } from './peer-assignment.rules';

/** Picks that a dry run lists; more would not fit into a stored result. */
const MAX_PICKS = 40_000;
/** Attempts to plan while the cycle changes concurrently. */
const MAX_ROUNDS = 5;
/** Places of a subject: more than a cycle allows peers. */
const MAX_PLACES = 100;

/**
 * Assigns peers to the subjects of a cycle, or only plans it. The cycle's id is the seed. A repeated run adds what is
 * missing. With a plan it assigns exactly the planned picks except those that were removed; throws CONFLICT when the
 * plan is out of date.
 */
export const assignPeersOfCycle = defineJob({
  name: 'evaluation.assign-peers',
  retry: CALCULATING,
  onFailed: null,
  run: assign,
});

async function assign(run: Run<'evaluation.assign-peers'>): Promise<AssignResult> {
  const { cycleId, dryRun, planId } = run.payload;
  const { cycle } = await preparedCycle(cycleId);
  await run.progress(0, 1);
  const insertion = await limitedInsertion(cycle);
  let assigned = 0;
  for (let round = 1; ; round += 1) {
    const { plan, open, existing, subjects, roles } = await planPeers(cycle);
    const picks = planId === undefined ? plan.picks : await plannedPicks(run.payload, planId, plan, roles);
    const { minPeers } = cycle.settings;
    const result = { ...peerFigures({ subjects: open, existing, picks, minPeers }), dryRun };
    if (dryRun) return { assigned: picks.length, ...result, picks: plan.picks.slice(0, MAX_PICKS).map(toPlanned) };
    const rows = byDepartment(peerRows(cycleId, picks, new Set(roles.map((role) => role._id))), subjects);
    const inserted = await insertParticipants(run, cycleId, EvaluatorType.Peer, rows, insertion);
    assigned += inserted.length;
    const isCut = insertion.allowed !== undefined && inserted.length < rows.length;
    if (isCut && planId === undefined && round < MAX_ROUNDS) continue;
    await run.write(() => withdrawLeavers(cycleId));
    const about = { entityType: AuditEntity.Cycle, entityId: cycleId };
    recordJob(run, 'cycle.peers-assigned', about, { [EvaluatorType.Peer]: assigned });
    return { assigned, ...result };
  }
}

interface PlannedPeers {
  plan: PeerPlan;
  /** The subjects who get peers. */
  open: readonly Person[];
  /** The roles that are not withdrawn. */
  existing: readonly Role[];
  subjects: readonly Person[];
  roles: readonly Role[];
}

/**
 * Returns what has to be assigned now. With nominations subjects get only `minPeers`, and those with a pending
 * nomination are skipped.
 */
async function planPeers(cycle: Pick<Cycle, '_id' | 'settings'>): Promise<PlannedPeers> {
  const { _id: cycleId, settings } = cycle;
  const { subjects, candidates, roles } = await cyclePeople(cycleId);
  const hasNominations = takesNominations(settings);
  const waiting = hasNominations ? await waitingSubjects(cycleId) : new Set<string>();
  const roomOf = await roomInCycle(cycle);
  const open = subjects.filter(({ id }) => !waiting.has(id));
  const existing = roles.filter((role) => !isWithdrawn(role)); // a withdrawn peer can be replaced
  const plan = assignPeers({
    subjects: open,
    candidates,
    existing,
    settings: hasNominations ? { ...settings, maxPeers: settings.minPeers } : settings,
    ...(roomOf ? { roomOf } : {}),
    seed: cycleId,
  });
  return { plan, open, existing, subjects, roles };
}

/**
 * Returns the picks of a dry run that are still to be assigned. Planning again must produce the same picks: otherwise employees
 * or evaluators have changed, and HR has not seen what would happen. An interrupted run continues with the rest.
 */
async function plannedPicks(
  { cycleId, without = [] }: Payload<'evaluation.assign-peers'>,
  planId: string,
  now: PeerPlan,
  roles: readonly Role[],
): Promise<readonly Pair[]> {
  const job = await JobModel.findOne({ _id: planId, type: 'evaluation.assign-peers' }, { result: 1 }).lean();
  const shown = job?.result as AssignResult | undefined;
  const picks = shown?.picks ?? [];
  const idOf = new Map(roles.filter((role) => !isWithdrawn(role)).map((role) => [keyOf(role), role._id]));
  const hasBegun = picks.some((pick) => isPlace(idOf.get(keyOf(pick)), cycleId, pick.subjectId));
  const isSame = shown?.assigned === now.picks.length && picks.every((pick, at) => isPair(pick, now.picks[at]));
  if (!hasBegun && !isSame) throw conflict(refusal('PEER_PLAN_OUT_OF_DATE'));
  // A plan with more picks than a dry run lists is compared up to the listed ones.
  const planned = hasBegun ? picks.filter((pick) => !idOf.has(keyOf(pick))) : now.picks;
  const left = new Set(without.map(keyOf));
  return planned.filter((pick) => !left.has(keyOf(pick)));
}

/** Whether an assignment created the row: its id is a place of the subject, while a manually added row has another id. */
function isPlace(id: string | undefined, cycleId: string, subjectId: string): boolean {
  return (
    id !== undefined &&
    Array.from({ length: MAX_PLACES }, (_, place) => derivedId(cycleId, subjectId, place)).includes(id)
  );
}

type Pair = Pick<PeerPick, 'subjectId' | 'evaluatorId'>;

const keyOf = ({ subjectId, evaluatorId }: Pair): string => `${subjectId} ${evaluatorId}`;
const isPair = (pair: Pair, other: Pair | undefined): boolean => other !== undefined && keyOf(pair) === keyOf(other);

function toPlanned({ subjectId, evaluatorId, reason }: PeerPick): AssignmentPick {
  const shared: AssignmentPick['shared'] = [
    ...(reason.sameDepartment ? (['department'] as const) : []),
    ...(reason.sameManager ? (['manager'] as const) : []),
    ...(reason.sameJobProfile ? (['jobProfile'] as const) : []),
  ];
  return { subjectId, evaluatorId, reason: describePeerReason(reason), shared, load: reason.load };
}

/**
 * Returns the rows of a plan. The id of each is the first free place of its subject: of two concurrent runs the second
 * finds the places taken, so that no subject gets more than `maxPeers`.
 */
function peerRows(cycleId: string, picks: readonly Pair[], taken: ReadonlySet<string>): NewRow<Participant>[] {
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

/** Sorts by the subjects' departments, so that a transaction changes the figures of few of them. */
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
