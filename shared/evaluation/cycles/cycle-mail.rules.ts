import { CONSOLE_PAGES } from '../../comms/console-pages';
import type { EvaluatorType } from '../../framework/evaluator-type';
import { refusal, type Refusal } from '../../kernel/refusals/refusal';
import { answersAreWritable } from './cycle-status';
import { isOver } from './cycle-visibility.rules';
import type { Cycle } from './cycle.model';

/** The emails about a cycle; their templates, and those of their notifications that exist, have the same names. */
export const CYCLE_MAILS = ['cycle-opened', 'deadline-reminder', 'results-published', 'evaluations-added'] as const;
export type CycleMail = (typeof CYCLE_MAILS)[number];

/** How far an evaluation is that is not submitted. */
export enum AnswerProgress {
  NotStarted = 'NotStarted',
  Started = 'Started',
}

/** Which evaluators a reminder goes to; null does not restrict. */
export interface MailPart {
  evaluatorType: EvaluatorType | null;
  /** The evaluator's current department. */
  departmentId: string | null;
  progress: AnswerProgress | null;
  /** The ids of chosen participants, in order. */
  participantIds: string[] | null;
}

export const EVERYONE: MailPart = { evaluatorType: null, departmentId: null, progress: null, participantIds: null };

/** A second POST within this time answers with the job of the first (docs/behaviour.md, "Emails"). */
export const SAME_TRIGGER_MS = 10 * 60 * 1_000;

/**
 * Returns why an email about a cycle cannot be sent in its present status, or null: evaluators receive emails while
 * they can answer, subjects once the cycle is over, when the announcement also publishes unpublished results.
 */
export function cycleMailRefusal(kind: CycleMail, cycle: Pick<Cycle, 'status'>): Refusal | null {
  if (kind === 'results-published')
    return isOver(cycle.status) ? null : refusal('CYCLE_NOT_OVER_FOR_MAIL', { status: cycle.status });
  return answersAreWritable(cycle.status) ? null : refusal('CYCLE_NOT_OPEN_FOR_MAIL', { status: cycle.status });
}

/** Returns the page that the email links to, below the organization's address. */
export function cycleMailPath(kind: CycleMail, cycleId: string): string {
  return kind === 'results-published' ? CONSOLE_PAGES.myResults(cycleId) : CONSOLE_PAGES.myEvaluations;
}
