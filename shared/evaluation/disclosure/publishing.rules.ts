import type { EvaluatorType } from '../../framework/evaluator-type';
import { feedsScore, type TemplateContent } from '../../framework/template.rules';
import { type GuardedRater, ratingItems } from './guarded-group.rules';

/*
 * What a later publishing shows of a guarded group that was published before. Two means of nearly the same evaluators
 * would reveal the answer of the one who joined, so the earlier figures remain until enough evaluators have changed.
 */

/** A guarded group as viewers saw it, with the evaluators behind its figures. */
export interface PublishedGroup<R extends GuardedRater = GuardedRater> {
  evaluatorType: EvaluatorType;
  /** When these evaluators were first published. */
  asOf: Date;
  /** The greatest `anonymityMinimum` of all publishings. */
  minimum: number;
  /** The minimum that applied when these evaluators were published. */
  firstMinimum: number;
  /** The mean of its shown items, which remains when retention deletes the answers. */
  mean: number | null;
  raters: R[];
  /** Earlier publishings that were shown and replaced. */
  earlier: FormerPublishing[];
}

/** A publishing, and the `anonymityMinimum` that applied to it. */
export interface FormerPublishing {
  minimum: number;
  raters: GuardedRater[];
}

/** What a group is published with. */
export interface Publishing {
  evaluatorType: EvaluatorType;
  minimum: number;
  at: Date;
  content: Pick<TemplateContent, 'sections'>;
}

/**
 * Returns what a publishing shows of a group of which `published` was shown before; null: nothing was. Only what is or was
 * shown decides: ratings of hidden items and of potential have no effect.
 */
export function nextPublishing<R extends GuardedRater>(
  published: PublishedGroup<R> | null,
  today: R[],
  { evaluatorType, minimum, at, content }: Publishing,
): PublishedGroup<R> {
  const greatest = Math.max(published?.minimum ?? minimum, minimum);
  const fresh = { evaluatorType, asOf: at, minimum: greatest, firstMinimum: greatest, mean: null, raters: today };
  if (published === null) return { ...fresh, earlier: [] };
  const scored = ratingItems(content).flatMap((item, place) => (feedsScore(item) ? [place] : []));
  const former = { minimum: published.firstMinimum, raters: published.raters.map(withoutTexts) };
  const latest = { minimum: greatest, raters: today };
  const wasShown = published.mean !== null || shownItems(former, scored).length > 0;
  const earlier = wasShown ? [...published.earlier, former] : published.earlier;
  const mayReplace = !wasShown || changedRaters(former, latest, scored) >= greatest;
  return mayReplace && hidesEveryone(earlier, latest, scored)
    ? { ...fresh, earlier }
    : { ...published, minimum: greatest };
}

function withoutTexts({ evaluatorId, ratings, score, commentsId }: GuardedRater): GuardedRater {
  return { evaluatorId, ratings, score, commentsId };
}

/** Returns the places of the items whose mean is shown. */
function shownItems({ raters, minimum }: FormerPublishing, scored: readonly number[]): number[] {
  return scored.filter((item) => ratingsGiven(raters, item).length >= minimum);
}

/**
 * Returns how many evaluators were added, removed, or changed ratings or comments. Of an item that was not shown before it
 * only counts whether they rated it: its earlier ratings must have no effect.
 */
function changedRaters(before: FormerPublishing, after: FormerPublishing, scored: readonly number[]): number {
  const wasShown = new Set(shownItems(before, scored));
  const contentOf = ({ ratings, commentsId }: GuardedRater): string => {
    const given = scored.map((item) => (wasShown.has(item) ? ratings?.[item] : typeof ratings?.[item] === 'number'));
    return JSON.stringify([given, commentsId]);
  };
  const contents = new Map(before.raters.map((rater) => [rater.evaluatorId, contentOf(rater)]));
  const same = after.raters.filter((rater) => contents.get(rater.evaluatorId) === contentOf(rater)).length;
  const ids = new Set([...before.raters, ...after.raters].map(({ evaluatorId }) => evaluatorId));
  return ids.size - same;
}

/**
 * Whether no item and no text of a publishing, compared with the earlier ones, leads to fewer than `minimum` evaluators: for
 * each item the change since each earlier publishing concerns no evaluator or at least the minimum, and the evaluators who are
 * in exactly the same publishings are at least as many. The same holds for the possible authors of a text.
 */
function hidesEveryone(
  earlier: readonly FormerPublishing[],
  latest: FormerPublishing,
  scored: readonly number[],
): boolean {
  const { raters: today, minimum } = latest;
  const items = shownItems(latest, scored);
  for (const item of items) {
    const former = earlier
      .map((publishing) => ({ ...publishing, given: ratingsGiven(publishing.raters, item) }))
      .filter((publishing) => publishing.given.length >= publishing.minimum);
    if (!isHidden([...former.map(({ given }) => given), ratingsGiven(today, item)], minimum)) return false;
  }
  if (items.length === 0) return true;
  const shown = earlier.filter((former) => shownItems(former, scored).length > 0);
  return textsAreHidden([...shown.map(({ raters }) => raters), today], minimum);
}

/** Identifies who gave which rating to an item. */
function ratingsGiven(raters: readonly GuardedRater[], item: number): string[] {
  return raters.flatMap(({ evaluatorId, ratings }) => {
    const rating = ratings?.[item] ?? null;
    return rating === null ? [] : [`${evaluatorId} ${rating}`];
  });
}

/** `given`: who gave which rating, by publishing, the latest last. */
function isHidden(given: readonly (readonly string[])[], minimum: number): boolean {
  if (given.length < 2) return true;
  const [former = [], latest = []] = given.slice(-2);
  if (given.length > 2) return [...groupsByPublishings(given).values()].every((members) => members.length >= minimum);
  const evaluators = (ratings: readonly string[], others: readonly string[]): string[] =>
    ratings.filter((rating) => !others.includes(rating)).map((rating) => rating.split(' ')[0] ?? '');
  const changed = new Set([...evaluators(former, latest), ...evaluators(latest, former)]).size;
  return changed === 0 || changed >= minimum;
}

/** Every evaluator with a text may have written any text that is shown in the same publishings as theirs. */
function textsAreHidden(publishings: readonly (readonly GuardedRater[])[], minimum: number): boolean {
  const written = publishings.map((raters) =>
    raters.map(({ evaluatorId, commentsId }) => `${evaluatorId} ${commentsId}`),
  );
  return [...groupsByPublishings(written).values()].every(
    (members) => members.length >= minimum || members.every((member) => member.endsWith(' ')),
  );
}

/** Groups members by the set of publishings that contain them. */
function groupsByPublishings(publishings: readonly (readonly string[])[]): Map<string, string[]> {
  const together = new Map<string, string[]>();
  for (const member of new Set(publishings.flat())) {
    const places = publishings.map((members) => (members.includes(member) ? 1 : 0)).join('');
    together.set(places, [...(together.get(places) ?? []), member]);
  }
  return together;
}
