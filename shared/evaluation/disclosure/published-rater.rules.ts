import { templateItems, type TemplateContent } from '../../framework/template.rules';
import { hashToken } from '../../kernel/ids';
import type { Answer } from '../answer.rules';
import { ratingsOf } from './guarded-group.rules';
import type { PublishedComment, PublishedRater } from './published-results.model';

/** What a guarded evaluator has submitted, as a row of the evaluations stores it. */
export interface SubmittedAnswers {
  evaluatorId: string;
  answers: readonly Answer[];
  score: number | null;
}

/** Returns what a publishing stores of an evaluator. */
export function toPublishedRater(
  { evaluatorId, answers, score }: SubmittedAnswers,
  content: TemplateContent,
): PublishedRater {
  // Comments on potential are never shown, so they change nothing.
  const potential = new Set(
    templateItems(content).flatMap(({ id, measuresPotential }) => (measuresPotential ? id : [])),
  );
  return {
    evaluatorId,
    ratings: ratingsOf(answers, content),
    score,
    commentsId: keyOf(commentsOf(answers).filter(({ itemId }) => !potential.has(itemId))),
    comments: null,
  };
}

/** Returns an evaluator's comments without empty ones. */
export function commentsOf(answers: readonly Answer[]): PublishedComment[] {
  return answers.flatMap(({ itemId, comment }) => {
    const text = comment?.trim() ?? '';
    return text === '' ? [] : [{ itemId, text }];
  });
}

function keyOf(comments: readonly PublishedComment[]): string {
  if (comments.length === 0) return '';
  const inOrder = comments.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)).map(({ itemId, text }) => [itemId, text]);
  return Buffer.from(hashToken(JSON.stringify(inOrder)), 'hex')
    .toString('base64url')
    .slice(0, 22);
}
