import type { SubjectResultView } from '../../api/insight/evaluation-results.dto';
import { GUARDED_TYPES, ratingItems } from '../../shared/evaluation/disclosure/guarded-group.rules';
import type { EvaluatorType } from '../../shared/framework/evaluator-type';
import { ItemType } from '../../shared/framework/template.rules';
import { type EvaluatedSubject, isGuardedType, type KnownRater, ratersOf } from './evaluated-subject';

/** The results of a subject as a viewer was shown them after a publishing. */
export interface View {
  publishing: number;
  body: Pick<SubjectResultView, 'typeScores' | 'sections' | 'otherComments'>;
}

/** The publishing that the figures of a type are of; null: the type is hidden. */
export function publishingOf({ publishings }: EvaluatedSubject, { body }: View, type: EvaluatorType): number | null {
  const asOf = body.typeScores.find(({ evaluatorType }) => evaluatorType === type)?.asOf;
  if (!asOf) return null;
  const found = publishings.findIndex(({ at }) => new Date(at).getTime() === new Date(asOf).getTime());
  if (found === -1) throw new Error(`No publishing was at ${asOf}.`);
  return found;
}

/** Figures of guarded types that fewer than the minimum rated, and texts without a figure, in words. */
export function shownOfFew(subject: EvaluatedSubject, views: readonly View[]): string[] {
  const rated = ratingItems(subject.content).map(({ id }) => id);
  return views.flatMap((view) => {
    const { sections, otherComments } = view.body;
    const items = sections.flatMap((section) => section.items);
    const { minimum } = subject.publishings[view.publishing]!;
    return GUARDED_TYPES.flatMap((type) => {
      const publishing = publishingOf(subject, view, type);
      const raters = publishing === null ? [] : ratersOf(subject, publishing, type);
      const count = (itemId: string): number =>
        raters.filter(({ ratings }) => typeof ratings[rated.indexOf(itemId)] === 'number').length;
      const few = items.filter(({ itemId, scores }) => typeof scores[type] === 'number' && count(itemId) < minimum);
      const texts = items.filter(
        ({ itemId, comments, type: kind }) =>
          comments.some(({ evaluatorType }) => evaluatorType === type) &&
          (kind === ItemType.Text ? raters.length < minimum : count(itemId) < minimum),
      );
      const loose = otherComments.filter(({ evaluatorType }) => evaluatorType === type && raters.length < minimum);
      return [...few, ...texts, ...loose].map(
        (found) => `publishing ${view.publishing + 1}, ${type}: ${JSON.stringify(found)}`,
      );
    });
  });
}

/**
 * Whom a viewer unmasks who lays two publishings side by side: a figure that changed with fewer evaluators than the minimum, or a
 * text that came or went with fewer. In words; empty: no one.
 */
export function differences(subject: EvaluatedSubject, views: readonly View[]): string[] {
  return views.flatMap((later, at) => views.slice(0, at).flatMap((earlier) => between(subject, earlier, later)));
}

function between(subject: EvaluatedSubject, earlier: View, later: View): string[] {
  const found: string[] = [];
  const rated = ratingItems(subject.content);
  for (const { evaluatorType: type } of later.body.typeScores.filter((line) => isGuardedType(line.evaluatorType))) {
    const [before, after] = [publishingOf(subject, earlier, type), publishingOf(subject, later, type)];
    if (before === null || after === null) continue; // shown for the first time, or no longer
    const [old, fresh] = [ratersOf(subject, before, type), ratersOf(subject, after, type)];
    const minimum = Math.max(...subject.publishings.slice(0, after + 1).map((publishing) => publishing.minimum));
    const items = later.body.sections.flatMap((section) => section.items);
    const former = new Map(
      earlier.body.sections.flatMap((section) => section.items).map((item) => [item.itemId, item]),
    );
    for (const { itemId, scores } of items) {
      const place = rated.findIndex(({ id }) => id === itemId);
      const figures = [former.get(itemId)?.scores[type], scores[type]];
      if (figures.some((figure) => typeof figure !== 'number') || figures[0] === figures[1]) continue;
      const changed = changedIn(old, fresh, ({ ratings }) => String(ratings[place] ?? ''));
      if (changed < minimum)
        found.push(`${type} at item ${place + 1} went from ${figures.join(' to ')} with ${changed}`);
    }
    const [textsBefore, textsAfter] = [textsOf(earlier, type), textsOf(later, type)];
    const writers = changedIn(old, fresh, ({ comment, notes }) => JSON.stringify([comment, notes]));
    const moved = [...new Set([...textsBefore, ...textsAfter])].filter(
      (text) => textsBefore.has(text) !== textsAfter.has(text),
    );
    if (moved.length > 0 && writers < minimum)
      found.push(`“${moved.join('”, “')}” came or went with ${writers} of ${type}`);
  }
  return found;
}

function textsOf({ body: { sections, otherComments } }: View, type: EvaluatorType): Set<string> {
  const comments = [...otherComments, ...sections.flatMap(({ items }) => items.flatMap((item) => item.comments))];
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
