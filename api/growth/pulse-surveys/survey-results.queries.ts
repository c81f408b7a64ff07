import { listRows } from '../../../shared/db/list';
import { pickRows } from '../../../shared/db/pick';
import { namesById } from '../../../shared/db/references';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { SurveyCommentModel } from '../../../shared/growth/pulse-surveys/survey-response.model';
import { surveyFigures, type SurveyFigures } from '../../../shared/growth/pulse-surveys/survey-results.rules';
import { QuestionType, SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import type { Survey } from '../../../shared/growth/pulse-surveys/survey.model';
import { findSurvey, readSurveyTally } from '../../../shared/growth/pulse-surveys/survey.store';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import { invalid } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import type { PageRequest } from '../../http/pagination';
import { type SurveyCommentView, type SurveyResults, toSurveyResults } from './survey-results.dto';

enum SegmentedBy {
  Department = 'department',
}

const COMMENTS_SHOWN = 100;

/**
 * Returns the results of a survey that may be published; `by` is `department` or omitted. Before closing everything is
 * suppressed, because comparing two results could reveal one answer. Throws NOT_FOUND, VALIDATION.
 */
export async function surveyResults(id: string, by?: string): Promise<SurveyResults> {
  const segmentedBy = enumerationFilter(SegmentedBy, by, 'by');
  const survey = await findSurvey(id);
  const threshold = survey.anonymityThreshold ?? (await currentTenant()).settings.surveyThreshold;
  const figures = await publishedFigures(survey, threshold);
  const withSegments = segmentedBy === SegmentedBy.Department;
  const [department, comments] = await Promise.all([
    namesById(DepartmentModel, withSegments ? figures.segments.map(({ departmentId }) => departmentId) : [], 'name', {
      ofDeletedToo: true,
    }),
    shownComments(survey, figures),
  ]);
  return toSurveyResults(survey, figures, { threshold, department, comments, withSegments });
}

/**
 * Returns one page of the comments on a Text question, or on all, in random order, without those that must stay hidden.
 * Throws NOT_FOUND, and VALIDATION when the survey has no such Text question.
 */
export async function listSurveyComments(
  id: string,
  questionId: string | undefined,
  page: PageRequest,
): Promise<{ items: SurveyCommentView[]; totalCount: number }> {
  const survey = await findSurvey(id);
  const texts = survey.questions.filter(({ type }) => type === QuestionType.Text);
  if (questionId !== undefined && !texts.some((question) => question.id === questionId))
    throw invalid({ field: 'questionId', ...refusal('MUST_BE_TEXT_QUESTION_OF_SURVEY') });
  const figures = await publishedFigures(survey, survey.anonymityThreshold ?? Infinity);
  const shown = shownTexts(survey, figures).filter((text) => questionId === undefined || text === questionId);
  if (shown.length === 0) return { items: [], totalCount: 0 };
  const filter = { surveyId: id, questionId: { $in: shown } };
  const { rows, totalCount } = await listRows(SurveyCommentModel, filter, {}, page);
  return { items: rows.map((row) => ({ questionId: row.questionId, text: row.text })), totalCount };
}

async function publishedFigures(survey: Survey, threshold: number): Promise<SurveyFigures> {
  const isOver = survey.status === SurveyStatus.Closed;
  const tally = isOver ? await readSurveyTally(survey._id) : { segments: [], comments: new Map<string, number>() };
  return surveyFigures(tally, survey.questions, threshold);
}

function shownTexts({ questions }: Survey, figures: SurveyFigures): string[] {
  const texts = new Set(questions.filter(({ type }) => type === QuestionType.Text).map(({ id }) => id));
  return figures.questions
    .filter(({ suppressed, questionId }) => !suppressed && texts.has(questionId))
    .map(({ questionId }) => questionId);
}

/**
 * Reads comments by question in the order of their random ids, which are unrelated between questions. One query per
 * Text question, so that a question with many comments does not crowd out the others.
 */
async function shownComments(survey: Survey, figures: SurveyFigures): Promise<(questionId: string) => string[]> {
  const texts = await Promise.all(
    shownTexts(survey, figures).map(async (questionId) => {
      const rows = await pickRows(
        SurveyCommentModel.find({ surveyId: survey._id, questionId }).sort({ _id: 1 }).limit(COMMENTS_SHOWN),
        'text',
      );
      return [questionId, rows.map(({ text }) => text)] as const;
    }),
  );
  const textsOf = new Map(texts);
  return (questionId) => textsOf.get(questionId) ?? [];
}
