import { type CycleSettings } from '../../shared/evaluation/cycles/cycle-settings.rules';
import { seededOrder } from '../../shared/evaluation/seeded-order.rules';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { type PeerPerson, PeerPools, type PoolMember, type Rank } from './peer-pools.rules';

/**
 * Automatic peers. Ranking and balance contradict each other: ranking alone assigns most evaluations to few employees, balance alone
 * assigns peers who do not work together. So:
 *
 * 1. Ranking first. A subject takes candidates rank by rank (same department, manager, job profile) and within one rank
 *    the least loaded. "Same" is mutual: who asks a group for peers has as much to offer to it, so that no rank piles its
 *    work on a few.
 * 2. Then balance, as far as ranking leaves a choice. While some pick can move to an equally ranked, eligible candidate
 *    with at least two evaluations less, it moves. Each move lowers the sum of the squared loads, so this ends.
 *
 * Why a pool of mutual equals ends within 1: let `high` have two peer evaluations more than `low`, all of them given by
 * this plan. The picks of `high` that cannot move to `low` are for `low` itself or for subjects that `low` evaluates too:
 * at most load(low) + 1, which is less than load(high). So one pick can move, and the plan was not finished. (First come,
 * first served does not have this: of three colleagues with one peer each, two may pick each other and leave the third out.)
 *
 * Near linear: pools stay ordered by load at constant cost, and a subject walks past no one but candidates that are
 * excluded for it or already picked. All order comes from the seed, none from the input.
 */

export interface ExistingRole {
  subjectId: string;
  evaluatorId: string;
  evaluatorType: EvaluatorType;
}

/**
 * A subject who gets peers; `managerId` is the manager in the cycle. Neither that manager nor the current one becomes a peer.
 */
export interface PeerSubject extends PeerPerson {
  presentManagerId?: string | null;
}

/** All inputs of a plan; `candidates` are the Active employees. */
export interface PeerAssignmentInput {
  subjects: readonly PeerSubject[];
  candidates: readonly PeerPerson[];
  existing: readonly ExistingRole[];
  settings: Pick<CycleSettings, 'minPeers' | 'maxPeers' | 'preferSameDepartment'>;
  /** How many more peer evaluations a candidate can get; omitted: no limit. */
  roomOf?: (candidateId: string) => number;
  /** Makes a plan repeatable, and plans of different cycles different: use the cycle's id. */
  seed: string;
}

/** Why an evaluator was picked: what they share with the subject, and their peer evaluations once the plan is complete. */
export interface PeerReason {
  sameDepartment: boolean;
  sameManager: boolean;
  sameJobProfile: boolean;
  load: number;
}

export interface PeerPick {
  subjectId: string;
  evaluatorId: string;
  reason: PeerReason;
}

/** Peers to add, subjects below the minimum with their number of peers, and the most peer evaluations of one evaluator. */
export interface PeerPlan extends PeerFigures {
  picks: PeerPick[];
}

export interface PeerFigures {
  belowMinimum: { subjectId: string; assigned: number }[];
  maxPerEvaluator: number;
}

interface Placement {
  readonly subject: Subject;
  readonly rank: Rank;
  member: PoolMember;
}

interface Subject {
  readonly person: PeerPerson;
  /** Ids of those who cannot become a peer: the subject, their managers, and everyone who already evaluates them. */
  readonly excluded: Set<string>;
  readonly picks: Placement[];
  existingPeers: number;
}

/** Returns the peers that fill every subject up to `maxPeers`; a second run after the first adds none. */
export function assignPeers({ subjects, candidates, existing, settings, roomOf, seed }: PeerAssignmentInput): PeerPlan {
  const open = seededOrder(subjects, seed).map((person: PeerSubject): Subject => ({
    person,
    excluded: new Set([person.id, person.managerId, person.presentManagerId].filter((id) => typeof id === 'string')),
    picks: [],
    existingPeers: 0,
  }));
  const loads = applyExisting(open, existing);
  const pools = new PeerPools(seededOrder(candidates, seed), loads, settings.preferSameDepartment, roomOf);
  for (const subject of open) fill(subject, settings.maxPeers - subject.existingPeers, pools);
  balance(open, pools);
  const picks = picksOfAll(open);
  return { picks, ...peerFigures({ subjects, existing, picks, minPeers: settings.minPeers }) };
}

/** Excludes existing evaluators, counts existing peers, and returns the peer evaluations by evaluator. */
function applyExisting(subjects: readonly Subject[], existing: readonly ExistingRole[]): Map<string, number> {
  const byId = new Map(subjects.map((subject) => [subject.person.id, subject]));
  const loads = new Map<string, number>();
  for (const { subjectId, evaluatorId, evaluatorType } of existing) {
    const subject = byId.get(subjectId);
    subject?.excluded.add(evaluatorId);
    if (evaluatorType !== EvaluatorType.Peer) continue;
    if (subject) subject.existingPeers += 1;
    loads.set(evaluatorId, (loads.get(evaluatorId) ?? 0) + 1);
  }
  return loads;
}

