import type { QueryFilter } from 'mongoose';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import { type Survey, SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';
import { toInstant } from '../../../shared/kernel/clock';
import { surveyResults } from '../../growth/pulse-surveys/survey-results.queries';
import { type Changes, isAmong, newest } from '../changes';
import { readReferences, type References } from '../reference-rows.queries';
import { type SurveyFigureRowV1, toSurveyFigureRowV1 } from './dataset-survey-figures.dto';

/** The sources of the dataset survey-figures; each answer also writes its survey. */
export const SURVEY_FIGURE_SOURCES = [SurveyModel, DepartmentModel] as const;

/** Which surveys are read, by their ids. */
interface SurveyReading {
  /** The id of the first one to read. */
  from: string;
  /** Filter of the surveys. */
  where: QueryFilter<Survey>;
  /** Only those that were changed before. */
  until: Date | undefined;
}

/**
 * The rows of the dataset survey-figures, a batch for each survey that was opened, the oldest first or with `reading` by their ids,
 * as far as its figures may be published. Some five queries a survey whose rows can be among the changes.
 */
export async function* surveyFigureRows(
  changes: Changes,
  reading?: SurveyReading,
): AsyncGenerator<SurveyFigureRowV1[]> {
  const references = await readReferences();
  const surveys = await SurveyModel.find({
    status: { $ne: SurveyStatus.Draft },
    ...changedSurveys(changes, references),
    ...(reading ? { $and: conditionsOf(reading) } : {}),
  })
    .sort(reading ? { _id: 1 } : { createdAt: 1, _id: 1 })
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

function conditionsOf({ from, where, until }: SurveyReading): QueryFilter<Survey>[] {
  return [{ _id: { $gte: from } }, where, ...(until ? [{ updatedAt: { $lt: until } }] : [])];
}

/** A changed department may be in the rows of every survey. */
function changedSurveys({ since }: Changes, references: References): QueryFilter<Survey> {
  if (since === null || references.changedSince(since).departmentIds.length > 0) return {};
  return { updatedAt: { $gte: since } };
}
