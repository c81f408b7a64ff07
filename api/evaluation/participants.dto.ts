import type { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import type { Participant, ParticipantOrigin } from '../../shared/evaluation/participants/participant.model';
import { isWithdrawn } from '../../shared/evaluation/participants/participation.rules';
import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import { toInstantOrNull } from '../../shared/kernel/clock';
import { resourceFields } from '../http/resource-fields';
import type { Id, Instant, ResourceFields } from '../http/types';

/** One evaluator's evaluation of one subject, without the answers. */
export interface ParticipantView extends ResourceFields {
  cycleId: Id;
  /** Name of the cycle. */
  cycle: string;
  subjectId: Id;
  /** Full name of the subject. */
  subject: string | null;
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

/** Returns a participant as the API shows it; `employee` returns full names. */
export function toParticipantView(
  row: ParticipantRow,
  cycle: string,
  employee: (id: string) => string | null,
): ParticipantView {
  const { cycleId, subjectId, evaluatorId, evaluatorType, status, origin } = row;
  return {
    ...resourceFields(row),
    cycleId,
    cycle,
    subjectId,
    subject: employee(subjectId),
    evaluatorId,
    evaluator: employee(evaluatorId),
    evaluatorType,
    status,
    withdrawn: isWithdrawn(row),
    origin,
    startedAt: toInstantOrNull(row.startedAt),
    submittedAt: toInstantOrNull(row.submittedAt),
    acknowledgedAt: toInstantOrNull(row.acknowledgedAt),
  };
}
