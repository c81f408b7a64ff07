import { hashToken } from '../kernel/ids';

/** HR's decision about a comment of an evaluator on a subject at an item. */
export interface WithheldComment {
  evaluatorId: string;
  itemId: string;
  /** Hash of a text that HR showed again; null: none. Any other comment of the evaluator at the item stays withheld. */
  shownText: string | null;
  reason: string;
  by: string | null;
  at: Date;
}

/** Identifies a comment: its evaluator, item and text. */
export interface CommentText {
  evaluatorId: string;
  itemId: string;
  text: string;
}

export interface CommentDecision {
  isWithheld: boolean;
  reason: string;
  by: string | null;
  at: Date;
}

export function isWithheld(decided: readonly WithheldComment[] | undefined, comment: CommentText): boolean {
  const own = decided?.find((decision) => isAbout(decision, comment));
  return own !== undefined && own.shownText !== hashToken(comment.text);
}

/** Returns the decisions about a subject's comments with the one about this comment replaced. */
export function withDecision(
  decided: readonly WithheldComment[] | undefined,
  comment: CommentText,
  { isWithheld: withheld, reason, by, at }: CommentDecision,
): WithheldComment[] {
  const { evaluatorId, itemId, text } = comment;
  const shownText = withheld ? null : hashToken(text);
  const others = (decided ?? []).filter((decision) => !isAbout(decision, comment));
  return [...others, { evaluatorId, itemId, shownText, reason, by, at }];
}

function isAbout(decided: Pick<WithheldComment, 'evaluatorId' | 'itemId'>, comment: CommentText): boolean {
  return decided.evaluatorId === comment.evaluatorId && decided.itemId === comment.itemId;
}
