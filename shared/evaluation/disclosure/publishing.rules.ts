import type { EvaluatorType } from '../../framework/evaluator-type';
import { type GuardedRater, hasRated } from './guarded-group.rules';

/*
 * What a later publishing shows of a guarded group that was published before. Two means of nearly the same evaluators
 * would reveal the answer of the one who joined, so the earlier figures remain until enough evaluators have changed.
 */

/** A guarded group as viewers saw it, with the evaluators behind its figures. */
export interface KeptGroup<R extends GuardedRater = GuardedRater> {
  evaluatorType: EvaluatorType;
  /** Since when it is shown like this. */
  asOf: Date;
  /** The greatest `anonymityMinimum` of all publishings. */
  minimum: number;
  /** The minimum that applied when these evaluators were published. */
  firstMinimum: number;
  /** The mean of its shown items, which remains when retention deletes the answers. */
  mean: number | null;
  raters: R[];
  /** Earlier publishings that were replaced. */
  earlier: FormerPublishing[];
}

/** A replaced publishing, and the `anonymityMinimum` that applied to it. */
export interface FormerPublishing {
  minimum: number;
  raters: GuardedRater[];
}

/** Returns what a publishing at this time shows of a group of which `kept` was shown before; null: nothing was. */
export function nextPublishing<R extends GuardedRater>(
  kept: KeptGroup<R> | null,
  today: R[],
  { evaluatorType, minimum, at }: { evaluatorType: EvaluatorType; minimum: number; at: Date },
): KeptGroup<R> {
  const fresh = { evaluatorType, asOf: at, mean: null, raters: today };
  if (kept === null) return { ...fresh, minimum, firstMinimum: minimum, earlier: [] };
  const greatest = Math.max(kept.minimum, minimum);
  const stays = { ...kept, minimum: greatest };
  const changed = changedRaters(kept.raters, today);
  if (changed === 0) return { ...stays, asOf: at };
  const former = { minimum: kept.firstMinimum, raters: kept.raters.map(withoutTexts) };
  const earlier = former.raters.some(hasRated) ? [...kept.earlier, former] : kept.earlier;
  if (changed < greatest || !hidesEveryone(earlier, today, greatest)) return stays;
  return { ...fresh, minimum: greatest, firstMinimum: greatest, earlier };
}

function withoutTexts({ evaluatorId, ratings, score, commentsId }: GuardedRater): GuardedRater {
  return { evaluatorId, ratings, score, commentsId };
}

/** Returns how many evaluators were added, removed, or changed their ratings or comments. */
function changedRaters(before: readonly GuardedRater[], after: readonly GuardedRater[]): number {
  const contents = new Map(before.map((rater) => [rater.evaluatorId, contentOf(rater)]));
  const same = after.filter((rater) => contents.get(rater.evaluatorId) === contentOf(rater)).length;
  const ids = new Set([...before, ...after].map(({ evaluatorId }) => evaluatorId));
  return ids.size - same;
}

function contentOf({ ratings, commentsId }: GuardedRater): string {
  return JSON.stringify([ratings, commentsId]);
}

/**
 * Whether no item and no text of a publishing, compared with the earlier ones, leads to fewer than `minimum` evaluators: for
 * each item the change since each earlier publishing concerns no evaluator or at least the minimum, and the evaluators who are
 * in exactly the same publishings are at least as many. The same holds for the possible authors of a text.
 */
function hidesEveryone(earlier: readonly FormerPublishing[], today: GuardedRater[], minimum: number): boolean {
  if (!earlier.every((former) => isApart(former, { raters: today, minimum }))) return false;
  const items = today[0]?.ratings?.length ?? 0;
  for (let item = 0; item < items; item += 1) {
    const latest = ratingsGiven(today, item);
    if (latest.length < minimum) continue;
    const former = earlier
      .map((publishing) => ({ ...publishing, given: ratingsGiven(publishing.raters, item) }))
      .filter((publishing) => publishing.given.length >= publishing.minimum);
    if (!isHidden([...former.map(({ given }) => given), latest], minimum)) return false;
  }
  return textsAreHidden([...earlier.filter(isShown).map(({ raters }) => raters), today], minimum);
}

function isShown({ raters, minimum }: FormerPublishing): boolean {
  return raters.filter(hasRated).length >= minimum;
}

/**
 * Viewers know the quarter of the scale that contains a hidden mean. Together with another figure of some of its
 * evaluators the quarter would reveal something about those who are in both, or in only one. So it must share no rating
 * with another publishing, unless that one is shown and contains all of its ratings.
 */
function isApart(former: FormerPublishing, latest: FormerPublishing): boolean {
  const [hidden, other] = tellsQuarter(latest) ? [latest, former] : [former, latest];
  if (!tellsQuarter(hidden)) return true;
  const ratings = new Set(allRatings(other));
  const own = allRatings(hidden);
  const common = own.filter((rating) => ratings.has(rating)).length;
  return common === 0 || (common === own.length && !tellsQuarter(other) && hidden === former);
}

/** Whether the mean of these evaluators is hidden because too few have rated any item. */
function tellsQuarter({ raters, minimum }: FormerPublishing): boolean {
  const items = raters[0]?.ratings ?? [];
  return !items.some((_rating, item) => ratingsGiven(raters, item).length >= minimum);
}

function allRatings({ raters }: FormerPublishing): string[] {
  const items = raters[0]?.ratings ?? [];
  return items.flatMap((_rating, item) => ratingsGiven(raters, item).map((given) => `${item} ${given}`));
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
  if (given.length > 2) return [...togetherIn(given).values()].every((members) => members.length >= minimum);
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
  return [...togetherIn(written).values()].every(
    (members) => members.length >= minimum || members.every((member) => member.endsWith(' ')),
  );
}

/** Groups members by the set of publishings that contain them. */
function togetherIn(publishings: readonly (readonly string[])[]): Map<string, string[]> {
  const together = new Map<string, string[]>();
  for (const member of new Set(publishings.flat())) {
    const places = publishings.map((members) => (members.includes(member) ? 1 : 0)).join('');
    together.set(places, [...(together.get(places) ?? []), member]);
  }
  return together;
}
