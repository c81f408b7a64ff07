import type { QueryFilter } from 'mongoose';
import { type Survey, SurveyModel } from '../../shared/growth/pulse-surveys/survey.model';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import { toPulseSurveyView } from '../growth/pulse-surveys/pulse-surveys.dto';
import { surveyResults } from '../growth/pulse-surveys/survey-results.queries';
import { type PulseResultsV1, type PulseSurveyV1, toPulseResultsV1, toPulseSurveyV1 } from './pulse-surveys.dto';

/** Returns all surveys, newest first; two queries. */
export async function listPulseSurveysV1(): Promise<PulseSurveyV1[]> {
  return (await readPulseSurveys()).map(({ survey }) => survey);
}

/** Returns those that a filter finds, each with the time of its last change. */
export async function readPulseSurveys(
  filter: QueryFilter<Survey> = {},
): Promise<{ survey: PulseSurveyV1; updatedAt: Date }[]> {
  const [{ settings }, rows] = await Promise.all([
    currentTenant(),
    SurveyModel.find(filter).sort({ createdAt: -1, _id: 1 }).lean<Survey[]>(),
  ]);
  const lookups = { department: () => null, threshold: settings.surveyThreshold };
  return rows.map((row) => ({
    survey: toPulseSurveyV1(toPulseSurveyView(row, lookups)),
    updatedAt: row.updatedAt,
  }));
}

/** Returns the results of one survey that may be published; throws NOT_FOUND. */
export async function readPulseResultsV1(id: string): Promise<PulseResultsV1> {
  return toPulseResultsV1(await surveyResults(id));
}
