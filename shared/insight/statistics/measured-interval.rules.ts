import { ASSUMED_RELIABILITY } from '../../evaluation/reliability.rules';
import { type Interval, type ScoreError, scoreInterval } from '../../evaluation/score-interval.rules';
import { overallOf, scoresIn, type SubjectTally, type TypeTally } from '../../evaluation/subject-tally.rules';
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
  let total = 0;
  for (const type of EVALUATOR_TYPES) if (hasScores(tally?.types[type])) total += weights[type];
  const errors: ScoreError[] = [];
  for (const type of EVALUATOR_TYPES) {
    const ofType = tally?.types[type];
    if (!hasScores(ofType)) continue;
    const { variance, singleRater } = statistics.types[type];
    errors.push({
      weight: total === 0 ? 0 : weights[type] / total,
      raters: scoresIn(ofType ?? {}),
      variance,
      reliability: singleRater ?? ASSUMED_RELIABILITY[type],
    });
  }
  return scoreInterval(overallOf(tally, weights), errors, scale);
}

const hasScores = (ofType: TypeTally | undefined): boolean => (ofType?.mean ?? null) !== null;

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
  const { low, high } = interval;
  return nineBoxLevel(levelOfScore(low, scale), thresholds) !== nineBoxLevel(levelOfScore(high, scale), thresholds);
}
