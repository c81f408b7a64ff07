import { quarterOf } from '../../shared/evaluation/disclosure/guarded-group.rules';
import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import {
  type EvaluatedSubject,
  isGuardedType,
  type KnownRater,
  ownMean,
  ratersOf,
  ratingOf,
  scoredItems,
  truthOf,
} from './evaluated-subject';
import { type Bound, type Linear, LinearKnowledge, type Statement } from './linear-knowledge';
import { ShownStatements, type View } from './shown-statements';

const TINY = 1e-6;

/** What a viewer may not learn of anyone: a rating, an own score, or a hidden mean. */
interface Secret {
  name: string;
  sum: Linear;
}

/**
 * Whom a viewer unmasks who takes all views of a subject together, in words; empty: no one. Everything shown is an inequality
 * about the ratings of guarded evaluators. Each secret must keep an interval of at least a quarter of the scale, unless the mean of
 * at least the minimum of evaluators, shown or changed together, proves a narrower one.
 */
export function unmasked(subject: EvaluatedSubject, views: readonly View[]): string[] {
  const shown: ShownStatements[] = [];
  for (const view of views) shown.push(new ShownStatements(subject, view, [...shown]));
  const all = shown.flatMap(({ statements }) => statements);
  const { scale } = subject.content;
  const secrets = new Map(
    [...ratings(subject), ...ownScores(subject), ...shown.flatMap(({ hidden }) => hidden)].map((secret) => [
      `${secret.name}: ${[...secret.sum.terms].join()}`,
      secret,
    ]),
  );
  const narrow = (statements: readonly Statement[], secret: Secret): string | null =>
    narrowed(new LinearKnowledge(statements, scale), subject, secret);
  return [...secrets.values()].flatMap((secret) => {
    const found = narrow(all, secret);
    if (found === null || !isOfWholeGroups(secret, shown)) return found ?? [];
    // A mean that is shown of all the evaluators of a formerly hidden group may narrow what was known of them.
    const types = typesIn(secret.sum);
    const isHidden = ({ hiddenTypes }: Statement): boolean => hiddenTypes.some((type) => types.has(type));
    const apart = [
      all.filter((statement) => !isHidden(statement)),
      all.filter((statement) => isHidden(statement) || ![...typesIn(statement.sum)].some((type) => types.has(type))),
    ];
    return apart.map((statements) => narrow(statements, secret)).find((text) => text !== null) ?? [];
  });
}

/** Whom a body of knowledge unmasks, in words; null: the secret is kept. */
function narrowed(knowledge: LinearKnowledge, subject: EvaluatedSubject, { name, sum }: Secret): string | null {
  const { scale } = subject.content;
  const truth = truthOf(subject, sum);
  const least = quarterOf(scale) - TINY;
  if (knowledge.end(sum, 1) - truth >= least || truth - knowledge.end(sum, -1) >= least) return null;
  const [high, low] = [knowledge.bound(sum, 1), knowledge.bound(sum, -1)];
  if (high.value - low.value >= least) return null;
  // What many together prove does not count: the promise allows the mean of at least the minimum to narrow what is known.
  const minimum = minimumFor(subject, sum);
  const [top, bottom] = [high, low].map((bound) => speaksOfMany(bound, sum, minimum));
  if ((top ? scale.max : high.value) - (bottom ? scale.min : low.value) >= least) return null;
  const because = [...new Set([...high.because, ...low.because])].join('; ');
  return `${name} is ${truth}, and between ${low.value.toFixed(3)} and ${high.value.toFixed(3)} follows from: ${because}`;
}

/** How many evaluators a proof must be about that may narrow a secret: the greatest minimum up to when its ratings were given. */
function minimumFor(subject: EvaluatedSubject, { terms }: Linear): number {
  return Math.min(...[...terms.keys()].map((name) => greatestMinimum(subject, Number(name.split('/')[2]))));
}

/** The greatest minimum of the publishings up to this one. */
function greatestMinimum({ publishings }: EvaluatedSubject, at: number): number {
  return Math.max(...publishings.slice(0, at + 1).map(({ minimum }) => minimum));
}

const typeOf = (name: string): string => /^[A-Za-z]+/.exec(name)?.[0] ?? '';
const typesIn = ({ terms }: Linear): Set<string> => new Set([...terms.keys()].map(typeOf));

/** Whether each hidden group of a secret's type is in every shown mean with all of its ratings of the same items, or with none. */
function isOfWholeGroups({ sum }: Secret, shown: readonly ShownStatements[]): boolean {
  const types = typesIn(sum);
  const itemOf = (name: string): string => `${typeOf(name)} ${name.split('/')[1]}`;
  const ratingIn = (name: string): string => name.split('/').slice(0, 2).join('/');
  const means = shown
    .flatMap(({ statements }) => statements)
    .map((statement) => ({
      ...statement,
      names: [...statement.sum.terms.keys()].filter((name) => !statement.hiddenTypes.includes(typeOf(name))),
    }));
  return shown
    .flatMap(({ hiddenGroups }) => hiddenGroups)
    .filter(({ type }) => types.has(type))
    .every((hidden) =>
      means.every(({ names }) => {
        const items = new Set(names.map(itemOf));
        const given = new Set(names.map(ratingIn));
        const own = [...hidden.sum.terms.keys()].filter((name) => items.has(itemOf(name)));
        const common = own.filter((name) => given.has(ratingIn(name))).length;
        return common === 0 || common === own.length;
      }),
    );
}

