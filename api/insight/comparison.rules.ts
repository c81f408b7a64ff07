import { type ScoreExplanation, SCORE_EPSILON, weightedMean } from '../../shared/evaluation/score.rules';
import { EvaluatorType, type EvaluatorWeights } from '../../shared/framework/evaluator-type';
import type { RatingScale } from '../../shared/framework/template.rules';

/** How a subject's self-assessment of a competency differs from the others' assessment. */
export enum ComparisonKind {
  BlindSpot = 'BlindSpot',
  HiddenStrength = 'HiddenStrength',
  Agreed = 'Agreed',
}

/** A self-score that differs by at least this share of the scale's width is a blind spot or a hidden strength. */
const NOTABLE_SHARE = 1 / 5;

/** At least this share of today's evaluators must have taken part in the earlier cycle for a comparison. */
const SHARED_SHARE = 1 / 2;

/** One cycle of a subject: the visible competency scores, the evaluators other than Self who submitted, and the scale. */
export interface ComparedCycle {
  scale: Pick<RatingScale, 'min' | 'max'>;
  weights: Readonly<EvaluatorWeights>;
  competencies: ReadonlyMap<string, ScoreExplanation>;
  /** Evaluators other than Self who submitted. */
  evaluatorIds: readonly string[];
}

/** Self compared with others at one competency, unrounded, and others earlier and now. */
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

/** Compares a subject's competencies in a cycle with their self-assessment and with an earlier cycle. */
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

/** Null when one of the two is unknown. */
function kindOf(difference: number | null, { min, max }: Pick<RatingScale, 'min' | 'max'>): ComparisonKind | null {
  if (difference === null) return null;
  const notable = (max - min) * NOTABLE_SHARE - SCORE_EPSILON;
  if (difference >= notable) return ComparisonKind.BlindSpot;
  return difference <= -notable ? ComparisonKind.HiddenStrength : ComparisonKind.Agreed;
}

/** Whether the scales are equal and at least half of today's evaluators took part in the earlier cycle. */
function isComparable(today: ComparedCycle, earlier: ComparedCycle): boolean {
  if (today.scale.min !== earlier.scale.min || today.scale.max !== earlier.scale.max) return false;
  const before = new Set(earlier.evaluatorIds);
  const shared = today.evaluatorIds.filter((id) => before.has(id)).length;
  return shared >= today.evaluatorIds.length * SHARED_SHARE;
}

/** Returns the mean of all types but Self, weighted by the cycle's weights rescaled to 1. */
function othersMean(explanation: ScoreExplanation, weights: Readonly<EvaluatorWeights>): number | null {
  return weightedMean((type) => (type === EvaluatorType.Self ? null : meanOf(explanation, type)), weights);
}

function meanOf({ types }: ScoreExplanation, type: EvaluatorType): number | null {
  return types.find(({ evaluatorType }) => evaluatorType === type)?.mean ?? null;
}

function minus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}
