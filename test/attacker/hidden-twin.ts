import { ratingItems } from '../../shared/evaluation/disclosure/guarded-group.rules';
import { publishingOf, type View } from './differences';
import { type EvaluatedSubject, isGuardedType, type KnownRater } from './evaluated-subject';
import type { Chance } from './random-subject';

/** What a viewer was shown in at least one view, by place: ratings as `publishing/evaluator/item`, texts as they are. */
interface Shown {
  ratings: ReadonlySet<string>;
  texts: ReadonlySet<string>;
}

const placeOf = (publishing: number, { id }: KnownRater, item: number): string => `${publishing}/${id}/${item}`;

/**
 * The same subject with other values in place of every rating, comment and answer about potential that no view shows. Who
 * answered what, and whether an answer to a question that is shown was changed between publishings, stays.
 */
export function hiddenTwin(subject: EvaluatedSubject, views: readonly View[], chance: Chance): EvaluatedSubject {
  const { content, publishings } = subject;
  const shown = shownIn(subject, views);
  const items = ratingItems(content);
  const values = Array.from({ length: content.scale.max - content.scale.min + 1 }, (_, n) => content.scale.min + n);
  const replaced = new Map<string, number>();
  const replace = (at: number, rater: KnownRater, item: number, rating: number): number => {
    const isPotential = items[item]!.measuresPotential;
    if (!isGuardedType(rater.type) && !isPotential) return rating;
    if (!isPotential && sameIsShown(publishings, shown, rater, item, rating)) return rating;
    if (isPotential || !isEverShown(publishings, shown, rater, item))
      return chance.pick(values.filter((value) => value !== rating));
    // The question is shown elsewhere: equal ratings of one evaluator stay equal, and different ones different.
    const key = `${rater.id}/${item}`;
    const known = replaced.get(`${key}/${rating}`);
    if (known !== undefined) return known;
    const given = publishings.flatMap(({ raters }) => raters.find(({ id }) => id === rater.id)?.ratings[item] ?? []);
    const taken = new Set([...given, ...values.flatMap((value) => replaced.get(`${key}/${value}`) ?? [])]);
    const free = values.filter((value) => !taken.has(value));
    const value = free.length === 0 ? rating : chance.pick(free);
    replaced.set(`${key}/${rating}`, value);
    return value;
  };
  const other = (text: string | null): string | null =>
    text === null || shown.texts.has(text) ? text : `${text}, in other words`;
  return {
    content,
    publishings: publishings.map((publishing, at) => ({
      ...publishing,
      raters: publishing.raters.map((rater) => ({
        ...rater,
        ratings: rater.ratings.map((rating, item) => (rating === null ? null : replace(at, rater, item, rating))),
        comment: isGuardedType(rater.type) ? other(rater.comment) : rater.comment,
        notes: rater.notes?.map((note, item) =>
          isGuardedType(rater.type) || items[item]!.measuresPotential ? other(note) : note,
        ),
      })),
    })),
  };
}

/** Whether a view shows this evaluator's rating of the item with this value. */
function sameIsShown(
  publishings: EvaluatedSubject['publishings'],
  shown: Shown,
  rater: KnownRater,
  item: number,
  rating: number,
): boolean {
  return publishings.some(
    ({ raters }, at) =>
      shown.ratings.has(placeOf(at, rater, item)) && raters.find(({ id }) => id === rater.id)?.ratings[item] === rating,
  );
}

/** Whether the figure of the evaluator's type for the item is shown in any view. */
function isEverShown(
  publishings: EvaluatedSubject['publishings'],
  shown: Shown,
  { type }: KnownRater,
  item: number,
): boolean {
  return publishings.some(({ raters }, at) =>
    raters.some((rater) => rater.type === type && shown.ratings.has(placeOf(at, rater, item))),
  );
}

function shownIn(subject: EvaluatedSubject, views: readonly View[]): Shown {
  const ratings = new Set<string>();
  const texts = new Set<string>();
  const rated = ratingItems(subject.content);
  for (const view of views) {
    const items = view.body.sections.flatMap((section) => section.items);
    for (const { text } of [...items.flatMap(({ comments }) => comments), ...view.body.otherComments]) texts.add(text);
    for (const { evaluatorType: type } of view.body.typeScores.filter((line) => isGuardedType(line.evaluatorType))) {
      const publishing = publishingOf(subject, view, type);
      if (publishing === null) continue;
      for (const { itemId } of items.filter((item) => typeof item.scores[type] === 'number')) {
        const place = rated.findIndex(({ id }) => id === itemId);
        for (const rater of subject.publishings[publishing]!.raters)
          if (rater.type === type) ratings.add(placeOf(publishing, rater, place));
      }
    }
  }
  return { ratings, texts };
}
