import { round2, SCORE_EPSILON } from '../evaluation/score.rules';
import { EvaluatorType } from '../framework/evaluator-type';
import type { RatingScale } from '../framework/template.rules';

/** Groups whose members do not expect to be known: they are hidden while few of them have answered. */
const ANONYMOUS_TYPES: readonly EvaluatorType[] = [
  EvaluatorType.Peer,
  EvaluatorType.DirectReport,
  EvaluatorType.Stakeholder,
];

/**
 * The rater groups that a subject or manager does not see: Peer, DirectReport and Stakeholder with answers, but of fewer
 * than `minimum` evaluators (decisions 6, "Anonymity"). A null minimum hides nothing: HR sees all.
 */
export function hiddenGroups(
  groups: readonly { evaluatorType: EvaluatorType; submitted: number }[],
  minimum: number | null,
): ReadonlySet<EvaluatorType> {
  if (minimum === null) return new Set();
  return new Set(
    groups
      .filter(
        ({ evaluatorType, submitted }) =>
          ANONYMOUS_TYPES.includes(evaluatorType) && submitted > 0 && submitted < minimum,
      )
      .map(({ evaluatorType }) => evaluatorType),
  );
}

/** The precision of a score that no one has to be protected from: two decimals. */
export const FULL_PRECISION = 0.01;

/** Steps to which an overall score may be rounded, the finest first. */
const STEPS: readonly number[] = [0.1, 0.5, 1, 5, 10];

/** Whoever solves for a hidden mean must be left with at least this share of the scale. */
const MIN_DOUBT = 1 / 3;

/** A score coarser than this share of the scale says nothing any more. */
const COARSEST = 1 / 4;

/**
 * To which step a viewer's overall score is rounded. An exact one next to the visible groups would give the mean of the
 * hidden ones away: weights are no secret, and what remains is theirs. So it is as coarse as leaves a third of the scale
 * in doubt; null: it is withheld, since no useful step does. Nothing is lost when the hidden groups together have
 * `minimum` answers, since their common mean is then no more than any shown group tells.
 */
export function overallPrecision(
  groups: readonly { evaluatorType: EvaluatorType; submitted: number; rescaledWeight: number }[],
  minimum: number | null,
  { min, max }: Pick<RatingScale, 'min' | 'max'>,
): number | null {
  const hidden = hiddenGroups(groups, minimum);
  const ofHidden = groups.filter(({ evaluatorType }) => hidden.has(evaluatorType));
  const answers = ofHidden.reduce((sum, { submitted }) => sum + submitted, 0);
  const share = ofHidden.reduce((sum, { rescaledWeight }) => sum + rescaledWeight, 0);
  if (share === 0 || minimum === null || answers >= minimum) return FULL_PRECISION;
  const width = max - min;
  return STEPS.find((step) => step / share >= width * MIN_DOUBT - SCORE_EPSILON && step <= width * COARSEST) ?? null;
}

/**
 * A score to a precision of `overallPrecision`, half up and inside of its scale; unrounded at full precision, null where it
 * is withheld.
 */
export function toPrecision(
  score: number | null,
  precision: number | null,
  { min, max }: Pick<RatingScale, 'min' | 'max'>,
): number | null {
  if (score === null || precision === null) return null;
  if (precision === FULL_PRECISION) return score;
  const rounded = round2(Math.floor(score / precision + 0.5 + SCORE_EPSILON) * precision);
  return Math.min(max, Math.max(min, rounded));
}
