import { SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import { type Survey, SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';
import { toInstant } from '../../../shared/kernel/clock';
import { DepartmentModel } from '../../../shared/people/department.model';
import { surveyResults } from '../../growth/pulse-surveys/survey-results.queries';
import { type Changes, isAmong, newest } from '../changes';
import { readReferences } from '../reference-rows.queries';
import { type SurveyFigureRowV1, toSurveyFigureRowV1 } from './dataset-survey-figures.dto';

/** What the dataset survey-figures is made of: each answer writes its survey. */
export const SURVEY_FIGURE_SOURCES = [SurveyModel, DepartmentModel] as const;

/**
 * The rows of the dataset survey-figures, a batch for each survey that was opened, the oldest first, as far as its figures may be
 * published. Some five queries a survey.
 */
export async function* surveyFigureRows(changes: Changes): AsyncGenerator<SurveyFigureRowV1[]> {
  const references = await readReferences();
  const surveys = await SurveyModel.find({ status: { $ne: SurveyStatus.Draft } })
    .sort({ createdAt: 1, _id: 1 })
    .select({ updatedAt: 1 })
    .lean<Pick<Survey, '_id' | 'updatedAt'>[]>();
  for (const { _id, updatedAt } of surveys) {
    const survey = await surveyResults(_id, 'department');
    const departments = (survey.segments ?? []).filter(({ departmentId }) => departmentId !== null);
    yield [{ departmentId: null, department: null, questions: survey.questions }, ...departments].flatMap((group) => {
      const changedAt = newest(updatedAt, references.department(group.departmentId)?.updatedAt);
      if (!isAmong(changes, changedAt)) return [];
      return group.questions
        .map((question) => toSurveyFigureRowV1({ survey, ...group }, question))
        .map((row) => (changes.since === null ? row : { ...row, updatedAt: toInstant(changedAt) }));
    });
  }
}
