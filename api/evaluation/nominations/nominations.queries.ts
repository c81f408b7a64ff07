import type { QueryFilter } from 'mongoose';
import { namesById } from '../../../shared/db/references';
import { takesNominations } from '../../../shared/evaluation/cycles/cycle-settings.rules';
import { WRITABLE_CYCLES } from '../../../shared/evaluation/cycles/cycle-status';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { evaluatorLoads } from '../../../shared/evaluation/nominations/evaluator-loads.store';
import { NominationStatus } from '../../../shared/evaluation/nominations/nomination';
import { managerDecides, showsNominations } from '../../../shared/evaluation/nominations/nomination.rules';
import { subjectCounts } from '../../../shared/evaluation/participants/participation.rules';
import { COUNTED_SUBJECTS } from '../../../shared/evaluation/participants/participation.store';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { now } from '../../../shared/kernel/clock';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import { notFound } from '../../../shared/kernel/errors';
import { localDate } from '../../../shared/kernel/zoned-time';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { GuestsAllowed } from '../../../shared/platform/guests-allowed';
import { signedIn } from '../../../shared/policies/viewer';
import type { PageRequest } from '../../http/pagination';
import { takesGuests } from '../../policies/guest.policy';
import { maySeeNomination } from '../../policies/nomination.policy';
import {
  type MyNominationView,
  type NominationNames,
  type NominationView,
  toMyNominationView,
  toNominationView,
} from './nominations.dto';

const FIELDS = [
  'cycleId',
  'subjectId',
  'subject',
  'departmentId',
  'managerId',
  'subjectPresence',
  'nomination',
] as const;

export type NominationRow = Pick<Evaluation, '_id' | (typeof FIELDS)[number]>;

export interface Nominating {
  row: NominationRow;
  cycle: Cycle;
}

/** Returns today's date in the organization's time zone. */
export async function today(): Promise<string> {
  const { timezone } = await currentTenant();
  return localDate(now(), timezone);
}

/** Returns one page of the viewer's nominations in Open and InProgress cycles, the newest cycle first. */
export async function listMyNominations(page: PageRequest): Promise<{ items: MyNominationView[]; totalCount: number }> {
  const { employeeId } = signedIn();
  if (employeeId === null) return { items: [], totalCount: 0 };
  const cycles = await nominatingCycles();
  const filter = { subjectId: employeeId, cycleId: { $in: [...cycles.keys()] }, ...COUNTED_SUBJECTS };
  const { rows, totalCount } = await nominationPage(filter, { createdAt: -1, _id: 1 }, page);
  const names = await nominationNames(rows);
  return { items: withCycles(rows, cycles, (row, cycle) => toMyNominationView(row, cycle, names)), totalCount };
}

/**
 * Returns one page of the nominations that the viewer decides on as the manager, by name, in Open and InProgress cycles
 * in which managers decide; throws VALIDATION on an unknown status.
 */
export async function listTeamNominations(
  { cycleId, ...named }: { cycleId: string | undefined; status: string | undefined },
  page: PageRequest,
): Promise<{ items: NominationView[]; totalCount: number }> {
  const status = statusFilter(named.status);
  const { employeeId } = signedIn();
  if (employeeId === null) return { items: [], totalCount: 0 };
  const cycles = await nominatingCycles(
    (cycle) => managerDecides(cycle.settings) && (cycleId ?? cycle._id) === cycle._id,
  );
  const filter = { managerId: employeeId, cycleId: { $in: [...cycles.keys()] }, ...status, ...COUNTED_SUBJECTS };
  return viewPage(filter, cycles, page);
}

/** Returns one page of a cycle's nominations for HR, by name; empty for a cycle without. Throws NOT_FOUND, VALIDATION. */
export async function listNominations(
  cycleId: string,
  status: string | undefined,
  page: PageRequest,
): Promise<{ items: NominationView[]; totalCount: number }> {
  const filter = { cycleId, ...statusFilter(status), ...COUNTED_SUBJECTS };
  const cycle = await findCycle(cycleId);
  if (!takesNominations(cycle.settings)) return { items: [], totalCount: 0 };
  return viewPage(filter, new Map([[cycleId, cycle]]), page);
}

/** Returns the viewer's own nomination in a cycle; throws NOT_FOUND when the cycle takes none. */
export async function ownNomination(cycleId: string): Promise<Nominating> {
  const { employeeId } = signedIn();
  if (employeeId === null) throw notFound();
  return nominationOf(cycleId, employeeId);
}

/** Returns the nomination of a subject whom the viewer manages in the cycle, for HR of any subject; throws NOT_FOUND. */
export async function teamNomination(cycleId: string, subjectId: string): Promise<Nominating> {
  const nominating = await nominationOf(cycleId, subjectId);
  if (!maySeeNomination(signedIn(), nominating.row)) throw notFound();
  return nominating;
}

