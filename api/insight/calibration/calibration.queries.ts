import { listRows } from '../../../shared/db/list';
import { pickRows } from '../../../shared/db/pick';
import { namesById } from '../../../shared/db/references';
import { searchFilter } from '../../../shared/db/search';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { CalibrationEntryModel } from '../../../shared/insight/calibration/calibration-entry.model';
import { CalibrationStatus, OPEN_CALIBRATION } from '../../../shared/insight/calibration/calibration-status';
import { type Calibration, CalibrationModel } from '../../../shared/insight/calibration/calibration.model';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import { notFound } from '../../../shared/kernel/errors';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import type { PageRequest } from '../../http/pagination';
import { allEntries, changeViews } from './calibration-entries.queries';
import { type CalibrationDetail, type CalibrationView, toCalibrationView } from './calibration.dto';
import { findCalibration, undoableChange } from './calibration.store';

/** Returns one page of sessions, newest first; throws VALIDATION on an unknown status. */
export async function listCalibrations(
  { cycleId, status, search }: Record<'cycleId' | 'status' | 'search', string | undefined>,
  page: PageRequest,
): Promise<{ items: CalibrationView[]; totalCount: number }> {
  const statusFilter = enumerationFilter(CalibrationStatus, status, 'status');
  const filter = {
    ...searchFilter(search),
    ...(cycleId ? { cycleId } : {}),
    ...(statusFilter ? { status: statusFilter } : {}),
  };
  const { rows, totalCount } = await listRows(CalibrationModel, filter, { createdAt: -1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** Returns one session with its entries; throws NOT_FOUND. */
export async function getCalibration(id: string): Promise<CalibrationDetail> {
  const row = await findCalibration(id);
  const [view] = await toViews([row]);
  if (!view) throw notFound();
  const undoable = OPEN_CALIBRATION.includes(row.status) ? await undoableChange(id) : null;
  const [change = null] = undoable ? await changeViews([undoable]) : [];
  return { ...view, entries: await allEntries(id), undoable: change };
}

async function toViews(rows: readonly Calibration[]): Promise<CalibrationView[]> {
  const [cycles, department, user, counts] = await Promise.all([
    pickRows(CycleModel.find({ _id: { $in: rows.map((row) => row.cycleId) } }), 'name', 'status'),
    namesById(
      DepartmentModel,
      rows.flatMap((row) => row.departmentIds),
      'name',
      { ofDeletedToo: true },
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
  const cycleOf = new Map(cycles.map((cycle) => [cycle._id, cycle]));
  return rows.map((row) => {
    const cycle = cycleOf.get(row.cycleId) ?? null;
    return toCalibrationView(row, countOf.get(row._id) ?? 0, cycle, { department, user });
  });
}
