import { refusal, type Refusal } from '../../kernel/refusals/refusal';
import { EmployeeStatus } from '../../people/employee-status';
import { answersAreWritable, CycleStatus } from '../cycles/cycle-status';
import { countsAsSubmitted, type ParticipantStatus } from './participant-status';
import { isGone, Presence } from './presence';

/**
 * Who evaluates, who counts and who may still act (docs/people-over-time.md). Everything decides by these functions or
 * by the equivalent filters of participation.store.
 */

/** What decides about the evaluation of a subject as a whole. */
export interface SubjectFacts {
  subjectPresence: Presence;
}

export interface ParticipantFacts extends SubjectFacts {
  status: ParticipantStatus;
  evaluatorPresence: Presence;
}

/** True when the rows of a cycle follow changes of employees: those of a Closed or Archived cycle do not change. */
export function followsPeople(status: CycleStatus): boolean {
  return status !== CycleStatus.Closed && status !== CycleStatus.Archived;
}

/** Returns the presence that the rows of an employee get; null keeps it, as for someone OnLeave. */
export function presenceOf({ status, isDeleted }: { status: EmployeeStatus; isDeleted: boolean }): Presence | null {
  if (isDeleted) return Presence.Deleted;
  if (status === EmployeeStatus.Terminated) return Presence.Left;
  return status === EmployeeStatus.Active ? Presence.Present : null;
}

/** Whether the row can no longer be answered: it is not submitted, and its evaluator or subject has left. */
export function isWithdrawn({ status, evaluatorPresence, subjectPresence }: ParticipantFacts): boolean {
  return !countsAsSubmitted(status) && (isGone(evaluatorPresence) || isGone(subjectPresence));
}

/** True when the subject counts in completion, dashboards, exports and datasets. */
export function subjectCounts({ subjectPresence }: SubjectFacts): boolean {
  return !isGone(subjectPresence);
}

/** True when the participant counts in the figures of its cycle: not withdrawn, about a subject who counts. */
export function participantCounts(facts: ParticipantFacts): boolean {
  return subjectCounts(facts) && !isWithdrawn(facts);
}

/** True when lists for HR include the row; only rows about deleted subjects are hidden. */
export function isListed({ subjectPresence }: SubjectFacts): boolean {
  return subjectPresence !== Presence.Deleted;
}

/** True when the evaluator sees the row in a cycle that is not Draft. */
export function isListedForEvaluator(facts: ParticipantFacts): boolean {
  return isListed(facts) && !isWithdrawn(facts);
}

/** True when the evaluator can answer now. */
export function canAnswer(facts: ParticipantFacts, cycleStatus: CycleStatus): boolean {
  return !countsAsSubmitted(facts.status) && !isWithdrawn(facts) && answersAreWritable(cycleStatus);
}

/** True when an evaluator who can answer is also reminded; someone OnLeave is not. */
export function isReminded(evaluator: EmployeeStatus): boolean {
  return evaluator === EmployeeStatus.Active;
}

/** Returns why a participant's answers cannot be saved or submitted now; null when they can. */
export function answerRefusal(facts: ParticipantFacts, cycleStatus: CycleStatus): Refusal | null {
  if (countsAsSubmitted(facts.status)) return refusal('EVALUATION_IS_SUBMITTED', { status: facts.status });
  if (isWithdrawn(facts))
    return facts.subjectPresence === Presence.Withdrawn
      ? refusal('EVALUATION_WITHDRAWN_BY_HR')
      : refusal('EVALUATION_WITHDRAWN');
  return answersAreWritable(cycleStatus) ? null : refusal('CYCLE_TAKES_NO_ANSWERS', { status: cycleStatus });
}

/** Returns why a submitted evaluation cannot be reopened for its evaluator; null when it can. */
export function reopeningRefusal(facts: ParticipantFacts, cycleStatus: CycleStatus): Refusal | null {
  if (!countsAsSubmitted(facts.status)) return refusal('EVALUATION_NOT_SUBMITTED', { status: facts.status });
  if (isGone(facts.evaluatorPresence) || isGone(facts.subjectPresence)) return refusal('EVALUATOR_OR_SUBJECT_LEFT');
  return answersAreWritable(cycleStatus) ? null : refusal('CYCLE_REOPENS_NO_EVALUATION', { status: cycleStatus });
}

/** Returns the share of those asked who answered, 0..1 with four decimals; null before anyone was asked. */
export function participationRate(answered: number, asked: number | null): number | null {
  if (asked === null) return null;
  return asked === 0 ? 0 : Math.min(1, Math.round((10_000 * answered) / asked) / 10_000);
}
