import { participationRate } from '../../../shared/evaluation/participants/participation.rules';
import { publishedEnps } from '../../../shared/growth/pulse-surveys/enps.rules';
import type { SurveyQuestion } from '../../../shared/growth/pulse-surveys/survey-answers.rules';
import type { QuestionType, SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import type { Survey } from '../../../shared/growth/pulse-surveys/survey.model';
import { toInstantOrNull } from '../../../shared/kernel/clock';
import { resourceFields } from '../../http/resource-fields';
import type { Id, Instant, LongText, ResourceFields, ShortText } from '../../http/types';

/** One question of a survey. */
export interface SurveyQuestionView {
  id: Id;
  /** @example "How likely are you to recommend us as a place to work?" */
  text: string;
  /** Enps takes 0 to 10, Rating 1 to 5, Text free text. */
  type: QuestionType;
  /** Whether an answer is required. */
  required: boolean;
}

/** A pulse survey. */
export interface PulseSurveyView extends ResourceFields {
  /** @example "November pulse" */
  name: string;
  description: string | null;
  status: SurveyStatus;
  questions: SurveyQuestionView[];
  /** Departments whose employees are invited; empty means all. */
  departmentIds: Id[];
  /** Names of the departments in the same order, also of those that were deleted since. */
  departments: (string | null)[];
  /**
   * Figures based on fewer answers are hidden. Fixed when the survey opens.
   * @example 5
   */
  anonymityThreshold: number;
  openedAt: Instant | null;
  closedAt: Instant | null;
  /**
   * Active employees of the audience when the survey opened; null for a Draft.
   * @example 120
   */
  invited: number | null;
  /** @example 87 */
  responses: number;
  /**
   * Share of the invited employees who answered, 0 to 1; null for a Draft.
   * @example 0.725
   */
  participationRate: number | null;
  /**
   * eNPS of the first Enps question, -100 to 100; null before closing, and below the threshold.
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
  /** Defaults to false. */
  required?: boolean;
}

/**
 * The smallest number of answers for which a figure is published.
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

export interface CreatePulseSurvey extends UpdatePulseSurvey {
  id?: Id;
  name: ShortText;
  /** Defaults to none; a survey without questions cannot be opened. */
  questions?: SurveyQuestions;
  /** Every employee when empty or omitted. */
  departmentIds?: SurveyDepartments;
  /** Defaults to the organization's setting at the time of opening. */
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

/** The inputs of a survey's view besides its row. */
export interface SurveyLookups {
  department: (id: string) => string | null;
  /** The organization's setting, for a Draft that has no threshold. */
  threshold: number;
}

/** A survey as HR sees it. */
export function toPulseSurveyView(row: Survey, { department, threshold }: SurveyLookups): PulseSurveyView {
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

export function toQuestionView({ id, text, type, required }: SurveyQuestion): SurveyQuestionView {
  return { id, text, type, required };
}
