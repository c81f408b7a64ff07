import type { EvaluatorType } from '../../framework/evaluator-type';
import type { RatingScale } from '../../framework/template.rules';
import { ASSUMED_RELIABILITY } from '../reliability.rules';
import { type Interval, scoreInterval } from '../score-interval.rules';
import { round2OrNull, type ScoreExplanation } from '../score.rules';
import { quarterOf } from './guarded-group.rules';

/**
 * Returns the interval that a subject or manager sees. The true variance and reliability of a cycle depend on
 * everyone's answers: equal peers would give an interval without width, and two publishings would reveal how far one
 * changed answer lies from the rest. So both are assumed: a standard deviation of a quarter of the scale, and the
 * reliability of the literature. The rest is visible anyway: the shown score, the weights and the number of raters.
 * `slack` is the largest difference between the exact score and the shown one.
 */
export function shownInterval(
  { overall, types }: Pick<ScoreExplanation, 'overall' | 'types'>,
  scoresOf: (type: EvaluatorType) => number,
  scale: Pick<RatingScale, 'min' | 'max'>,
  slack: number,
): Interval | null {
  const errors = types.map(({ evaluatorType, rescaledWeight }) => ({
    weight: rescaledWeight,
    raters: scoresOf(evaluatorType),
    variance: quarterOf(scale) ** 2,
    reliability: ASSUMED_RELIABILITY[evaluatorType],
  }));
  return scoreInterval(round2OrNull(overall), errors, scale, slack);
}
