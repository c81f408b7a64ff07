import { publishedEnps } from '../../shared/growth/enps.rules';
import type { Survey } from '../../shared/growth/survey.model';
import type { SurveyQuestion } from '../../shared/growth/survey-answers.rules';
import { participationRate } from '../../shared/growth/survey-results.rules';
import type { QuestionType, SurveyStatus } from '../../shared/growth/survey-status';
import { toInstantOrNull } from '../../shared/kernel/clock';
import { resourceFields } from '../http/resource-fields';
import type { Id, Instant, LongText, ResourceFields, ShortText } from '../http/types';

/** One question of a survey. */
export interface SurveyQuestionView {
  id: Id;
  /** @example "How likely are you to recommend us as a place to work?" */
  text: string;
  /** Enps is answered by 0 to 10, Rating by 1 to 5, Text in words. */
  type: QuestionType;
  /** Whether it cannot be skipped. */
  required: boolean;
}

/** A pulse survey (decisions 5). */
export interface PulseSurveyView extends ResourceFields {
  /** @example "Pulse of November" */
  name: string;
  description: string | null;
  status: SurveyStatus;
  questions: SurveyQuestionView[];
  /** Whose employees are asked; empty means everybody. */
  departmentIds: Id[];
  /** Names of the departments in the same order; null for one that is gone. */
  departments: (string | null)[];
  /**
   * Figures of fewer answers are hidden. Frozen at opening.
   * @example 5
   */
  anonymityThreshold: number;
  openedAt: Instant | null;
  closedAt: Instant | null;
  /**
   * Active employees of the audience at opening; null in a draft.
   * @example 120
   */
  invited: number | null;
  /** @example 87 */
  responses: number;
  /**
   * Share of the invited who answered, 0 to 1; null in a draft.
   * @example 0.725
   */
  participationRate: number | null;
  /**
   * Of the first Enps question, -100 to 100; null before closing, and when fewer than the threshold answered it.
   * @example 34
   */
  eNPS: number | null;
}

/**
 * A question: 1 to 1,000 characters.
 * @minLength 1 must not be empty
 * @maxLength 1000 must have at most 1000 characters
 * @pattern \S must not be blank
 */
export type SurveyQuestionText = string;

export interface SurveyQuestionInput {
  id?: Id;
  text: SurveyQuestionText;
  type: QuestionType;
  /** False when it is not given. */
  required?: boolean;
}

/**
 * The fewest answers that a published figure may stand on.
 * @isInt must be a whole number
 * @minimum 3 must be at least 3
 * @maximum 1000 must be at most 1000
 * @example 5
 */
export type AnonymityThreshold = number;

/** @maxItems 50 must have at most 50 questions */
export type SurveyQuestions = SurveyQuestionInput[];

/** @maxItems 500 must name at most 500 departments */
export type SurveyDepartments = Id[];

export interface CreatePulseSurvey {
  id?: Id;
  name: ShortText;
  description?: LongText | null;
  questions?: SurveyQuestions;
  /** Everybody when it is empty or not given. */
  departmentIds?: SurveyDepartments;
  /** The organization's setting at opening when it is not given. */
  anonymityThreshold?: AnonymityThreshold | null;
}

export interface UpdatePulseSurvey {
  name?: ShortText;
  description?: LongText | null;
  /** Replaces all questions; send ids to keep them. */
  questions?: SurveyQuestions;
  departmentIds?: SurveyDepartments;
  anonymityThreshold?: AnonymityThreshold | null;
}

/** What a survey's view needs beside its row. */
export interface SurveySurroundings {
  department: (id: string) => string | null;
  /** The organization's setting, which a draft without a threshold of its own follows. */
  threshold: number;
}

/** A survey as HR sees it. */
export function toPulseSurveyView(row: Survey, { department, threshold }: SurveySurroundings): PulseSurveyView {
  const { name, description, status, departmentIds, invited, responses } = row;
  return {
    ...resourceFields(row),
    name,
    description,
    status,
    questions: row.questions.map(toQuestionView),
    departmentIds: [...departmentIds],
    departments: departmentIds.map(department),
    anonymityThreshold: row.anonymityThreshold ?? threshold,
    openedAt: toInstantOrNull(row.openedAt),
    closedAt: toInstantOrNull(row.closedAt),
    invited,
    responses,
    participationRate: participationRate(responses, invited),
    eNPS: publishedEnps(row.enps, row.anonymityThreshold ?? threshold),
  };
}

/** A question as the API shows it. */
export function toQuestionView({ id, text, type, required }: SurveyQuestion): SurveyQuestionView {
  return { id, text, type, required };
}
