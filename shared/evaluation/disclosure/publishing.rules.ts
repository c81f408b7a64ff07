import type { EvaluatorType } from '../../framework/evaluator-type';
import { type GuardedRater, hasRated } from './guarded-group.rules';

/*
 * What a later publishing shows of a guarded group that was published before. Two means of
 * nearly the same evaluators give the answer of the one who joined, so the earlier figures stay until enough have changed.
 */

/** A guarded group as viewers were shown it, with the evaluators that its figures came from. */
export interface KeptGroup<R extends GuardedRater = GuardedRater> {
  evaluatorType: EvaluatorType;
  /** Since when it is shown like this. */
  asOf: Date;
  /** The greatest `anonymityMinimum` of all publishings. */
  minimum: number;
  /** The one of the publishing that these evaluators are of. */
  firstMinimum: number;
  /** The mean of its shown items, which stays when retention deletes the answers. */
  mean: number | null;
  raters: R[];
  /** Former publishings, which were replaced. */
  earlier: FormerPublishing[];
}

/** A publishing that was replaced, and the `anonymityMinimum` that held for it. */
export interface FormerPublishing {
  minimum: number;
  raters: GuardedRater[];
}

/** What a publishing at this time shows of a group of which `kept` was shown before; null: nothing was. */
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

/** How many evaluators were added, removed, or have other ratings or comments, counted together. */
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
 * Whether no item and no text of a new publishing, next to those of the former ones, leads to fewer than `minimum` evaluators:
 * for each item the change since the former publishing concerns none or at least the minimum, and where there were several
 * publishings, those who are in the same ones of them are at least as many. The same holds for who may have written a text.
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
 * Of a group whose mean is hidden, viewers know the quarter of the scale, which next to another figure of some of its evaluators
 * would tell about the few who are in both, or only in one. So it has no rating in common with another publishing, unless that
 * is shown and has all of its ratings.
 */
function isApart(former: FormerPublishing, latest: FormerPublishing): boolean {
  const [hidden, other] = tellsQuarter(latest) ? [latest, former] : [former, latest];
  if (!tellsQuarter(hidden)) return true;
  const ratings = new Set(allRatings(other));
  const own = allRatings(hidden);
  const common = own.filter((rating) => ratings.has(rating)).length;
  return common === 0 || (common === own.length && !tellsQuarter(other) && hidden === former);
}

/** Whether a mean of these evaluators is hidden: too few have rated any item. */
function tellsQuarter({ raters, minimum }: FormerPublishing): boolean {
  const items = raters[0]?.ratings ?? [];
  return !items.some((_rating, item) => ratingsGiven(raters, item).length >= minimum);
}

function allRatings({ raters }: FormerPublishing): string[] {
  const items = raters[0]?.ratings ?? [];
  return items.flatMap((_rating, item) => ratingsGiven(raters, item).map((given) => `${item} ${given}`));
}

/** Who gave which rating to an item. */
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

/** Those with a text may have written any that is shown in the same publishings as theirs. */
function textsAreHidden(publishings: readonly (readonly GuardedRater[])[], minimum: number): boolean {
  const written = publishings.map((raters) =>
    raters.map(({ evaluatorId, commentsId }) => `${evaluatorId} ${commentsId}`),
  );
  return [...togetherIn(written).values()].every(
    (members) => members.length >= minimum || members.every((member) => member.endsWith(' ')),
  );
}

/** Members by the publishings that they are in. */
function togetherIn(publishings: readonly (readonly string[])[]): Map<string, string[]> {
  const together = new Map<string, string[]>();
  for (const member of new Set(publishings.flat())) {
    const places = publishings.map((members) => (members.includes(member) ? 1 : 0)).join('');
    together.set(places, [...(together.get(places) ?? []), member]);
  }
  return together;
}
