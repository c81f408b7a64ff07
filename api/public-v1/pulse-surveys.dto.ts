import type { SurveyStatus, QuestionType } from '../../shared/growth/pulse-surveys/survey-status';
import type { PulseSurveyView } from '../growth/pulse-surveys/pulse-surveys.dto';
import type {
  SurveyQuestionSummary,
  SurveyResults,
  SuppressionReason,
} from '../growth/pulse-surveys/survey-results.dto';
import type { Id, Instant } from '../http/types';

/** A pulse survey. */
export interface PulseSurveyV1 {
  /** Key of the survey; never used again. */
  id: Id;
  /** @example "Pulse of November" */
  name: string;
  /** @example "Closed" */
  status: SurveyStatus;
  /** When it was opened; null in a draft. */
  openedAt: Instant | null;
  /** When it was closed; null before. */
  closedAt: Instant | null;
  /**
   * Invited employees; null in a draft.
   * @isInt
   * @minimum 0
   * @example 48
   */
  invited: number | null;
  /**
   * Employees who answered.
   * @isInt
   * @minimum 0
   * @example 40
   */
  responses: number;
  /**
   * Share of the invited who answered, 0 to 1; null in a draft.
   * @example 0.8333
   */
  participationRate: number | null;
  /**
   * -100 to 100; null before closing, and when fewer than the anonymity threshold answered.
   * @isInt
   * @minimum -100
   * @maximum 100
   * @example 30
   */
  eNPS: number | null;
}

/** How often a score was given. */
export interface ScoreCountV1 {
  /**
   * @isInt
   * @example 9
   */
  score: number;
  /**
   * @isInt
   * @minimum 0
   * @example 12
   */
  count: number;
}

/** The figures of one question; null where fewer than the threshold answered it. */
export interface PulseQuestionV1 {
  /** The question; it stays the same for as long as the survey exists. */
  questionId: Id;
  /** @example "How likely are you to recommend us as a place to work?" */
  text: string;
  /** @example "Enps" */
  type: QuestionType;
  /**
   * Figures are hidden: too few have answered.
   * @example false
   */
  suppressed: boolean;
  /**
   * Number of answers.
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
  /**
   * Of Enps: answers of 9 and 10.
   * @isInt
   * @minimum 0
   * @example 20
   */
  promoters: number | null;
  /**
   * Of Enps: answers of 7 and 8.
   * @isInt
   * @minimum 0
   * @example 12
   */
  passives: number | null;
  /**
   * Of Enps: answers of 0 to 6.
   * @isInt
   * @minimum 0
   * @example 8
   */
  detractors: number | null;
  /** How often each score was given. */
  distribution: ScoreCountV1[] | null;
}

/** The results of a pulse survey, without comments. */
export interface PulseResultsV1 extends PulseSurveyV1 {
  /**
   * Answers that are needed before a figure is shown.
   * @isInt
   * @minimum 3
   * @example 5
   */
  anonymityThreshold: number;
  /**
   * Figures are hidden: the survey is not closed yet, or too few have answered.
   * @example false
   */
  suppressed: boolean;
  /** Why figures are hidden; null when they are shown. */
  suppressionReason: SuppressionReason | null;
  questions: PulseQuestionV1[];
}

export function toPulseSurveyV1(survey: PulseSurveyView): PulseSurveyV1 {
  const { id, name, status, openedAt, closedAt, invited, responses, participationRate, eNPS } = survey;
  return { id, name, status, openedAt, closedAt, invited, responses, participationRate, eNPS };
}

export function toPulseResultsV1(results: SurveyResults): PulseResultsV1 {
  const { surveyId, name, status, openedAt, closedAt, invited, responses, participationRate, eNPS } = results;
  return {
    id: surveyId,
    name,
    status,
    openedAt,
    closedAt,
    invited,
    responses,
    participationRate,
    eNPS,
    anonymityThreshold: results.anonymityThreshold,
    suppressed: results.suppressed,
    suppressionReason: results.suppressionReason,
    questions: results.questions.map(toPulseQuestionV1),
  };
}

function toPulseQuestionV1(question: SurveyQuestionSummary): PulseQuestionV1 {
  const { questionId, text, type, suppressed, answers, mean, eNPS } = question;
  const { promoters, passives, detractors, distribution } = question;
  return { questionId, text, type, suppressed, answers, mean, eNPS, promoters, passives, detractors, distribution };
}