/** Whether a proof is about at least the minimum of evaluators alike at each item of the secret. */
function speaksOfMany({ proof }: Bound, { terms }: Linear, minimum: number): boolean {
  const itemOf = (name: string): string => name.split('/')[1] ?? '';
  const groupOf = (name: string): string => (name.split('/')[0] ?? '').replace(/\d+$/, '');
  return [...terms.keys()].every((name) => {
    const own = Math.abs(proof.get(name) ?? 0);
    if (own < TINY) return true; // nothing is proven of it
    const alike = [...proof].filter(
      ([other, factor]) =>
        itemOf(other) === itemOf(name) && groupOf(other) === groupOf(name) && Math.abs(factor) >= 0.99 * own,
    );
    return new Set(alike.map(([other]) => other.split('/')[0])).size >= minimum;
  });
}

function guarded(subject: EvaluatedSubject): { at: number; rater: KnownRater }[] {
  return subject.publishings.flatMap(({ raters }, at) =>
    raters.filter(({ type }) => isGuardedType(type)).map((rater) => ({ at, rater })),
  );
}

function ratings(subject: EvaluatedSubject): Secret[] {
  return guarded(subject).flatMap(({ at, rater }) =>
    rater.ratings.flatMap((rating, item) =>
      rating === null
        ? []
        : [{ name: `${rater.id}’s rating of item ${item + 1}`, sum: ratingOf(subject, at, rater, item) }],
    ),
  );
}

function ownScores(subject: EvaluatedSubject): Secret[] {
  return guarded(subject).flatMap(({ at, rater }) => {
    const sum = ownMean(subject, at, rater, scoredItems(subject));
    return sum ? [{ name: `${rater.id}’s own score`, sum }] : [];
  });
}

/**
 * Whom a viewer unmasks who lays two publishings side by side: a figure that changed with fewer evaluators than the minimum, or a
 * text that came or went with fewer.
 */
export function differences(subject: EvaluatedSubject, views: readonly View[]): string[] {
  return views.flatMap((later, at) => views.slice(0, at).flatMap((earlier) => between(subject, earlier, later)));
}

/** The publishing from which on the evaluators of a type answered as they did for this one. */
function sinceWhen(subject: EvaluatedSubject, at: number, type: EvaluatorType): number {
  const answers = (publishing: number): string => JSON.stringify(ratersOf(subject, publishing, type));
  let since = at;
  while (since > 0 && answers(since - 1) === answers(at)) since -= 1;
  return since;
}

function between(subject: EvaluatedSubject, earlier: View, later: View): string[] {
  const [before, after] = [new ShownStatements(subject, earlier), new ShownStatements(subject, later)];
  const found: string[] = [];
  for (const { evaluatorType: type } of later.body.typeScores.filter(({ evaluatorType }) =>
    isGuardedType(evaluatorType),
  )) {
    const old = ratersOf(subject, before.publishingOf(type), type);
    const fresh = ratersOf(subject, after.publishingOf(type), type);
    const minimum = greatestMinimum(subject, sinceWhen(subject, after.publishingOf(type), type));
    const items = later.body.sections.flatMap((section) => section.items);
    items.forEach((item, place) => {
      const former = earlier.body.sections.flatMap((section) => section.items)[place];
      const figures = [former?.scores[type], item.scores[type]];
      if (figures.some((figure) => typeof figure !== 'number') || figures[0] === figures[1]) return;
      const changed = changedIn(old, fresh, ({ ratings: all }) => String(all[place] ?? ''));
      if (changed < minimum)
        found.push(`${type} at item ${place + 1} went from ${figures.join(' to ')} with ${changed}`);
    });
    const [textsBefore, textsAfter] = [textsOf(earlier, type), textsOf(later, type)];
    const came = [...textsAfter].filter((text) => !textsBefore.has(text));
    const went = [...textsBefore].filter((text) => !textsAfter.has(text));
    const isShown = [earlier, later].map(({ body }) =>
      body.typeScores.some(({ evaluatorType, hidden }) => evaluatorType === type && !hidden),
    );
    if (isShown.includes(false)) continue; // shown for the first time, or no longer
    const newcomers = fresh.filter(
      ({ id, comment }) => !old.some((rater) => rater.id === id && rater.comment === comment),
    );
    const leavers = old.filter(
      ({ id, comment }) => !fresh.some((rater) => rater.id === id && rater.comment === comment),
    );
    if (came.length > 0 && newcomers.length < minimum)
      found.push(`“${came.join('”, “')}” came with ${newcomers.length} of ${type}`);
    if (went.length > 0 && leavers.length < minimum)
      found.push(`“${went.join('”, “')}” went with ${leavers.length} of ${type}`);
  }
  return found;
}

function textsOf({ body: { sections } }: View, type: EvaluatorType): Set<string> {
  const comments = sections.flatMap(({ items }) => items.flatMap((item) => item.comments));
  return new Set(comments.filter(({ evaluatorType }) => evaluatorType === type).map(({ text }) => text));
}

function changedIn(
  old: readonly KnownRater[],
  fresh: readonly KnownRater[],
  of: (rater: KnownRater) => string,
): number {
  const ids = new Set([...old, ...fresh].map(({ id }) => id));
  const valueIn = (raters: readonly KnownRater[], id: string): string => {
    const rater = raters.find((candidate) => candidate.id === id);
    return rater ? of(rater) : '';
  };
  return [...ids].filter((id) => valueIn(old, id) !== valueIn(fresh, id)).length;
}
