import type { SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import type { Survey } from '../../../shared/growth/pulse-surveys/survey.model';
import { toInstantOrNull } from '../../../shared/kernel/clock';
import type { Id, Instant, LongText } from '../../http/types';
import { type SurveyQuestionView, toQuestionView } from './pulse-surveys.dto';

/** A survey that waits for your answers. */
export interface SurveyToAnswer {
  id: Id;
  /** @example "November pulse" */
  name: string;
  description: string | null;
  openedAt: Instant | null;
  /**
   * Figures based on fewer answers are never shown to anyone.
   * @example 5
   */
  anonymityThreshold: number | null;
  questions: SurveyQuestionView[];
}

/** A survey that you are invited to. */
export interface SurveyForm extends SurveyToAnswer {
  /** Answers are accepted while it is Open. */
  status: SurveyStatus;
  /** Whether you have answered; null once the survey is Closed, because no one can find that out any more. */
  answered: boolean | null;
}

/** One answer: `score` for Enps (0 to 10) and Rating (1 to 5), `text` for Text. */
export interface SurveyAnswerInput {
  questionId: Id;
  /**
   * @isInt must be a whole number
   * @minimum 0 must be at least 0
   * @maximum 10 must be at most 10
   * @example 9
   */
  score?: number | null;
  text?: LongText | null;
}

export interface AnswerSurvey {
  /**
   * One answer per question. Questions that are not required can be omitted.
   * @minItems 1 must answer at least one question
   * @maxItems 50 must have at most 50 answers
   */
  answers: SurveyAnswerInput[];
}

/** Confirms that your answers are stored. */
export interface SurveyAnswered {
  surveyId: Id;
  /** Always true. The stored answers do not identify you. */
  accepted: boolean;
}

/** A survey as its respondents see it. */
export function toSurveyToAnswer(row: Survey): SurveyToAnswer {
  return {
    id: row._id,
    name: row.name,
    description: row.description,
    openedAt: toInstantOrNull(row.openedAt),
    anonymityThreshold: row.anonymityThreshold,
    questions: row.questions.map(toQuestionView),
  };
}

/** Returns a survey with its reader's participation. */
export function toSurveyForm(row: Survey, answered: boolean | null): SurveyForm {
  return { ...toSurveyToAnswer(row), status: row.status, answered };
}
