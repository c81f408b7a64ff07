import type { Survey } from '../../shared/growth/survey.model';
import { toInstantOrNull } from '../../shared/kernel/clock';
import type { Id, Instant, LongText } from '../http/types';
import { type SurveyQuestionView, toQuestionView } from './pulse-surveys.dto';

/** A survey that waits for the caller's answers. */
export interface SurveyToAnswer {
  id: Id;
  /** @example "Pulse of November" */
  name: string;
  description: string | null;
  openedAt: Instant | null;
  /**
   * Figures of fewer answers are never shown to anybody.
   * @example 5
   */
  anonymityThreshold: number | null;
  questions: SurveyQuestionView[];
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
   * One answer per question; those that are not required may be left out.
   * @minItems 1 must answer at least one question
   * @maxItems 50 must have at most 50 answers
   */
  answers: SurveyAnswerInput[];
}

/** What is told to somebody who has answered. */
export interface SurveyAnswered {
  surveyId: Id;
  /** Always true: the answers are stored, and nothing that says whose they are. */
  accepted: boolean;
}

/** A survey as those see it who are asked. */
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
