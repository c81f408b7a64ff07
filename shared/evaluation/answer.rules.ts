import { type EvaluatorType } from '../framework/evaluator-type';
import {
  itemAppliesTo,
  ItemType,
  templateItems,
  type TemplateContent,
  type TemplateItem,
} from '../framework/template.rules';
import { type FieldRefusal, refusal } from '../kernel/refusals/refusal';

/** One participant's stored answer to one item; a text item is answered in `comment`. */
export interface Answer {
  itemId: string;
  score: number | null;
  notApplicable: boolean;
  comment: string | null;
}

/** What autosave sends for one item: an absent field stays as it is, null clears it. */
export interface AnswerChange {
  itemId: string;
  score?: number | null;
  notApplicable?: boolean;
  comment?: string | null;
}

/** Longest comment, in UTF-16 code units. */
const MAX_COMMENT_LENGTH = 4000;

/**
 * Returns the stored answers after an autosave: merged by item, in the order of each item's first answer. A score
 * clears "not applicable" and the reverse; an answer without content is dropped.
 */
export function mergeAnswers(stored: readonly Answer[], changes: readonly AnswerChange[]): Answer[] {
  const byItem = new Map(stored.map((answer) => [answer.itemId, answer]));
  for (const change of changes) byItem.set(change.itemId, mergeAnswer(byItem.get(change.itemId), change));
  return [...byItem.values()].filter((answer) => !isEmpty(answer));
}

function mergeAnswer(before: Answer | undefined, change: AnswerChange): Answer {
  const notApplicable =
    change.notApplicable ?? (typeof change.score === 'number' ? false : (before?.notApplicable ?? false));
  const score = change.score === undefined ? (before?.score ?? null) : change.score;
  const comment = change.comment === undefined ? (before?.comment ?? null) : change.comment;
  return {
    itemId: change.itemId,
    score: notApplicable ? null : score,
    notApplicable,
    comment: isBlank(comment) ? null : comment,
  };
}

function isEmpty(answer: Answer): boolean {
  return answer.score === null && !answer.notApplicable && isBlank(answer.comment);
}

function isBlank(comment: string | null): boolean {
  return comment === null || comment.trim() === '';
}

/** Returns the problems of sent answers against the template and the evaluator type, with paths such as `answers[1].score`. */
export function validateAnswers(
  content: TemplateContent,
  evaluatorType: EvaluatorType,
  changes: readonly AnswerChange[],
): FieldRefusal[] {
  const items = new Map(templateItems(content).map((item) => [item.id, item]));
  const seen = new Set<string>();
  return changes.flatMap((change, at) => {
    const path = `answers[${at}]`;
    const item = items.get(change.itemId);
    if (!item) return [{ field: `${path}.itemId`, ...refusal('NOT_IN_TEMPLATE') }];
    if (!itemAppliesTo(item, evaluatorType)) {
      return [{ field: `${path}.itemId`, ...refusal('NOT_FOR_EVALUATOR_TYPE', { type: evaluatorType }) }];
    }
    if (seen.has(item.id)) return [{ field: `${path}.itemId`, ...refusal('MUST_BE_ANSWERED_ONLY_ONCE') }];
    seen.add(item.id);
    return validateAnswer(content, item, change, path);
  });
}

function validateAnswer(
  { scale }: TemplateContent,
  item: TemplateItem,
  change: AnswerChange,
  path: string,
): FieldRefusal[] {
  const problems: FieldRefusal[] = [];
  const score = change.score ?? null;
  if (score !== null && item.type === ItemType.Text) {
    problems.push({ field: `${path}.score`, ...refusal('TEXT_ITEM_HAS_NO_SCORE') });
  } else if (score !== null && !(Number.isInteger(score) && score >= scale.min && score <= scale.max)) {
    problems.push({
      field: `${path}.score`,
      ...refusal('NOT_AN_INTEGER_IN_RANGE', { min: scale.min, max: scale.max }),
    });
  }
  if (change.notApplicable && !item.allowNotApplicable) {
    problems.push({ field: `${path}.notApplicable`, ...refusal('ITEM_ALWAYS_APPLICABLE') });
  } else if (change.notApplicable && score !== null) {
    problems.push({ field: `${path}.notApplicable`, ...refusal('ITEM_HAS_SCORE') });
  }
  if ((change.comment?.length ?? 0) > MAX_COMMENT_LENGTH) {
    problems.push({ field: `${path}.comment`, ...refusal('TEXT_TOO_LONG', { max: MAX_COMMENT_LENGTH }) });
  }
  return problems;
}

/**
 * Returns the ids, in template order, of the required items of this evaluator type that have no answer; submitting
 * requires that there are none.
 */
export function missingRequiredItems(
  content: TemplateContent,
  evaluatorType: EvaluatorType,
  answers: readonly Answer[],
): string[] {
  const byItem = new Map(answers.map((answer) => [answer.itemId, answer]));
  return templateItems(content)
    .filter((item) => item.required && itemAppliesTo(item, evaluatorType))
    .filter((item) => !isAnswered(item, byItem.get(item.id)))
    .map((item) => item.id);
}

function isAnswered(item: TemplateItem, answer: Answer | undefined): boolean {
  if (!answer) return false;
  if (answer.notApplicable) return item.allowNotApplicable;
  return item.type === ItemType.Rating ? answer.score !== null : !isBlank(answer.comment);
}
