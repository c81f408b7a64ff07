import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { FULL_PRECISION } from '../../shared/evaluation/disclosure/disclosure.rules';
import type { ParticipantStatus } from '../../shared/evaluation/participants/participant-status';
import type { Participant } from '../../shared/evaluation/participants/participant.model';
import { round2OrNull } from '../../shared/evaluation/score.rules';
import type { SubjectResult } from '../../shared/insight/subject-result.rules';
import { toInstantOrNull } from '../../shared/kernel/clock';
import type { CalendarDate, Id, Instant } from '../http/types';
import { type ScoreScale } from './evaluation-results.dto';

/** Your own evaluation in a cycle. Once it is submitted, use it to acknowledge your results. */
export interface OwnSelfEvaluation {
  id: Id;
  status: ParticipantStatus;
  acknowledgedAt: Instant | null;
}

/** Results of a cycle that are published to you. */
export interface MyResultRow {
  cycleId: Id;
  /** @example "Annual review 2026" */
  cycle: string;
  startDate: CalendarDate | null;
  endDate: CalendarDate | null;
  resultsPublishedAt: Instant | null;
  /** When your manager or HR released the results to you, or published those of the cycle. */
  releasedAt: Instant | null;
  /**
   * The effective score, on `scale`: calibrated, otherwise overall.
   * @example 3.85
   */
  effective: number | null;
  /**
   * The width of the range around `effective` that contains the exact score: 0.01, but wider where the score contains
   * the mean of a hidden group, which is replaced by the middle of its quarter of the scale.
   * @example 0.01
   */
  scorePrecision: number | null;
  scale: ScoreScale;
  /** @example 5 */
  submitted: number;
  /** @example 6 */
  totalParticipants: number;
  complete: boolean;
  /** Null without a Self evaluation. */
  selfEvaluation: OwnSelfEvaluation | null;
}

/** Returns the results of one cycle as their subject sees them in the list: scores with two decimals. */
export function toMyResultRow(
  cycle: Cycle,
  { effective, calibrated, precision, scale, participation, complete, releasedAt }: SubjectResult,
  self: Participant | undefined,
): MyResultRow {
  return {
    cycleId: cycle._id,
    cycle: cycle.name,
    startDate: cycle.startDate,
    endDate: cycle.endDate,
    resultsPublishedAt: toInstantOrNull(cycle.resultsPublishedAt),
    releasedAt: toInstantOrNull(releasedAt),
    effective: round2OrNull(effective),
    scorePrecision: calibrated === null ? precision : FULL_PRECISION,
    scale: { min: scale.min, max: scale.max },
    submitted: participation.submitted,
    totalParticipants: participation.totalParticipants,
    complete,
    selfEvaluation: self
      ? { id: self._id, status: self.status, acknowledgedAt: toInstantOrNull(self.acknowledgedAt) }
      : null,
  };
}
