import { type FieldError } from '../../kernel/errors';
import { sentence, type Sentence } from '../../kernel/refusals/sentence';
import { EmployeeStatus } from '../../people/employee-status';
import { type CycleSettings, PeerNomination, takesNominations } from '../cycles/cycle-settings.rules';
import { answersAreWritable, CycleStatus } from '../cycles/cycle-status';
import type { Cycle } from '../cycles/cycle.model';
import type { EvaluatedSubject, ProposedEvaluator } from '../participants/evaluator-change.rules';
import { type Nomination, NominationStatus, PeerObstacle } from './nomination';

/** What of a cycle decides about nominations (docs/behaviour.md, "Nominations"). */
export type NominatingCycle = Pick<Cycle, 'status' | 'generatedAt' | 'settings'>;

/** The nomination of a subject who has named no peers yet. */
export const NO_NOMINATION: Readonly<Nomination> = {
  status: null,
  peerIds: [],
  submittedAt: null,
  decidedAt: null,
  decidedBy: null,
  returnReason: null,
};

/** The status of a stored nomination. */
export function nominationStatus(nomination: Pick<Nomination, 'status'> | null | undefined): NominationStatus {
  return nomination?.status ?? NominationStatus.Open;
}

/** Whether subjects see their nominations: the cycle takes them, is generated and is not a Draft. */
export function showsNominations({ status, generatedAt, settings }: NominatingCycle): boolean {
  return takesNominations(settings) && generatedAt !== null && status !== CycleStatus.Draft;
}

/** Whether the last day of nominations is past; `today` is the date in the organization's time zone. */
export function nominationsEnded(
  { nominationEndDate }: Pick<CycleSettings, 'nominationEndDate'>,
  today: string,
): boolean {
  return typeof nominationEndDate === 'string' && nominationEndDate < today;
}

/** Whether subjects are asked to name peers today. */
export function asksForNominations(cycle: NominatingCycle, today: string): boolean {
  return showsNominations(cycle) && answersAreWritable(cycle.status) && !nominationsEnded(cycle.settings, today);
}

/** Whether the manager of the evaluation decides on a nomination. */
export function managerDecides({ peerNomination }: Pick<CycleSettings, 'peerNomination'>): boolean {
  return peerNomination === PeerNomination.SubjectAndManager;
}

/** Why a subject cannot change or submit the nomination, or null. */
export function nominationRefusal(
  cycle: NominatingCycle,
  nomination: Pick<Nomination, 'status'> | null | undefined,
  today: string,
): string | Sentence | null {
  if (!answersAreWritable(cycle.status)) return cycleRefusal(cycle);
  const { nominationEndDate } = cycle.settings;
  if (nominationsEnded(cycle.settings, today))
    return sentence`Peers could be named until ${nominationEndDate ?? ''}. Ask HR to assign them.`;
  const status = nominationStatus(nomination);
  return status === NominationStatus.Open || status === NominationStatus.Returned
    ? null
    : sentence`This nomination is ${status}. It can no longer change.`;
}

/** Why a nomination cannot be approved or returned, or null; both remain possible after its last day. */
export function decisionRefusal(
  cycle: NominatingCycle,
  nomination: Pick<Nomination, 'status'> | null | undefined,
): string | Sentence | null {
  if (!answersAreWritable(cycle.status)) return cycleRefusal(cycle);
  const status = nominationStatus(nomination);
  return status === NominationStatus.Submitted
    ? null
    : sentence`This nomination is ${status}. Only a Submitted one is decided.`;
}

function cycleRefusal({ status }: NominatingCycle): Sentence {
  return sentence`The cycle is ${status}; peers are named while it is Open or InProgress.`;
}

/** Returns the problems of the number of nominated peers. */
export function validateNominationSize(
  count: number,
  { minPeers, maxPeers }: Pick<CycleSettings, 'minPeers' | 'maxPeers'>,
): FieldError[] {
  if (count >= minPeers && count <= maxPeers) return [];
  return [{ field: 'evaluatorIds', ...sentence`must name ${minPeers} to ${maxPeers} employees` }];
}

/** An employee with the number of evaluations they write in the cycle. */
export interface Candidate extends ProposedEvaluator {
  load: number;
}

/** A subject with the employees who already evaluate them. */
export interface NominatingSubject extends EvaluatedSubject {
  evaluatorIds: ReadonlySet<string>;
}

/** Returns why an employee cannot be a peer of the subject, or null. */
export function peerObstacle(
  { id, status, managerId, load }: Candidate,
  subject: NominatingSubject,
  { maxEvaluations }: Pick<CycleSettings, 'maxEvaluations'>,
): PeerObstacle | null {
  if (id === subject.id) return PeerObstacle.Subject;
  if (status !== EmployeeStatus.Active) return PeerObstacle.NotActive;
  if (managerId === subject.id) return PeerObstacle.DirectReport;
  if (subject.managerIds.includes(id)) return PeerObstacle.Manager;
  if (subject.evaluatorIds.has(id)) return PeerObstacle.HasRole;
  return isFull(load, { maxEvaluations }) ? PeerObstacle.MaxEvaluations : null;
}

/** Whether an evaluator has as many evaluations as the cycle allows. */
export function isFull(load: number, { maxEvaluations }: Pick<CycleSettings, 'maxEvaluations'>): boolean {
  return typeof maxEvaluations === 'number' && load >= maxEvaluations;
}

/** Returns the problem of a field that names an evaluator who is full. */
export function fullEvaluator({ maxEvaluations }: Pick<CycleSettings, 'maxEvaluations'>): Sentence {
  return sentence`has ${maxEvaluations ?? 0} evaluations in this cycle, which is its limit`;
}

/**
 * Returns the problems of nominated peers, each on its place in `evaluatorIds`; `candidateOf` returns null for an
 * unknown employee.
 */
export function validateNominees(
  evaluatorIds: readonly string[],
  candidateOf: (id: string) => Candidate | null,
  subject: NominatingSubject,
  settings: Pick<CycleSettings, 'maxEvaluations'>,
): FieldError[] {
  return evaluatorIds.flatMap((id, at): FieldError[] => {
    const field = `evaluatorIds[${at}]`;
    if (evaluatorIds.indexOf(id) < at) return [{ field, message: 'must not be repeated' }];
    const candidate = candidateOf(id);
    if (!candidate) return [{ field, message: 'does not exist in this organization' }];
    switch (peerObstacle(candidate, subject, settings)) {
      case PeerObstacle.Subject:
        return [{ field, message: 'must not be the subject' }];
      case PeerObstacle.NotActive:
        return [{ field, message: 'must be an Active employee' }];
      case PeerObstacle.DirectReport:
        return [{ field, message: 'must not be a direct report of the subject' }];
      case PeerObstacle.Manager:
        return [{ field, message: 'must not be the manager of the subject' }];
      case PeerObstacle.HasRole:
        return [{ field, message: 'already evaluates the subject' }];
      case PeerObstacle.MaxEvaluations:
        return [{ field, ...fullEvaluator(settings) }];
      case null:
        return [];
    }
  });
}
