import type { EvaluatorType } from '../../framework/evaluator-type';
import type { RatingScale } from '../../framework/template.rules';
import { ASSUMED_RELIABILITY } from '../reliability.rules';
import { type Interval, scoreInterval } from '../score-interval.rules';
import { round2OrNull, type ScoreExplanation } from '../score.rules';
import { quarterOf } from './guarded-group.rules';

/**
 * The interval that a subject or manager is shown. The variance and the reliability of a cycle follow from the answers of everyone in
 * it: where all peers gave the same, an interval without width would say so, and two publishings would tell how far one changed
 * answer lies from the rest. So both are assumed here: a standard deviation of a quarter of the scale, and the reliability
 * of the literature. What remains is the score as it is shown, the weights and the number of raters, which are shown as well.
 * `slack`: how far the exact score may be from the shown one.
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
