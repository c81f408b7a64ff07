import { participationRate } from '../../../shared/evaluation/participants/participation.rules';
import { round2OrNull } from '../../../shared/evaluation/score.rules';
import type { SurveyQuestion } from '../../../shared/growth/pulse-surveys/survey-answers.rules';
import { type QuestionFigures, type SurveyFigures } from '../../../shared/growth/pulse-surveys/survey-results.rules';
import { QuestionType, type SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import type { Survey } from '../../../shared/growth/pulse-surveys/survey.model';
import { toInstantOrNull } from '../../../shared/kernel/clock';
import { compareTexts, foldText } from '../../../shared/kernel/name-order.rules';
import type { Id, Instant } from '../../http/types';

/** Why a survey is suppressed: it is still open, or too few employees answered. */
export enum SuppressionReason {
  NotClosed = 'NotClosed',
  BelowThreshold = 'BelowThreshold',
}

/** How often a score was given. */
export interface ScoreCount {
  /** @example 9 */
  score: number;
  /** @example 12 */
  count: number;
}

/** Figures of one question. All are null below the threshold, or where they would reveal a hidden group. */
export interface SurveyQuestionResult {
  questionId: Id;
  /** @example "How likely are you to recommend us as a place to work?" */
  text: string;
  type: QuestionType;
  suppressed: boolean;
  /**
   * Number of answers.
   * @example 40
   */
  answers: number | null;
  /**
   * Mean of a Rating question, two decimals.
   * @example 3.85
   */
  mean: number | null;
  /**
   * eNPS of an Enps question, -100 to 100.
   * @example 34
   */
  eNPS: number | null;
  /** Enps answers of 9 and 10. */
  promoters: number | null;
  /** Enps answers of 7 and 8. */
  passives: number | null;
  /** Enps answers of 0 to 6. */
  detractors: number | null;
  /** How often each score of the scale was given. */
  distribution: ScoreCount[] | null;
}

/** A question over all answers. */
export interface SurveyQuestionSummary extends SurveyQuestionResult {
  /** Up to 100 comments of a Text question in random order; `/comments` lists all. */
  comments: string[] | null;
}

/** The figures of one department. */
export interface SurveySegment {
  /** Null: employees without a department. */
  departmentId: Id | null;
  department: string | null;
  suppressed: boolean;
  responses: number | null;
  eNPS: number | null;
  /** Enps and Rating questions. */
  questions: SurveyQuestionResult[];
}

/** Results of a survey. */
export interface SurveyResults {
  surveyId: Id;
  /** @example "November pulse" */
  name: string;
  status: SurveyStatus;
  openedAt: Instant | null;
  closedAt: Instant | null;
  /** @example 5 */
  anonymityThreshold: number;
  invited: number | null;
  responses: number;
  /** @example 0.725 */
  participationRate: number | null;
  /** True: all figures are null. */
  suppressed: boolean;
  suppressionReason: SuppressionReason | null;
  /**
   * eNPS of the first Enps question, -100 to 100.
   * @example 34
   */
  eNPS: number | null;
  questions: SurveyQuestionSummary[];
  /** With `by=department`: departments with answers, by name; otherwise null, as when everything is suppressed. */
  segments: SurveySegment[] | null;
}

/** One comment. Nothing else about it is stored. */
export interface SurveyCommentView {
  questionId: Id;
  /** @example "More time for code reviews, please." */
  text: string;
}

/** The inputs of results besides their figures. */
export interface ResultLookups {
  threshold: number;
  department: (id: string | null) => string | null;
  /** Comments on a question that may be shown. */
  comments: (questionId: string) => string[];
  withSegments: boolean;
}

/** Returns the results of a survey as the API shows them; `figures` are those that may be published. */
export function toSurveyResults(survey: Survey, figures: SurveyFigures, lookups: ResultLookups): SurveyResults {
  const { questions, invited, responses } = survey;
  return {
    surveyId: survey._id,
    name: survey.name,
    status: survey.status,
    openedAt: toInstantOrNull(survey.openedAt),
    closedAt: toInstantOrNull(survey.closedAt),
    anonymityThreshold: lookups.threshold,
    invited,
    responses,
    participationRate: participationRate(responses, invited),
    suppressed: figures.suppressed,
    suppressionReason: figures.suppressed ? reason(survey) : null,
    eNPS: figures.eNPS,
    questions: toQuestions(figures.questions, questions).map((question) => ({
      ...question,
      comments:
        question.type === QuestionType.Text && !question.suppressed ? lookups.comments(question.questionId) : null,
    })),
    segments: lookups.withSegments && !figures.suppressed ? toSegments(figures, questions, lookups) : null,
  };
}

function toSegments(
  { segments }: SurveyFigures,
  questions: readonly SurveyQuestion[],
  { department }: ResultLookups,
): SurveySegment[] {
  return segments
    .map((segment) => ({
      departmentId: segment.departmentId,
      department: department(segment.departmentId),
      suppressed: segment.suppressed,
      responses: segment.responses,
      eNPS: segment.eNPS,
      questions: toQuestions(segment.questions, questions),
    }))
    .sort((a, b) => compareTexts(segmentOrder(a), segmentOrder(b)));
}

/** Sorts by name; those without a department last. */
function segmentOrder({ departmentId, department }: SurveySegment): string {
  return departmentId === null ? '2' : `1${foldText(department ?? '')}\t${departmentId}`;
}

function toQuestions(
  figures: readonly QuestionFigures[],
  questions: readonly SurveyQuestion[],
): SurveyQuestionResult[] {
  const byId = new Map(figures.map((figure) => [figure.questionId, figure]));
  return questions.flatMap(({ id, text, type }) => {
    const found = byId.get(id);
    return found ? [{ ...toQuestionResult(found), text, type }] : [];
  });
}

function toQuestionResult(figures: QuestionFigures): Omit<SurveyQuestionResult, 'text' | 'type'> {
  const { questionId, suppressed, answers, mean, eNPS, enps, distribution } = figures;
  return {
    questionId,
    suppressed,
    answers,
    mean: round2OrNull(mean),
    eNPS,
    promoters: enps?.promoters ?? null,
    passives: enps?.passives ?? null,
    detractors: enps?.detractors ?? null,
    distribution,
  };
}

function reason({ closedAt }: Survey): SuppressionReason {
  return closedAt === null ? SuppressionReason.NotClosed : SuppressionReason.BelowThreshold;
}
