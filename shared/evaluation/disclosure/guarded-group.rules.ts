import { EvaluatorType } from '../../framework/evaluator-type';
import {
  feedsPotential,
  feedsScore,
  ItemType,
  type RatingScale,
  templateItems,
  type TemplateContent,
  type TemplateItem,
} from '../../framework/template.rules';
import type { Answer } from '../answer.rules';
import { isRated, participantScore, scoreItems, SCORE_EPSILON } from '../score.rules';

/*
 * What a subject or manager is shown of a group of evaluators who do not expect to be known. All of it follows
 * from the means of items that enough of them have rated, so that no second figure tells what the items leave out.
 */

/** A type whose evaluators are guarded. */
export type GuardedType = EvaluatorType.Peer | EvaluatorType.DirectReport | EvaluatorType.Stakeholder;

/** The types whose evaluators are guarded. */
export const GUARDED_TYPES: readonly GuardedType[] = [
  EvaluatorType.Peer,
  EvaluatorType.DirectReport,
  EvaluatorType.Stakeholder,
];

/** Whether evaluators of this type are guarded. Self and Manager expect to be known. */
export function isGuarded(type: EvaluatorType): type is GuardedType {
  return (GUARDED_TYPES as readonly EvaluatorType[]).includes(type);
}

/** What a guarded evaluator has submitted. */
export interface GuardedRater {
  evaluatorId: string;
  /** By `ratingItems`, null where the evaluator gave none; null in all when retention has deleted the answers. */
  ratings: readonly (number | null)[] | null;
  /** The evaluator's own score, unrounded. */
  score: number | null;
  /** Names what the evaluator wrote: two that are equal have the same comments. Empty without any. */
  commentsId: string;
}

/** The items that are answered on the scale, in the order of the template. */
export function ratingItems(content: Pick<TemplateContent, 'sections'>): TemplateItem[] {
  return templateItems(content).filter(({ type }) => type === ItemType.Rating);
}

/** The ratings of a participant by `ratingItems`; null when retention has deleted the answers. */
export function ratingsOf(answers: readonly Answer[], content: TemplateContent): (number | null)[] | null {
  if (answers.length === 0) return null;
  const scores = new Map(
    answers.flatMap((answer) => (isRated(answer) ? [[answer.itemId, answer.score] as const] : [])),
  );
  return ratingItems(content).map(({ id }) => scores.get(id) ?? null);
}

/** The score that a guarded evaluator gave: of the answers, or the stored one without them. */
export function ownScore(answers: readonly Answer[], stored: number | null, content: TemplateContent): number | null {
  return answers.length === 0 ? stored : participantScore(answers, scoreItems(content));
}

/** The figure of one item: `mean` is null where too few have rated the item. */
export interface ItemFigure {
  mean: number | null;
  ratings: number;
}

/** What is shown of a guarded group. */
export interface GroupFigures {
  /** Enough of its evaluators have rated something: their comments are shown. */
  isShown: boolean;
  /** The group has a score that is not shown. */
  isSuppressed: boolean;
  /** Weighted mean of the means of its shown items, unrounded; null when none is shown. */
  mean: number | null;
  /** Number of its evaluators who have a score. */
  scores: number;
  /** The middle of the quarter of the scale that the mean lies in: what a hidden mean adds to an overall score. */
  middle: number | null;
  /** Items that anyone of the group has rated. */
  items: ReadonlyMap<string, ItemFigure>;
}

/** What is shown of these evaluators of one guarded type, when figures of fewer than `minimum` are hidden. */
export function groupFigures(
  raters: readonly GuardedRater[],
  content: TemplateContent,
  minimum: number,
  /** The mean that was kept before retention deleted the answers. */
  keptMean: number | null = null,
): GroupFigures {
  const items = itemFigures(raters, content, minimum);
  const rated = raters.filter(hasRated).length;
  const isShown = rated >= minimum;
  const scores = raters.flatMap(({ score }) => score ?? []);
  const exact = scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const isDeleted = raters.some(({ ratings }) => ratings === null);
  const shown = isDeleted ? (keptMean ?? exact) : meanOfItems(items, ratingItems(content).filter(feedsScore));
  const mean = isShown ? shown : null;
  const basis = mean ?? exact;
  return {
    isShown,
    isSuppressed: mean === null && exact !== null,
    mean,
    scores: scores.length,
    middle: basis === null ? null : middleOfQuarter(basis, content.scale),
    items,
  };
}

/** Whether an evaluator has rated something. */
export function hasRated({ ratings, score }: GuardedRater): boolean {
  return ratings === null ? score !== null : ratings.some((rating) => rating !== null);
}

function itemFigures(
  raters: readonly GuardedRater[],
  content: TemplateContent,
  minimum: number,
): Map<string, ItemFigure> {
  const figures = new Map<string, ItemFigure>();
  ratingItems(content).forEach((item, at) => {
    if (!feedsScore(item) && !feedsPotential(item)) return;
    const given = raters.flatMap(({ ratings }) => ratings?.[at] ?? []);
    if (given.length === 0) return;
    const mean = given.reduce((sum, rating) => sum + rating, 0) / given.length;
    figures.set(item.id, { mean: given.length >= minimum ? mean : null, ratings: given.length });
  });
  return figures;
}

/** Weighted mean of the shown means of these items; null when none is shown. */
export function meanOfItems(
  figures: ReadonlyMap<string, Pick<ItemFigure, 'mean'>>,
  items: readonly Pick<TemplateItem, 'id' | 'weight'>[],
): number | null {
  let sum = 0;
  let total = 0;
  for (const { id, weight } of items) {
    const mean = figures.get(id)?.mean ?? null;
    if (mean === null) continue;
    sum += weight * mean;
    total += weight;
  }
  return total > 0 ? sum / total : null;
}

/** A quarter of the width of a scale. */
export function quarterOf({ min, max }: Pick<RatingScale, 'min' | 'max'>): number {
  return (max - min) / 4;
}

/** The middle of the quarter of the scale in which a mean lies; one on a border belongs to the quarter above it. */
export function middleOfQuarter(mean: number, scale: Pick<RatingScale, 'min' | 'max'>): number {
  const width = quarterOf(scale);
  const quarter = Math.min(3, Math.floor((mean - scale.min) / width + SCORE_EPSILON));
  return scale.min + (quarter + 0.5) * width;
}
