import type { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import type { Participant, ParticipantOrigin } from '../../shared/evaluation/participants/participant.model';
import { isWithdrawn } from '../../shared/evaluation/participants/participation.rules';
import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import { toInstantOrNull } from '../../shared/kernel/clock';
import { resourceFields } from '../http/resource-fields';
import type { Id, Instant, ResourceFields } from '../http/types';

/** How far an evaluation is that can still be answered. */
export enum ParticipantProgress {
  NotSubmitted = 'NotSubmitted',
  NotStarted = 'NotStarted',
  Started = 'Started',
}

/** The order of the participants of a cycle. */
export type ParticipantOrder = 'subject' | '-subject' | 'department' | '-department' | 'progress' | '-progress';

/** One evaluator's evaluation of one subject, without the answers. */
export interface ParticipantView extends ResourceFields {
  cycleId: Id;
  /** Name of the cycle. */
  cycle: string;
  subjectId: Id;
  /** Full name of the subject. */
  subject: string | null;
  /** Name of the subject's department when the cycle was generated. */
  department: string | null;
  evaluatorId: Id;
  /** Full name of the evaluator. */
  evaluator: string | null;
  evaluatorType: EvaluatorType;
  status: ParticipantStatus;
  /**
   * True when the evaluation is no longer requested: it is not submitted, and the evaluator or the subject has left. It
   * does not count toward completion.
   */
  withdrawn: boolean;
  /** How it was added: by the generation, automatic assignment, manually or by a nomination. */
  origin: ParticipantOrigin;
  /** When the first answer was saved. */
  startedAt: Instant | null;
  submittedAt: Instant | null;
  acknowledgedAt: Instant | null;
}

/** A participant as lists read it: without answers and scores. */
export type ParticipantRow = Omit<Participant, 'answers' | 'score' | 'potential'>;

/** The names that participants of one cycle refer to. */
export interface ParticipantNames {
  cycle: string;
  /** Full name of an employee or guest. */
  employee(id: string): string | null;
  /** Name of the department of a subject. */
  department(subjectId: string): string | null;
}

/** Returns a participant as the API shows it. */
export function toParticipantView(row: ParticipantRow, names: ParticipantNames): ParticipantView {
  const { cycleId, subjectId, evaluatorId, evaluatorType, status, origin } = row;
  return {
    ...resourceFields(row),
    cycleId,
    cycle: names.cycle,
    subjectId,
    subject: names.employee(subjectId),
    department: names.department(subjectId),
    evaluatorId,
    evaluator: names.employee(evaluatorId),
    evaluatorType,
    status,
    withdrawn: isWithdrawn(row),
    origin,
    startedAt: toInstantOrNull(row.startedAt),
    submittedAt: toInstantOrNull(row.submittedAt),
    acknowledgedAt: toInstantOrNull(row.acknowledgedAt),
  };
}
