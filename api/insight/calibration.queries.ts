import { listRows } from '../../shared/db/list';
import { namesById } from '../../shared/db/references';
import { searchFilter } from '../../shared/db/search';
import { CycleModel } from '../../shared/evaluation/cycle.model';
import { type Calibration, CalibrationModel } from '../../shared/insight/calibration.model';
import { CalibrationEntryModel } from '../../shared/insight/calibration-entry.model';
import { CalibrationStatus } from '../../shared/insight/calibration-status';
import { findCalibration } from '../../shared/insight/calibration.store';
import { enumerationFilter } from '../../shared/kernel/enumeration';
import { notFound } from '../../shared/kernel/errors';
import { DepartmentModel } from '../../shared/people/department.model';
import { UserModel } from '../../shared/platform/user.model';
import type { PageRequest } from '../http/pagination';
import { type CalibrationDetail, type CalibrationView, toCalibrationView } from './calibration.dto';
import { allEntries } from './calibration-entries.queries';

/** One page of sessions, the newest first; throws VALIDATION on an unknown status. */
export async function listCalibrations(
  { cycleId, status, search }: Record<'cycleId' | 'status' | 'search', string | undefined>,
  page: PageRequest,
): Promise<{ items: CalibrationView[]; totalCount: number }> {
  const wanted = enumerationFilter(CalibrationStatus, status, 'status');
  const filter = { ...searchFilter(search), ...(cycleId ? { cycleId } : {}), ...(wanted ? { status: wanted } : {}) };
  const { rows, totalCount } = await listRows(CalibrationModel, filter, { createdAt: -1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** One session with its entries; throws NOT_FOUND. */
export async function getCalibration(id: string): Promise<CalibrationDetail> {
  const [view] = await toViews([await findCalibration(id)]);
  if (!view) throw notFound();
  return { ...view, entries: await allEntries(id) };
}

async function toViews(rows: readonly Calibration[]): Promise<CalibrationView[]> {
  const [cycle, department, user, counts] = await Promise.all([
    namesById(
      CycleModel,
      rows.map((row) => row.cycleId),
      'name',
    ),
    namesById(
      DepartmentModel,
      rows.flatMap((row) => row.departmentIds),
      'name',
    ),
    namesById(
      UserModel,
      rows.map((row) => row.appliedBy),
      'fullName',
    ),
    CalibrationEntryModel.aggregate<{ _id: string; count: number }>([
      { $match: { sessionId: { $in: rows.map((row) => row._id) } } },
      { $group: { _id: '$sessionId', count: { $sum: 1 } } },
    ]),
  ]);
  const countOf = new Map(counts.map(({ _id, count }) => [_id, count]));
  return rows.map((row) => toCalibrationView(row, countOf.get(row._id) ?? 0, { cycle, department, user }));
}
