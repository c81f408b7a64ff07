import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import type { GuardedType } from '../../shared/evaluation/disclosure/guarded-group.rules';
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
   * Peer, DirectReport and Stakeholder groups that the overall score is without, because fewer than the smallest group have
   * rated. A calibrated score is shown as it is.
   */
  hiddenTypes: GuardedType[];
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
  { effective, hiddenTypes, scale, participation, complete, releasedAt }: SubjectResult,
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
    hiddenTypes: [...hiddenTypes],
    scale: { min: scale.min, max: scale.max },
    submitted: participation.submitted,
    totalParticipants: participation.totalParticipants,
    complete,
    selfEvaluation: self
      ? { id: self._id, status: self.status, acknowledgedAt: toInstantOrNull(self.acknowledgedAt) }
      : null,
  };
}
