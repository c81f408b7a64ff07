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
 * What a subject or manager sees of a group of evaluators who expect anonymity. All of it is calculated from the means
 * of items that enough of them have rated, so that no second figure reveals what the items omit.
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
  /** The evaluator's own score, unrounded. */
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

/** Returns the score that a guarded evaluator gave: calculated from the answers, or the stored one when they are deleted. */
export function ownScore(answers: readonly Answer[], stored: number | null, content: TemplateContent): number | null {
  return answers.length === 0 ? stored : participantScore(answers, scoreItems(content));
}

/** The figure of one item; `mean` is null where too few have rated it. */
export interface ItemFigure {
  mean: number | null;
  ratings: number;
}

/** What is shown of a guarded group. */
export interface GroupFigures {
  /** Enough of its evaluators have rated something, so their comments are shown. */
  isShown: boolean;
  /** The group has a score, but it is not shown. */
  isSuppressed: boolean;
  /** Weighted mean of the means of its shown items, unrounded; null when none is shown. */
  mean: number | null;
  /** Number of its evaluators who have a score. */
  scores: number;
  /** The middle of the quarter of the scale that contains the mean; it replaces a hidden mean in an overall score. */
  middle: number | null;
  /** Items that at least one evaluator of the group has rated. */
  items: ReadonlyMap<string, ItemFigure>;
}

/** Returns what is shown of these evaluators of one guarded type when figures of fewer than `minimum` are hidden. */
export function groupFigures(
  raters: readonly GuardedRater[],
  content: TemplateContent,
  minimum: number,
  /** The mean that was stored before retention deleted the answers. */
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

/** Returns the weighted mean of the shown means of these items; null when none is shown. */
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

/** Returns a quarter of the width of a scale. */
export function quarterOf({ min, max }: Pick<RatingScale, 'min' | 'max'>): number {
  return (max - min) / 4;
}

/** Returns the middle of the quarter of the scale that contains a mean; a border belongs to the quarter above it. */
export function middleOfQuarter(mean: number, scale: Pick<RatingScale, 'min' | 'max'>): number {
  const width = quarterOf(scale);
  const quarter = Math.min(3, Math.floor((mean - scale.min) / width + SCORE_EPSILON));
  return scale.min + (quarter + 0.5) * width;
}
