import { countsAsSubmitted } from '../evaluation/participants/participant-status';
import { isRated, type ScoredParticipant, TypeMeans, weightedMean } from '../evaluation/score.rules';
import { EVALUATOR_TYPES, EvaluatorType, type EvaluatorWeights } from '../framework/evaluator-type';
import type { RatingScale } from '../framework/template.rules';
import type { RequirementItems } from './gaps/gap.rules';

/** All evaluator types but Self, together. */
export const OTHERS = 'Others';

/** What the evaluators of one type say about one competency or skill of a subject. */
export interface CompetencyScore {
  requirementId: string;
  evaluatorType: EvaluatorType | typeof OTHERS;
  /** Evaluators who rated it. */
  raters: number;
  /** Mean of the type on the scale of the template, unrounded; of Others the weighted mean of the types. */
  score: number;
}

/** Types whose members must not be known; their means need the anonymity minimum of raters. */
const GUARDED: ReadonlySet<EvaluatorType> = new Set([
  EvaluatorType.Peer,
  EvaluatorType.DirectReport,
  EvaluatorType.Stakeholder,
]);

/** What decides about the competency scores of a cycle. */
export interface CompetencyScoring {
  items: RequirementItems;
  weights: Readonly<EvaluatorWeights>;
  /** Raters that a mean of peers, direct reports or stakeholders needs. */
  minimum: number;
}

/**
 * The competency scores of one subject by competency and type. A type below the minimum has none, and neither has Others where
 * only such types make it up; elsewhere a hidden mean enters Others as the middle of the quarter of the scale that it lies in, so
 * that it cannot be solved for.
 */
export function competencyScores(
  participants: Iterable<ScoredParticipant>,
  { items, weights, minimum }: CompetencyScoring,
): CompetencyScore[] {
  const byRequirement = new Map<string, TypeMeans>();
  for (const participant of participants)
    for (const [requirementId, score] of ownScores(participant, items)) {
      const means = byRequirement.get(requirementId) ?? new TypeMeans();
      means.add(participant.evaluatorType, score);
      byRequirement.set(requirementId, means);
    }
  return [...byRequirement].flatMap(([requirementId, means]) => {
    const isShown = (type: EvaluatorType): boolean => !GUARDED.has(type) || means.count(type) >= minimum;
    const rated = EVALUATOR_TYPES.filter((type) => means.count(type) > 0);
    const scores = rated.filter(isShown).map((evaluatorType) => ({
      requirementId,
      evaluatorType,
      raters: means.count(evaluatorType),
      score: means.mean(evaluatorType) ?? 0,
    }));
    const others = rated.filter((type) => type !== EvaluatorType.Self && weights[type] > 0);
    const score = weightedMean((type) => {
      const mean = others.includes(type) ? means.mean(type) : null;
      return mean === null || isShown(type) ? mean : middleOfQuarter(mean, items.scale);
    }, weights);
    if (score === null || !others.some(isShown)) return scores;
    const raters = others.reduce((sum, type) => sum + means.count(type), 0);
    return [...scores, { requirementId, evaluatorType: OTHERS, raters, score }];
  });
}

/** The scores of one participant by competency or skill: weighted means of the rated items; none before submitting. */
function ownScores({ status, answers }: ScoredParticipant, items: RequirementItems): Map<string, number> {
  if (!countsAsSubmitted(status)) return new Map();
  const sums = new Map<string, { sum: number; weight: number }>();
  for (const answer of answers) {
    const item = items.byId.get(answer.itemId);
    if (!item || !isRated(answer)) continue;
    const entry = sums.get(item.requirementId) ?? { sum: 0, weight: 0 };
    entry.sum += item.weight * answer.score;
    entry.weight += item.weight;
    sums.set(item.requirementId, entry);
  }
  return new Map([...sums].map(([requirementId, { sum, weight }]) => [requirementId, sum / weight]));
}

/** The middle of the quarter of the scale that a score lies in. */
function middleOfQuarter(score: number, { min, max }: Pick<RatingScale, 'min' | 'max'>): number {
  const quarter = (max - min) / 4;
  const place = Math.min(3, Math.max(0, Math.floor((score - min) / quarter)));
  return min + (place + 0.5) * quarter;
}
