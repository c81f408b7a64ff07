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
  /** Full name of the person evaluated. */
  subject: string | null;
  evaluatorId: Id;
  /** Full name of the evaluator. */
  evaluator: string | null;
  evaluatorType: EvaluatorType;
  status: ParticipantStatus;
  /**
   * True when the questionnaire is no longer requested: it is not submitted, and the evaluator or the subject has left. It
   * does not count towards completion.
   */
  withdrawn: boolean;
  /** Generation, automatic assignment, by hand or by the nomination of the subject. */
  origin: ParticipantOrigin;
  /** The first answer that was saved. */
  startedAt: Instant | null;
  submittedAt: Instant | null;
  acknowledgedAt: Instant | null;
}

/** What lists read of a participant: everything but answers and scores. */
export type ParticipantRow = Omit<Participant, 'answers' | 'score' | 'potential'>;

/** A participant as the API shows it; `employee` gives full names. */
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
