import { type FieldRefusal, refusal, type Refusal } from '../../kernel/refusals/refusal';
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
  guests: [],
  submittedAt: null,
  decidedAt: null,
  decidedBy: null,
  returnReason: null,
};

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

export function asksForNominations(cycle: NominatingCycle, today: string): boolean {
  return showsNominations(cycle) && answersAreWritable(cycle.status) && !nominationsEnded(cycle.settings, today);
}

export function managerDecides({ peerNomination }: Pick<CycleSettings, 'peerNomination'>): boolean {
  return peerNomination === PeerNomination.SubjectAndManager;
}

/** Why a subject cannot change or submit the nomination, or null. */
export function nominationRefusal(
  cycle: NominatingCycle,
  nomination: Pick<Nomination, 'status'> | null | undefined,
  today: string,
): Refusal | null {
  if (!answersAreWritable(cycle.status)) return cycleRefusal(cycle);
  const { nominationEndDate } = cycle.settings;
  if (nominationsEnded(cycle.settings, today)) return refusal('NOMINATIONS_ENDED', { date: nominationEndDate ?? '' });
  const status = nominationStatus(nomination);
  return status === NominationStatus.Open || status === NominationStatus.Returned
    ? null
    : refusal('NOMINATION_FIXED', { status });
}

/** Why a nomination cannot be approved or returned, or null; both remain possible after its last day. */
export function decisionRefusal(
  cycle: NominatingCycle,
  nomination: Pick<Nomination, 'status'> | null | undefined,
): Refusal | null {
  if (!answersAreWritable(cycle.status)) return cycleRefusal(cycle);
  const status = nominationStatus(nomination);
  return status === NominationStatus.Submitted ? null : refusal('NOMINATION_NOT_SUBMITTED', { status });
}

function cycleRefusal({ status }: NominatingCycle): Refusal {
  return refusal('CYCLE_NAMES_NO_PEERS', { status });
}

export function validateNominationSize(
  count: number,
  { minPeers, maxPeers }: Pick<CycleSettings, 'minPeers' | 'maxPeers'>,
): FieldRefusal[] {
  if (count >= minPeers && count <= maxPeers) return [];
  return [{ field: 'evaluatorIds', ...refusal('MUST_NAME_NUMBER_OF_EMPLOYEES', { min: minPeers, max: maxPeers }) }];
}

/** An employee with the number of evaluations they write in the cycle. */
export interface Candidate extends ProposedEvaluator {
  load: number;
}

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

export function isFull(load: number, { maxEvaluations }: Pick<CycleSettings, 'maxEvaluations'>): boolean {
  return typeof maxEvaluations === 'number' && load >= maxEvaluations;
}

export function fullEvaluator({ maxEvaluations }: Pick<CycleSettings, 'maxEvaluations'>): Refusal {
  return refusal('HAS_MAX_EVALUATIONS', { max: maxEvaluations ?? 0 });
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
): FieldRefusal[] {
  return evaluatorIds.flatMap((id, at): FieldRefusal[] => {
    const field = `evaluatorIds[${at}]`;
    if (evaluatorIds.indexOf(id) < at) return [{ field, ...refusal('MUST_NOT_BE_REPEATED') }];
    const candidate = candidateOf(id);
    if (!candidate) return [{ field, ...refusal('DOES_NOT_EXIST') }];
    switch (peerObstacle(candidate, subject, settings)) {
      case PeerObstacle.Subject:
        return [{ field, ...refusal('MUST_NOT_BE_SUBJECT') }];
      case PeerObstacle.NotActive:
        return [{ field, ...refusal('MUST_BE_ACTIVE_EMPLOYEE') }];
      case PeerObstacle.DirectReport:
        return [{ field, ...refusal('MUST_NOT_BE_DIRECT_REPORT_OF_SUBJECT') }];
      case PeerObstacle.Manager:
        return [{ field, ...refusal('MUST_NOT_BE_MANAGER_OF_SUBJECT') }];
      case PeerObstacle.HasRole:
        return [{ field, ...refusal('ALREADY_EVALUATES_SUBJECT') }];
      case PeerObstacle.MaxEvaluations:
        return [{ field, ...fullEvaluator(settings) }];
      case null:
        return [];
    }
  });
}
