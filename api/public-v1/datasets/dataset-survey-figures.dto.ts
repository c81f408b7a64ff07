import type { QuestionType } from '../../../shared/growth/pulse-surveys/survey-status';
import type { SurveyQuestionResult } from '../../growth/pulse-surveys/survey-results.dto';
import type { Id, Instant } from '../../http/types';

/** A row of the dataset survey-figures: one per pulse survey, question and department. */
export interface SurveyFigureRowV1 {
  /** The survey: `id` of `/pulse-surveys`. */
  surveyId: Id;
  /**
   * Name of the survey.
   * @example "Pulse of November"
   */
  survey: string;
  /** The question; it stays the same for as long as the survey exists. */
  questionId: Id;
  /** @example "How likely are you to recommend us as a place to work?" */
  question: string;
  /** @example "Enps" */
  type: QuestionType;
  /** null: all respondents; those without a department count only there. */
  departmentId: Id | null;
  /**
   * Name of the department.
   * @example "Engineering"
   */
  department: string | null;
  /**
   * Figures are hidden: the survey is not closed yet, too few have answered, or another group could be computed.
   * @example false
   */
  suppressed: boolean;
  /**
   * How many answered the question.
   * @isInt
   * @minimum 0
   * @example 40
   */
  answers: number | null;
  /**
   * Of a Rating: the mean, two decimals; null for other types.
   * @example null
   */
  mean: number | null;
  /**
   * Of Enps: -100 to 100.
   * @isInt
   * @minimum -100
   * @maximum 100
   * @example 30
   */
  eNPS: number | null;
  /** With `updatedSince`: when the survey or the department was changed last. */
  updatedAt?: Instant;
}

/** The survey, question and department of a figure. */
export interface SurveyFigureGroup {
  survey: { surveyId: string; name: string };
  departmentId: string | null;
  department: string | null;
}

export function toSurveyFigureRowV1(
  { survey, departmentId, department }: SurveyFigureGroup,
  { questionId, text, type, suppressed, answers, mean, eNPS }: SurveyQuestionResult,
): SurveyFigureRowV1 {
  const { surveyId, name } = survey;
  return {
    surveyId,
    survey: name,
    questionId,
    question: text,
    type,
    departmentId,
    department,
    suppressed,
    answers,
    mean,
    eNPS,
  };
}