async function nominationOf(cycleId: string, subjectId: string): Promise<Nominating> {
  const row = await EvaluationModel.findOne({ cycleId, subjectId }).select(FIELDS).lean<NominationRow>();
  const cycle = row && (await CycleModel.findById(cycleId).lean<Cycle>());
  if (!row || !cycle || !subjectCounts(row) || !showsNominations(cycle)) throw notFound();
  return { row, cycle };
}

export async function myNominationView({ row, cycle }: Nominating): Promise<MyNominationView> {
  return toMyNominationView(row, cycle, await nominationNames([row]));
}

export async function nominationView({ row, cycle }: Nominating): Promise<NominationView> {
  return toNominationView(row, cycle, await nominationNames([row]), await today());
}

/** Returns the Open and InProgress cycles with nominations, by id. */
export async function nominatingCycles(isAsked: (cycle: Cycle) => boolean = () => true): Promise<Map<string, Cycle>> {
  const cycles = await CycleModel.find({ status: { $in: WRITABLE_CYCLES } }).lean<Cycle[]>();
  return new Map(
    cycles.filter((cycle) => showsNominations(cycle) && isAsked(cycle)).map((cycle) => [cycle._id, cycle]),
  );
}

async function viewPage(
  filter: QueryFilter<Evaluation>,
  cycles: ReadonlyMap<string, Cycle>,
  page: PageRequest,
): Promise<{ items: NominationView[]; totalCount: number }> {
  const { rows, totalCount } = await nominationPage(filter, { searchText: 1, subjectId: 1 }, page);
  const [names, date] = await Promise.all([nominationNames(rows), today()]);
  return { items: withCycles(rows, cycles, (row, cycle) => toNominationView(row, cycle, names, date)), totalCount };
}

async function nominationPage(
  filter: QueryFilter<Evaluation>,
  order: Record<string, 1 | -1>,
  { page, pageSize }: PageRequest,
): Promise<{ rows: NominationRow[]; totalCount: number }> {
  const [rows, totalCount] = await Promise.all([
    EvaluationModel.find(filter)
      .select(FIELDS)
      .sort(order)
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean<NominationRow[]>(),
    EvaluationModel.countDocuments(filter),
  ]);
  return { rows, totalCount };
}

function withCycles<T>(
  rows: readonly NominationRow[],
  cycles: ReadonlyMap<string, Cycle>,
  view: (row: NominationRow, cycle: Cycle) => T,
): T[] {
  return rows.flatMap((row) => {
    const cycle = cycles.get(row.cycleId);
    return cycle ? [view(row, cycle)] : [];
  });
}

/** Open is stored as null, or omitted. */
function statusFilter(text: string | undefined): QueryFilter<Evaluation> {
  const status = enumerationFilter(NominationStatus, text, 'status');
  if (status === undefined) return {};
  return { 'nomination.status': status === NominationStatus.Open ? null : status };
}

async function nominationNames(rows: readonly NominationRow[]): Promise<NominationNames> {
  const peerIds = [...new Set(rows.flatMap(({ nomination }) => nomination?.peerIds ?? []))];
  const [tenant, peers, employee] = await Promise.all([
    currentTenant(),
    EmployeeModel.find({ _id: { $in: peerIds } })
      .select(['fullName', 'departmentId'])
      .lean<Pick<Employee, '_id' | 'fullName' | 'departmentId'>[]>(),
    namesById(
      EmployeeModel,
      rows.map(({ managerId }) => managerId),
      'fullName',
      { ofDeletedToo: true },
    ),
  ]);
  const departmentIds = [...peers, ...rows].map(({ departmentId }) => departmentId);
  const [department, loadOf] = await Promise.all([
    namesById(DepartmentModel, departmentIds, 'name', { ofDeletedToo: true }),
    loadsOf(rows, peerIds),
  ]);
  const peerOf = new Map(peers.map((peer) => [peer._id, peer]));
  return {
    department,
    employee,
    takesGuests: ({ settings }) => takesGuests(settings, tenant.settings.guests?.allowed ?? GuestsAllowed.Off),
    peer: (cycleId, employeeId) => {
      const found = peerOf.get(employeeId);
      return {
        employeeId,
        name: found?.fullName ?? null,
        department: department(found?.departmentId),
        load: loadOf(cycleId, employeeId),
      };
    },
  };
}

/** Reads the loads of these employees in the few cycles of a page. */
async function loadsOf(
  rows: readonly NominationRow[],
  employeeIds: readonly string[],
): Promise<(cycleId: string, employeeId: string) => number> {
  const cycleIds = [...new Set(rows.map(({ cycleId }) => cycleId))];
  const loads = await Promise.all(
    cycleIds.map(async (cycleId) => [cycleId, await evaluatorLoads(cycleId, employeeIds)] as const),
  );
  const loadIn = new Map(loads);
  return (cycleId, employeeId) => loadIn.get(cycleId)?.(employeeId) ?? 0;
}
