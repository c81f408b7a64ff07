import { isGuarded } from '../../../shared/evaluation/disclosure/guarded-group.rules';
import { type AnsweredParticipant, weightedMean } from '../../../shared/evaluation/score.rules';
import { EVALUATOR_TYPES, EvaluatorType, type EvaluatorWeights } from '../../../shared/framework/evaluator-type';
import { type RequirementItems, SubjectLevels } from '../../../shared/insight/gaps/gap.rules';

/** All evaluator types but Self, together. */
export const OTHERS = 'Others';

/** The score that evaluators of one type give to one competency or skill of a subject. */
export interface CompetencyScore {
  requirementId: string;
  evaluatorType: EvaluatorType | typeof OTHERS;
  /** Evaluators who rated it. */
  raters: number;
  /** Mean of the type on the scale of the template, unrounded; for Others the weighted mean of the types. */
  score: number;
}

export interface CompetencyScoring {
  items: RequirementItems;
  weights: Readonly<EvaluatorWeights>;
  /** Fewest raters behind a mean of peers, direct reports or stakeholders. */
  minimum: number;
}

/**
 * Returns the competency scores of one subject by competency and type. A type below the minimum has none and is not in
 * Others, so that its mean cannot be calculated from the rest.
 */
export function competencyScores(
  participants: Iterable<AnsweredParticipant>,
  { items, weights, minimum }: CompetencyScoring,
): CompetencyScore[] {
  const levels = new SubjectLevels(items, weights);
  for (const participant of participants) levels.add(participant);
  return [...levels.means].flatMap(([requirementId, means]) => {
    const isShown = (type: EvaluatorType): boolean => !isGuarded(type) || means.count(type) >= minimum;
    const shown = EVALUATOR_TYPES.filter((type) => means.count(type) > 0 && isShown(type));
    const scores = shown.map((evaluatorType) => ({
      requirementId,
      evaluatorType,
      raters: means.count(evaluatorType),
      score: means.mean(evaluatorType) ?? 0,
    }));
    const others = shown.filter((type) => type !== EvaluatorType.Self && weights[type] > 0);
    const score = weightedMean((type) => (others.includes(type) ? means.mean(type) : null), weights);
    if (score === null) return scores;
    const raters = others.reduce((sum, type) => sum + means.count(type), 0);
    return [...scores, { requirementId, evaluatorType: OTHERS, raters, score }];
  });
}
