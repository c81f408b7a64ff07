import { GUARDED_TYPES } from '../../shared/evaluation/disclosure/guarded-group.rules';
import type { EvaluatorType, EvaluatorWeights } from '../../shared/framework/evaluator-type';
import type { TemplateContent } from '../../shared/framework/template.rules';

/** What one evaluator has submitted as of a publishing. */
export interface KnownRater {
  id: string;
  type: EvaluatorType;
  /** By rating item; null: not applicable, or left out. Viewers know which are null. */
  ratings: (number | null)[];
  /** The answer to the question that takes text. */
  comment: string | null;
  /** Comments by rating item. */
  notes?: (string | null)[];
}

/** The evaluators as of a publishing at this instant. */
export interface Publishing {
  at: string;
  raters: KnownRater[];
  minimum: number;
  weights: EvaluatorWeights;
}

/** The truth about one subject. */
export interface EvaluatedSubject {
  content: TemplateContent;
  publishings: Publishing[];
}

export const isGuardedType = (type: EvaluatorType): boolean => GUARDED_TYPES.some((guarded) => guarded === type);

/** The evaluators of a type as of a publishing. */
export const ratersOf = ({ publishings }: EvaluatedSubject, at: number, type: EvaluatorType): KnownRater[] =>
  publishings[at]!.raters.filter((rater) => rater.type === type);
