import { listRows } from '../../../shared/db/list';
import { namesById } from '../../../shared/db/references';
import { searchFilter } from '../../../shared/db/search';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { SurveyStatus } from '../../../shared/growth/pulse-surveys/survey-status';
import { type Survey, SurveyModel } from '../../../shared/growth/pulse-surveys/survey.model';
import { findSurvey } from '../../../shared/growth/pulse-surveys/survey.store';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import { notFound } from '../../../shared/kernel/errors';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import type { PageRequest } from '../../http/pagination';
import { type PulseSurveyView, toPulseSurveyView } from './pulse-surveys.dto';

/** Returns one page of surveys, newest first; four queries. */
export async function listPulseSurveys(
  { status, search }: { status: string | undefined; search: string | undefined },
  page: PageRequest,
): Promise<{ items: PulseSurveyView[]; totalCount: number }> {
  const statusFilter = enumerationFilter(SurveyStatus, status, 'status');
  const filter = { ...searchFilter(search), ...(statusFilter ? { status: statusFilter } : {}) };
  const { rows, totalCount } = await listRows(SurveyModel, filter, { createdAt: -1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** Throws NOT_FOUND. */
export async function getPulseSurvey(id: string): Promise<PulseSurveyView> {
  const [view] = await toViews([await findSurvey(id)]);
  if (!view) throw notFound();
  return view;
}

async function toViews(rows: readonly Survey[]): Promise<PulseSurveyView[]> {
  const [{ settings }, department] = await Promise.all([
    currentTenant(),
    namesById(
      DepartmentModel,
      rows.flatMap(({ departmentIds }) => departmentIds),
      'name',
      { ofDeletedToo: true },
    ),
  ]);
  return rows.map((row) => toPulseSurveyView(row, { department, threshold: settings.surveyThreshold }));
}
