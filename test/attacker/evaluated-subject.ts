import { GUARDED_TYPES, ratingItems } from '../../shared/evaluation/disclosure/guarded-group.rules';
import type { EvaluatorType, EvaluatorWeights } from '../../shared/framework/evaluator-type';
import type { TemplateContent } from '../../shared/framework/template.rules';
import { constant, type Linear, unknown, weightedMean } from './linear-knowledge';

/** What one evaluator has submitted as of a publishing. */
export interface KnownRater {
  id: string;
  type: EvaluatorType;
  /** By rating item; null: not applicable, or left out. The attacker knows which are null. */
  ratings: (number | null)[];
  comment: string | null;
}

/** The evaluators as of a publishing at this instant. */
export interface Publishing {
  at: string;
  raters: KnownRater[];
  minimum: number;
  weights: EvaluatorWeights;
}

/** The truth about one subject, of which the attacker knows all but the ratings of guarded evaluators. */
export interface EvaluatedSubject {
  content: TemplateContent;
  publishings: Publishing[];
}

export const isGuardedType = (type: EvaluatorType): boolean => GUARDED_TYPES.some((guarded) => guarded === type);

/** A rating as the attacker knows it: a number of Self and Manager, otherwise an unknown that is another once it was changed. */
export function ratingOf({ publishings }: EvaluatedSubject, at: number, rater: KnownRater, item: number): Linear {
  const value = rater.ratings[item] ?? null;
  if (value === null) throw new Error('There is no such rating.');
  if (!isGuardedType(rater.type)) return constant(value);
  let since = at;
  while (
    since > 0 &&
    publishings[since - 1]!.raters.some(({ id, ratings }) => id === rater.id && ratings[item] === value)
  )
    since -= 1;
  return unknown(`${rater.id}/${item}/${since}`);
}

/** The evaluators of a type as of a publishing. */
export const ratersOf = ({ publishings }: EvaluatedSubject, at: number, type: EvaluatorType): KnownRater[] =>
  publishings[at]!.raters.filter((rater) => rater.type === type);

/** The mean of a type for an item; null when no one has rated it. */
export function itemMean(subject: EvaluatedSubject, at: number, type: EvaluatorType, item: number): Linear | null {
  const rated = ratersOf(subject, at, type).filter(({ ratings }) => ratings[item] !== null);
  return weightedMean(rated.map((rater) => ({ weight: 1, sum: ratingOf(subject, at, rater, item) })));
}

/** The score of an evaluator over some items; null without a rating of them. */
export function ownMean(
  subject: EvaluatedSubject,
  at: number,
  rater: KnownRater,
  items: readonly number[],
): Linear | null {
  const all = ratingItems(subject.content);
  return weightedMean(
    items
      .filter((item) => rater.ratings[item] !== null)
      .map((item) => ({ weight: all[item]!.weight, sum: ratingOf(subject, at, rater, item) })),
  );
}

/** The mean of the evaluators' scores of a type over some items, which is the official one; null without any. */
export function officialMean(
  subject: EvaluatedSubject,
  at: number,
  type: EvaluatorType,
  items: readonly number[],
): Linear | null {
  const scores = ratersOf(subject, at, type).flatMap((rater) => ownMean(subject, at, rater, items) ?? []);
  return weightedMean(scores.map((sum) => ({ weight: 1, sum })));
}

/** Places of the items that feed the score. */
export const scoredItems = ({ content }: EvaluatedSubject): number[] =>
  ratingItems(content).flatMap(({ measuresPotential }, at) => (measuresPotential ? [] : [at]));

/** The true value of a sum of unknowns. */
export function truthOf({ publishings }: EvaluatedSubject, { terms, constant: value }: Linear): number {
  let sum = value;
  for (const [name, factor] of terms) {
    const [id, item, since] = name.split('/');
    const rater = publishings[Number(since)]!.raters.find((candidate) => candidate.id === id);
    sum += factor * (rater?.ratings[Number(item)] ?? 0);
  }
  return sum;
}
