import { round2OrNull } from '../../shared/evaluation/score.rules';
import type { RatingScale } from '../../shared/framework/template.rules';
import type { Id } from '../http/types';
import type { CompetencyComparison, ComparisonKind } from './comparison.rules';
import type { ScoreScale } from './evaluation-results.dto';

/** The earlier cycle that results are compared with. */
export interface ComparedCycleView {
  id: Id;
  /** @example "Annual review 2025" */
  name: string;
}

/** A competency or skill in the self-assessment and in the others' assessment, with two decimals, on `scale`. */
export interface CompetencyComparisonView {
  competencyId: Id;
  competency: string | null;
  /** @example 4 */
  self: number | null;
  /**
   * All evaluator types but Self, weighted by the cycle's weights, from the figures that you can see.
   * @example 3.2
   */
  others: number | null;
  /**
   * `self` minus `others`.
   * @example 0.8
   */
  difference: number | null;
  /**
   * BlindSpot: the self-score is higher than the others' by at least a fifth of the scale; HiddenStrength: lower by as much.
   */
  kind: ComparisonKind | null;
  /** `others` in the earlier cycle, on the scale of that cycle. */
  previous: number | null;
  /** `others` minus `previous`. */
  change: number | null;
  /** False when the scales differ or fewer than half of the submitted evaluators but Self took part in the earlier cycle. */
  isComparable: boolean;
}

/** Self compared with others, and with an earlier cycle. */
export interface ComparisonView {
  scale: ScoreScale;
  /** Null without an earlier cycle. */
  with: ComparedCycleView | null;
  competencies: CompetencyComparisonView[];
}

export function toComparisonView(
  { min, max }: Pick<RatingScale, 'min' | 'max'>,
  earlier: { _id: string; name: string } | null,
  compared: readonly CompetencyComparison[],
  nameOf: (competencyId: string) => string | null,
): ComparisonView {
  return {
    scale: { min, max },
    with: earlier && { id: earlier._id, name: earlier.name },
    competencies: compared.map(({ competencyId, kind, isComparable, ...figures }) => ({
      competencyId,
      competency: nameOf(competencyId),
      self: round2OrNull(figures.self),
      others: round2OrNull(figures.others),
      difference: round2OrNull(figures.difference),
      kind,
      previous: round2OrNull(figures.previous),
      change: round2OrNull(figures.change),
      isComparable,
    })),
  };
}
