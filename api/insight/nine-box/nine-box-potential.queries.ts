import { listRows } from '../../../shared/db/list';
import { pickRow } from '../../../shared/db/pick';
import { namesById } from '../../../shared/db/references';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import {
  type NineBoxPotentialChange,
  NineBoxPotentialChangeModel,
} from '../../../shared/insight/nine-box-potential-change.model';
import { notFound } from '../../../shared/kernel/errors';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import type { PageRequest } from '../../http/pagination';
import { type PotentialChangeView, toPotentialChange } from './nine-box-potential.dto';

/** Returns one page of HR's changes of an employee's potential, newest first; throws NOT_FOUND. */
export async function listPotentialChanges(
  employeeId: string,
  cycleId: string | undefined,
  page: PageRequest,
): Promise<{ items: PotentialChangeView[]; totalCount: number }> {
  const filter = { employeeId, ...(cycleId ? { cycleId } : {}) };
  const { rows, totalCount } = await listRows(NineBoxPotentialChangeModel, filter, { at: -1 }, page);
  return { items: await toViews(employeeId, rows), totalCount };
}

/** Throws NOT_FOUND. */
export async function getPotentialChange(id: string): Promise<PotentialChangeView> {
  const row = await NineBoxPotentialChangeModel.findById(id).lean<NineBoxPotentialChange>();
  const [view] = row ? await toViews(row.employeeId, [row]) : [];
  if (!view) throw notFound();
  return view;
}

async function toViews(employeeId: string, rows: readonly NineBoxPotentialChange[]): Promise<PotentialChangeView[]> {
  const employee = await pickRow(EmployeeModel.findById(employeeId), 'fullName');
  if (!employee) throw notFound();
  const [cycle, user] = await Promise.all([
    namesById(
      CycleModel,
      rows.map((row) => row.cycleId),
      'name',
    ),
    namesById(
      UserModel,
      rows.map((row) => row.by),
      'fullName',
    ),
  ]);
  return rows.map((row) => toPotentialChange(row, { cycle, user, employee: employee.fullName }));
}
