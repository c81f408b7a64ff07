import { type FieldRefusal, refusal } from '../../kernel/refusals/refusal';
import { QuestionType } from './survey-status';

export interface SurveyQuestion {
  id: string;
  text: string;
  type: QuestionType;
  /** Whether it cannot be skipped. */
  required: boolean;
}

/** An answer as it is sent: a score for Enps and Rating, free text for Text. */
export interface SurveyAnswer {
  questionId: string;
  score?: number | null;
  text?: string | null;
}

/** The whole numbers that answer a scored question, both ends included. */
export const SCORE_RANGE = {
  [QuestionType.Enps]: { least: 0, most: 10 },
  [QuestionType.Rating]: { least: 1, most: 5 },
} as const;

/** Returns the problems of a survey's questions: repeated ids. */
export function validateQuestions(questions: readonly Pick<SurveyQuestion, 'id'>[]): FieldRefusal[] {
  return repeated(questions.map(({ id }) => id.toLowerCase())).map((at) => ({
    field: `questions[${at}].id`,
    ...refusal('MUST_NOT_BE_ID_OF_ANOTHER_QUESTION_OF_SURVEY'),
  }));
}

/**
 * Returns the problems of the answers to a survey: an unknown question, a repeated answer, a score outside 0 to 10 (Enps) or 1
 * to 5 (Rating), text where a score is required and the reverse, a missing required answer, no answer at all.
 */
export function validateAnswers(
  answers: readonly SurveyAnswer[],
  questions: readonly SurveyQuestion[],
): FieldRefusal[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const errors: FieldRefusal[] = repeated(answers.map(({ questionId }) => questionId)).map((at) => ({
    field: `answers[${at}].questionId`,
    ...refusal('MUST_BE_ANSWERED_ONLY_ONCE'),
  }));
  answers.forEach((answer, at) => {
    const wrong = answerError(answer, byId.get(answer.questionId));
    if (wrong) errors.push({ ...wrong, field: `answers[${at}].${wrong.field}` });
  });
  const answered = new Set(answers.filter(isAnswered).map(({ questionId }) => questionId));
  for (const { id, text } of questions.filter(({ required }) => required))
    if (!answered.has(id))
      errors.push({ field: 'answers', ...refusal('REQUIRED_QUESTION_MISSING', { question: text }) });
  if (errors.length === 0 && answered.size === 0)
    errors.push({ field: 'answers', ...refusal('MUST_ANSWER_AT_LEAST_ONE_QUESTION') });
  return errors;
}

/** Whether the answer has content; a skipped question may be sent with null or blank text. */
function isAnswered({ score, text }: SurveyAnswer): boolean {
  return typeof score === 'number' || (typeof text === 'string' && text.trim() !== '');
}

function answerError(answer: SurveyAnswer, question: SurveyQuestion | undefined): FieldRefusal | null {
  if (!question) return { field: 'questionId', ...refusal('MUST_BE_QUESTION_OF_SURVEY') };
  if (!isAnswered(answer)) return null;
  if (question.type === QuestionType.Text)
    return typeof answer.score === 'number' ? { field: 'score', ...refusal('QUESTION_TAKES_TEXT') } : null;
  const { least, most } = SCORE_RANGE[question.type];
  if (typeof answer.score !== 'number' || answer.score < least || answer.score > most || answer.score % 1 !== 0)
    return { field: 'score', ...refusal('NOT_A_WHOLE_NUMBER_IN_RANGE', { min: least, max: most }) };
  return typeof answer.text === 'string' && answer.text.trim() !== ''
    ? { field: 'text', ...refusal('QUESTION_TAKES_SCORE') }
    : null;
}

function repeated(values: readonly string[]): number[] {
  return values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []));
}