function isEligible(subject: Subject, { person, load, maxLoad }: PoolMember): boolean {
  return (
    load < maxLoad &&
    !subject.excluded.has(person.id) &&
    person.managerId !== subject.person.id &&
    !subject.picks.some(({ member }) => member.person === person)
  );
}

function fill(subject: Subject, target: number, pools: PeerPools): void {
  const isFull = () => subject.picks.length >= target;
  for (const rank of pools.ranks) {
    if (isFull()) break;
    for (const member of pools.pool(rank, subject.person)) {
      if (isFull()) break;
      if (isEligible(subject, member)) subject.picks.push({ subject, rank, member });
    }
  }
  for (const { member } of subject.picks) pools.raise(member);
}

/** Moves picks from more to less loaded evaluators until no move improves the balance. */
function balance(subjects: readonly Subject[], pools: PeerPools): void {
  const { members } = pools.everyone;
  const picksOf: Set<Placement>[] = members.map(() => new Set());
  for (const subject of subjects) for (const pick of subject.picks) picksOf[pick.member.index]?.add(pick);

  const relieve = (high: PoolMember): boolean => {
    for (const pick of picksOf[high.index] ?? []) {
      const lower = lessLoaded(pick, pools);
      if (!lower) continue;
      pools.lower(high);
      pools.raise(lower);
      picksOf[high.index]?.delete(pick);
      picksOf[lower.index]?.add(pick);
      pick.member = lower;
      return true;
    }
    return false;
  };

  // Passes repeat because a move can make another one possible above it.
  for (let moved = true; moved;) {
    moved = false;
    for (let at = members.length - 1; at > 0;) {
      const high = members[at];
      const least = members[0];
      if (!high || !least || high.load - least.load < 2) break;
      if (relieve(high)) moved = true;
      else at -= 1;
    }
  }
}

/** Returns the least loaded candidate of equal rank with at least two evaluations less than the pick's evaluator. */
function lessLoaded({ subject, rank, member: high }: Placement, pools: PeerPools): PoolMember | null {
  // Every candidate left in the pool of this rank has exactly this rank: those of better ranks have all been picked.
  for (const member of pools.pool(rank, subject.person)) {
    if (member.load > high.load - 2) return null;
    if (isEligible(subject, member)) return member;
  }
  return null;
}

function picksOfAll(subjects: readonly Subject[]): PeerPick[] {
  return subjects.flatMap(({ person, picks }) =>
    picks.map(({ member }): PeerPick => {
      return { subjectId: person.id, evaluatorId: member.person.id, reason: reasonOf(person, member) };
    }),
  );
}

interface AssignedPeers extends Pick<PeerAssignmentInput, 'subjects' | 'existing'> {
  picks: readonly Pick<PeerPick, 'subjectId' | 'evaluatorId'>[];
  minPeers: number;
}

/** The figures of an assignment once `picks` are added to the existing roles. */
export function peerFigures({ subjects, existing, picks, minPeers }: AssignedPeers): PeerFigures {
  const peers = [...existing.filter(({ evaluatorType }) => evaluatorType === EvaluatorType.Peer), ...picks];
  const assignedTo = countBy(peers.map(({ subjectId }) => subjectId));
  const belowMinimum = subjects
    .map(({ id }) => ({ subjectId: id, assigned: assignedTo.get(id) ?? 0 }))
    .filter(({ assigned }) => assigned < minPeers)
    .sort((a, b) => (a.subjectId < b.subjectId ? -1 : 1));
  let maxPerEvaluator = 0;
  for (const load of countBy(peers.map(({ evaluatorId }) => evaluatorId)).values())
    maxPerEvaluator = Math.max(maxPerEvaluator, load);
  return { belowMinimum, maxPerEvaluator };
}

function countBy(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function reasonOf(subject: PeerPerson, { person, load }: PoolMember): PeerReason {
  const same = (a: string | null, b: string | null) => a !== null && a === b;
  return {
    sameDepartment: same(subject.departmentId, person.departmentId),
    sameManager: same(subject.managerId, person.managerId),
    sameJobProfile: same(subject.jobProfileId, person.jobProfileId),
    load,
  };
}

/** Describes the reason of a pick for the dry run. */
export function describePeerReason(reason: PeerReason): string {
  const shared = [
    ...(reason.sameDepartment ? ['department'] : []),
    ...(reason.sameManager ? ['manager'] : []),
    ...(reason.sameJobProfile ? ['job profile'] : []),
  ];
  const what = shared.length > 0 ? `same ${shared.join(', ')}` : 'no closer colleague available';
  return `${what}; ${reason.load} peer evaluation${reason.load === 1 ? '' : 's'} in this cycle`;
}
