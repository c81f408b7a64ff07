import { listRows } from '../../shared/db/list';
import { pickRows } from '../../shared/db/pick';
import { namesById } from '../../shared/db/references';
import { searchFilter } from '../../shared/db/search';
import { type CareerPath, CareerPathModel } from '../../shared/framework/career-path.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { notFound } from '../../shared/kernel/errors';
import { CareerAssignmentModel } from '../../shared/people/career-assignment.model';
import { findCareerPath } from '../framework/career-path.store';
import type { PageRequest } from '../http/pagination';
import { type CareerPathView, toCareerPathView } from './career-paths.dto';
import { findVisibleEmployee } from './career-readiness.queries';

/** Returns one page of career paths by name; with `employeeId` that employee's path, if the caller may see it. */
export async function listCareerPaths(
  { search, employeeId }: { search?: string; employeeId?: string },
  page: PageRequest,
): Promise<{ items: CareerPathView[]; totalCount: number }> {
  const ofEmployee = employeeId === undefined ? {} : { _id: { $in: await pathsOf(employeeId) } };
  const filter = { ...searchFilter(search), ...ofEmployee };
  const { rows, totalCount } = await listRows(CareerPathModel, filter, { searchText: 1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** Throws NOT_FOUND. */
export async function getCareerPath(id: string): Promise<CareerPathView> {
  const [view] = await toViews([await findCareerPath(id)]);
  if (!view) throw notFound();
  return view;
}

async function pathsOf(employeeId: string): Promise<string[]> {
  if (!(await findVisibleEmployee(employeeId))) return [];
  const rows = await pickRows(CareerAssignmentModel.find({ employeeId }), 'careerPathId');
  return rows.flatMap(({ careerPathId }) => careerPathId ?? []);
}

async function toViews(rows: readonly CareerPath[]): Promise<CareerPathView[]> {
  const jobProfile = await namesById(
    JobProfileModel,
    rows.flatMap(({ steps }) => steps.map(({ jobProfileId }) => jobProfileId)),
    'name',
  );
  return rows.map((row) => toCareerPathView(row, jobProfile));
}
