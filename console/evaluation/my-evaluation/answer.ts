import type { components } from '../../../build/openapi/internal';

export type EvaluationForm = components['schemas']['MyEvaluationView'];
export type FormItem = components['schemas']['FormItem'];
type StoredAnswer = components['schemas']['AnswerView'];
type AnswerInput = components['schemas']['AnswerInput'];

/** The answer to one item as the form holds it. */
export interface AnswerValue {
  score: number | null;
  notApplicable: boolean;
  /** The comment; of a text item, the answer. */
  comment: string;
}

export const NO_ANSWER: AnswerValue = { score: null, notApplicable: false, comment: '' };

/** Longest comment that the API takes. */
export const MAX_COMMENT_LENGTH = 4_000;

/** Answers of the API by item. */
export function toAnswerValues(answers: readonly StoredAnswer[]): Map<string, AnswerValue> {
  return new Map(
    answers.map(({ itemId, score, notApplicable, comment }) => [
      itemId,
      { score, notApplicable, comment: comment ?? '' },
    ]),
  );
}

/** The whole answer to one item as the API takes it; null clears what it had. */
export function toAnswerInput(itemId: string, { score, notApplicable, comment }: AnswerValue): AnswerInput {
  const text = comment.trim() === '' ? null : comment;
  return { itemId, score: notApplicable ? null : score, notApplicable, comment: text };
}

/** Whether two answers say the same. */
export function isSameAnswer(first: AnswerValue, second: AnswerValue): boolean {
  return (
    first.score === second.score &&
    first.notApplicable === second.notApplicable &&
    (first.comment === second.comment || (first.comment.trim() === '' && second.comment.trim() === ''))
  );
}

/** Whether an item has what submitting asks for: a rating, a text, or that it does not apply. */
export function isAnswered({ type }: FormItem, { score, notApplicable, comment }: AnswerValue): boolean {
  if (notApplicable) return true;
  return type === 'Rating' ? score !== null : comment.trim() !== '';
}

/** Whether answers can still change. */
export function isWritable({ status, cycle }: EvaluationForm): boolean {
  return status === 'InProgress' && (cycle.status === 'Open' || cycle.status === 'InProgress');
}
