import { type Participation, subjectIsComplete } from '../../shared/evaluation/completeness.rules';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import type { Evaluation } from '../../shared/evaluation/evaluation.model';
import { subjectCounts } from '../../shared/evaluation/participants/participation.rules';
import { effectiveScore } from '../../shared/evaluation/score.rules';
import { overallOf, participationOf } from '../../shared/evaluation/subject-tally.rules';

/** The scores of one subject of a cycle, unrounded, and the progress of its evaluators. */
export interface SubjectScore extends Participation {
  overall: number | null;
  calibrated: number | null;
  effective: number | null;
  /** Whether the report is complete. */
  complete: boolean;
  /** Mean of the potential in the managers' answers, on the scale of the template; null when none rated it. */
  managerPotential: number | null;
}

/** The fields of an evaluation that determine the scores. */
export const SCORED_FIELDS = ['subjectPresence', 'calibrated', 'calibratedAt', 'tally'] as const;
type ScoredEvaluation = Pick<Evaluation, (typeof SCORED_FIELDS)[number]>;

/**
 * Returns the scores of a subject from its stored tally (docs/adr/0026). New weights apply at once, since the means of
 * the evaluator types are stored.
 */
export function subjectScore(
  cycle: Pick<Cycle, 'settings' | 'status' | 'closedAt'>,
  evaluation: ScoredEvaluation,
): SubjectScore {
  const { calibrated, calibratedAt, tally } = evaluation;
  const overall = overallOf(tally, cycle.settings.weights);
  const counts = participationOf(tally);
  return {
    ...counts,
    overall,
    calibrated,
    effective: effectiveScore(overall, calibrated),
    complete: subjectIsComplete({
      cycle,
      counts: subjectCounts(evaluation),
      participation: counts,
      useCalibration: cycle.settings.useCalibration,
      calibrationApplied: calibratedAt !== null,
    }),
    managerPotential: tally?.managerPotential ?? null,
  };
}
