import { listRows } from '../../shared/db/list';
import { pickRows } from '../../shared/db/pick';
import { namesById } from '../../shared/db/references';
import { searchFilter } from '../../shared/db/search';
import { DepartmentModel } from '../../shared/framework/department.model';
import { type JobProfile, JobProfileModel } from '../../shared/framework/job-profile.model';
import { requirementNames } from '../../shared/framework/requirement-names.store';
import { requirementIdOf } from '../../shared/framework/template.rules';
import { notFound } from '../../shared/kernel/errors';
import type { PageRequest } from '../http/pagination';
import { type JobProfileView, toJobProfileView } from './job-profiles.dto';
import type { CodedOption } from './options.dto';

export interface JobProfileFilter {
  search?: string;
  departmentId?: string;
  isCurrent?: boolean;
}

/** One page of job profiles by name, the newest version first. */
export async function listJobProfiles(
  { search, departmentId, isCurrent }: JobProfileFilter,
  page: PageRequest,
): Promise<{ items: JobProfileView[]; totalCount: number }> {
  const filter = {
    ...searchFilter(search),
    ...(departmentId === undefined ? {} : { departmentId }),
    ...(isCurrent === undefined ? {} : { isCurrent }),
  };
  const { rows, totalCount } = await listRows(JobProfileModel, filter, { searchText: 1, version: -1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** Throws NOT_FOUND. */
export async function getJobProfile(id: string): Promise<JobProfileView> {
  const row = await JobProfileModel.findById(id).lean<JobProfile>();
  const [view] = row ? await toViews([row]) : [];
  if (!view) throw notFound();
  return view;
}

export async function jobProfileOptions(): Promise<CodedOption[]> {
  const rows = await pickRows(
    JobProfileModel.find({ isCurrent: true }).sort({ searchText: 1, _id: 1 }),
    'name',
    'code',
  );
  return rows.map(({ _id, name, code }) => ({ id: _id, name, code }));
}

async function toViews(rows: readonly JobProfile[]): Promise<JobProfileView[]> {
  const [department, requirement] = await Promise.all([
    namesById(
      DepartmentModel,
      rows.map((row) => row.departmentId),
      'name',
    ),
    requirementNames(rows.flatMap((row) => row.requirements.map(requirementIdOf))),
  ]);
  return rows.map((row) => toJobProfileView(row, { department, requirement }));
}
