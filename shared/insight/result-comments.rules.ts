import { isGuarded } from '../evaluation/disclosure/guarded-group.rules';
import { commentsOf } from '../evaluation/disclosure/published-rater.rules';
import type { PublishedResults } from '../evaluation/disclosure/published-results.model';
import type { VisibleFigures } from '../evaluation/disclosure/visible-figures.rules';
import type { Evaluation } from '../evaluation/evaluation.model';
import { countsAsSubmitted } from '../evaluation/participants/participant-status';
import type { Participant } from '../evaluation/participants/participant.model';
import { seededOrder } from '../evaluation/seeded-order.rules';
import { isWithheld, type WithheldComment } from '../evaluation/withheld-comment.rules';
import { EVALUATOR_TYPES, type EvaluatorType } from '../framework/evaluator-type';
import { ItemType, templateItems, type TemplateContent } from '../framework/template.rules';
import { derivedId } from '../kernel/ids';

export interface ResultComment {
  /**
   * Identifies the comment and its text: another comment of the same evaluator has an unrelated id, so that no one can
   * connect the two.
   */
  id: string;
  evaluatorType: EvaluatorType;
  evaluatorId: string;
  text: string;
  /** Only HR reads it. */
  isWithheld: boolean;
}

export interface WrittenComment extends Pick<ResultComment, 'evaluatorType' | 'evaluatorId' | 'text'> {
  itemId: string;
  /** The item that it is shown at; null: none. */
  shownAt: string | null;
  /** Determines its place. */
  id: string;
}

/** The comments of a subject, with the seed of their order. */
export interface WrittenComments {
  comments: readonly WrittenComment[];
  orderKey: string;
}

/**
 * Returns the comments of Self and Manager, and those that were published with a shown guarded group: at items whose figure
 * of the group is shown and at those that have no figure, otherwise without an item. Only comments on items of `content`,
 * and none of a guarded group on potential.
 */
export function visibleComments(
  visible: VisibleFigures,
  published: PublishedResults,
  participants: readonly Participant[],
  content: TemplateContent,
): WrittenComment[] {
  const open = participants.filter(({ evaluatorType }) => !isGuarded(evaluatorType)).flatMap(submittedComments);
  const itemOf = new Map(templateItems(content).map((shown) => [shown.id, shown]));
  const guarded = published.groups
    .filter(({ evaluatorType }) => visible.asOf.has(evaluatorType))
    .flatMap(({ evaluatorType, raters }) =>
      raters.flatMap(({ evaluatorId, comments }): WrittenComment[] => {
        const row = participants.find((participant) => participant.evaluatorId === evaluatorId);
        if (comments === null) return row ? submittedComments(row) : [];
        return comments.map((comment) => ({ ...comment, shownAt: null, id: evaluatorId, evaluatorType, evaluatorId }));
      }),
    )
    .filter(({ itemId }) => itemOf.get(itemId)?.measuresPotential === false)
    .map((comment) => {
      const { itemId, evaluatorType, evaluatorId } = comment;
      const isAtItem =
        itemOf.get(itemId)?.type === ItemType.Text || visible.item(itemId).byType[evaluatorType] !== undefined;
      // The item is part of it, so that comments of one evaluator without an item are not side by side.
      return { ...comment, shownAt: isAtItem ? itemId : null, id: `${evaluatorId}:${itemId}` };
    });
  return [...open, ...guarded].filter(({ itemId }) => itemOf.has(itemId));
}

/** Returns the comments of a participant, each at its item; none before submitting. */
export function submittedComments({ _id, evaluatorType, evaluatorId, status, answers }: Participant): WrittenComment[] {
  if (!countsAsSubmitted(status)) return [];
  return commentsOf(answers).map((comment) => ({
    ...comment,
    shownAt: comment.itemId,
    id: _id,
    evaluatorType,
    evaluatorId,
  }));
}

/** Returns the comments at an item, or those without one. */
export function shownComments(
  itemId: string | null,
  { withheldComments }: Pick<Evaluation, 'withheldComments'>,
  { comments, orderKey }: WrittenComments,
  withWithheld: boolean,
): ResultComment[] {
  // The seed contains the item, so that one rater's comments have another place in each list.
  return inShuffledOrder(
    comments.filter(({ shownAt }) => shownAt === itemId),
    `${orderKey}:${itemId ?? ''}`,
  )
    .map((comment) => toResultComment(comment, orderKey, withheldComments))
    .filter((comment) => withWithheld || !comment.isWithheld);
}

/** Sorts by evaluator type and shuffles within a type, so that the order reveals no author. */
function inShuffledOrder(comments: readonly WrittenComment[], seed: string): WrittenComment[] {
  const shuffled = seededOrder(comments, seed);
  return EVALUATOR_TYPES.flatMap((type) => shuffled.filter(({ evaluatorType }) => evaluatorType === type));
}

function toResultComment(
  comment: WrittenComment,
  key: string,
  withheld: readonly WithheldComment[] | undefined,
): ResultComment {
  const { evaluatorType, evaluatorId, itemId, text } = comment;
  const id = derivedId('comment', key, evaluatorId, itemId, text);
  return { id, evaluatorType, evaluatorId, text, isWithheld: isWithheld(withheld, comment) };
}
