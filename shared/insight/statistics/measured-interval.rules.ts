import { ASSUMED_RELIABILITY } from '../../evaluation/reliability.rules';
import { type Interval, type ScoreError, scoreInterval } from '../../evaluation/score-interval.rules';
import { overallOf, scoresIn, type SubjectTally } from '../../evaluation/subject-tally.rules';
import { EVALUATOR_TYPES, type EvaluatorWeights } from '../../framework/evaluator-type';
import { levelOfScore } from '../../framework/level.rules';
import type { RatingScale } from '../../framework/template.rules';
import { nineBoxLevel, type NineBoxThresholds } from '../nine-box.rules';
import type { CycleStatistics } from './cycle-statistics.rules';

/** How the scores of a cycle are calculated, and where the levels of the nine-box begin. */
export interface MeasuredCycle {
  weights: Readonly<EvaluatorWeights>;
  scale: Pick<RatingScale, 'min' | 'max'>;
  statistics: CycleStatistics;
}

/**
 * Returns the 90 % interval around the overall score of a subject, for HR: from the variance and the measured
 * reliability of each type in the cycle, or the assumed one where too few subjects have two raters. Unrounded; null
 * without a score or a variance.
 */
export function measuredInterval(
  tally: Pick<SubjectTally, 'types'> | undefined,
  { weights, scale, statistics }: MeasuredCycle,
): Interval | null {
  const counted = EVALUATOR_TYPES.filter((type) => (tally?.types[type]?.mean ?? null) !== null);
  const total = counted.reduce((sum, type) => sum + weights[type], 0);
  const errors = counted.map((type): ScoreError => {
    const { variance, singleRater } = statistics.types[type];
    return {
      weight: total === 0 ? 0 : weights[type] / total,
      raters: scoresIn(tally?.types[type] ?? {}),
      variance,
      reliability: singleRater ?? ASSUMED_RELIABILITY[type],
    };
  });
  return scoreInterval(overallOf(tally, weights), errors, scale);
}

/**
 * Whether another evaluator could have moved the score to another level of the nine-box: its interval contains a border
 * of the level.
 */
export function isNearBorder(
  interval: Interval | null,
  scale: Pick<RatingScale, 'min' | 'max'>,
  thresholds: NineBoxThresholds,
): boolean {
  if (interval === null) return false;
  const levelOf = (score: number) => nineBoxLevel(levelOfScore(score, scale), thresholds);
  return levelOf(interval.low) !== levelOf(interval.high);
}
