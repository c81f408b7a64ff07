import { type ScoreExplanation, SCORE_EPSILON, weightedMean } from '../evaluation/score.rules';
import { EvaluatorType, type EvaluatorWeights } from '../framework/evaluator-type';
import type { RatingScale } from '../framework/template.rules';

/** How a subject's own view of a competency differs from that of the others. */
export enum ComparisonKind {
  BlindSpot = 'BlindSpot',
  HiddenStrength = 'HiddenStrength',
  Agreed = 'Agreed',
}

/** A self-score that differs by at least this share of the width of the scale is a blind spot or a hidden strength. */
const NOTABLE_SHARE = 1 / 5;

/** At least this share of today's evaluators has to have taken part before, for the two results to be compared. */
const SHARED_SHARE = 1 / 2;

/** One cycle of a subject: what is shown of each competency, who of the others submitted, and the scale. */
export interface ComparedCycle {
  scale: Pick<RatingScale, 'min' | 'max'>;
  weights: Readonly<EvaluatorWeights>;
  competencies: ReadonlyMap<string, ScoreExplanation>;
  /** Submitted evaluators but Self. */
  evaluatorIds: readonly string[];
}

/** Self against others at one competency, unrounded, and others then and now. */
export interface CompetencyComparison {
  competencyId: string;
  self: number | null;
  others: number | null;
  difference: number | null;
  kind: ComparisonKind | null;
  previous: number | null;
  change: number | null;
  isComparable: boolean;
}

/** Compares the competencies of a subject in a cycle with the subject's own view, and with an earlier cycle. */
export function compareCompetencies(today: ComparedCycle, earlier: ComparedCycle | null): CompetencyComparison[] {
  const isSame = earlier !== null && isComparable(today, earlier);
  return Array.from(today.competencies, ([competencyId, explanation]) => {
    const self = meanOf(explanation, EvaluatorType.Self);
    const others = othersMean(explanation, today.weights);
    const before = earlier?.competencies.get(competencyId);
    const previous = earlier && before ? othersMean(before, earlier.weights) : null;
    return {
      competencyId,
      self,
      others,
      difference: minus(self, others),
      kind: kindOf(minus(self, others), today.scale),
      previous,
      change: minus(others, previous),
      isComparable: isSame,
    };
  });
}

/** Null when one of the two views is unknown. */
function kindOf(difference: number | null, { min, max }: Pick<RatingScale, 'min' | 'max'>): ComparisonKind | null {
  if (difference === null) return null;
  const notable = (max - min) * NOTABLE_SHARE - SCORE_EPSILON;
  if (difference >= notable) return ComparisonKind.BlindSpot;
  return difference <= -notable ? ComparisonKind.HiddenStrength : ComparisonKind.Agreed;
}

/** The scales are the same, and at least half of today's evaluators took part then. */
function isComparable(today: ComparedCycle, earlier: ComparedCycle): boolean {
  if (today.scale.min !== earlier.scale.min || today.scale.max !== earlier.scale.max) return false;
  const before = new Set(earlier.evaluatorIds);
  const shared = today.evaluatorIds.filter((id) => before.has(id)).length;
  return shared >= today.evaluatorIds.length * SHARED_SHARE;
}

/** The mean of all types but Self that have one, weighted by the cycle's weights rescaled to 1. */
function othersMean(explanation: ScoreExplanation, weights: Readonly<EvaluatorWeights>): number | null {
  return weightedMean((type) => (type === EvaluatorType.Self ? null : meanOf(explanation, type)), weights);
}

function meanOf({ types }: ScoreExplanation, type: EvaluatorType): number | null {
  return types.find(({ evaluatorType }) => evaluatorType === type)?.mean ?? null;
}

function minus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}
