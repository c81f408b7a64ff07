import { EvaluatorType } from '../../framework/evaluator-type';
import {
  feedsScore,
  ItemType,
  templateItems,
  type TemplateContent,
  type TemplateItem,
} from '../../framework/template.rules';
import type { Answer } from '../answer.rules';
import { isRated } from '../score.rules';

/*
 * What a subject or manager sees of a group of evaluators who expect anonymity: the means of items that enough of them
 * have rated. Everything else is calculated from these means, so that no second figure reveals what the items omit.
 */

/** An evaluator type whose members expect anonymity. */
export type GuardedType = EvaluatorType.Peer | EvaluatorType.DirectReport | EvaluatorType.Stakeholder;

export const GUARDED_TYPES: readonly GuardedType[] = [
  EvaluatorType.Peer,
  EvaluatorType.DirectReport,
  EvaluatorType.Stakeholder,
];

/** Whether evaluators of this type expect anonymity; Self and Manager do not. */
export function isGuarded(type: EvaluatorType): type is GuardedType {
  return (GUARDED_TYPES as readonly EvaluatorType[]).includes(type);
}

/** What a guarded evaluator has submitted. */
export interface GuardedRater {
  evaluatorId: string;
  /** In the order of `ratingItems`, null for an unrated one; null altogether when retention has deleted the answers. */
  ratings: readonly (number | null)[] | null;
  /** The evaluator's own score, unrounded; it only shows who has rated something once the answers are deleted. */
  score: number | null;
  /** Identifies the evaluator's comments: equal ids mean equal comments. Empty without comments. */
  commentsId: string;
}

/** Returns the items that are answered on the scale, in template order. */
export function ratingItems(content: Pick<TemplateContent, 'sections'>): TemplateItem[] {
  return templateItems(content).filter(({ type }) => type === ItemType.Rating);
}

/** Returns the ratings of a participant in the order of `ratingItems`; null when retention has deleted the answers. */
export function ratingsOf(answers: readonly Answer[], content: TemplateContent): (number | null)[] | null {
  if (answers.length === 0) return null;
  const scores = new Map(
    answers.flatMap((answer) => (isRated(answer) ? [[answer.itemId, answer.score] as const] : [])),
  );
  return ratingItems(content).map(({ id }) => scores.get(id) ?? null);
}

/** What is shown of a guarded group. */
export interface GroupFigures {
  /** Weighted mean of the means of its shown items, unrounded; null when none is shown: the group is hidden. */
  mean: number | null;
  /** By the id of a scored item that at least one evaluator of the group has rated; null where too few have. */
  items: ReadonlyMap<string, number | null>;
}

/** Returns what is shown of these evaluators of one guarded type when figures of fewer than `minimum` are hidden. */
export function groupFigures(
  raters: readonly GuardedRater[],
  content: TemplateContent,
  minimum: number,
  /** The mean that was stored before retention deleted the answers. */
  storedMean: number | null = null,
): GroupFigures {
  const items = itemMeans(raters, content, minimum);
  const isDeleted = raters.every(({ ratings }) => ratings === null);
  if (!isDeleted) return { mean: meanOfItems(items, ratingItems(content).filter(feedsScore)), items };
  return { mean: raters.filter(({ score }) => score !== null).length >= minimum ? storedMean : null, items };
}

function itemMeans(
  raters: readonly GuardedRater[],
  content: TemplateContent,
  minimum: number,
): Map<string, number | null> {
  const means = new Map<string, number | null>();
  ratingItems(content).forEach((item, at) => {
    if (!feedsScore(item)) return;
    const given = raters.flatMap(({ ratings }) => ratings?.[at] ?? []);
    if (given.length === 0) return;
    means.set(item.id, given.length < minimum ? null : given.reduce((sum, rating) => sum + rating, 0) / given.length);
  });
  return means;
}

/** Returns the weighted mean of the shown means of these items; null when none is shown. */
export function meanOfItems(
  means: GroupFigures['items'],
  items: Iterable<Pick<TemplateItem, 'id' | 'weight'>>,
): number | null {
  let sum = 0;
  let total = 0;
  for (const { id, weight } of items) {
    const mean = means.get(id) ?? null;
    if (mean === null) continue;
    sum += weight * mean;
    total += weight;
  }
  return total > 0 ? sum / total : null;
}
