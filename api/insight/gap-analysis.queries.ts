import { listRows } from '../../shared/db/list';
import { pickRows } from '../../shared/db/pick';
import { namesById } from '../../shared/db/references';
import { searchFilter } from '../../shared/db/search';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { findCycle, shownGaps } from '../../shared/evaluation/cycles/cycle.store';
import { cycleOfGaps, lastClosedCycle } from '../../shared/insight/cycles.store';
import { analysisRuns } from '../../shared/insight/gaps/gap-runs.store';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import { GAP_PRIORITIES, type GapPriority, isWithinPriority } from '../../shared/insight/gaps/gap.rules';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import { snapshotFilter, type SubjectFilter } from '../../shared/insight/subjects.store';
import { toInstantOrNull } from '../../shared/kernel/clock';
import { EmployeeModel } from '../../shared/people/employee.model';
import type { PageRequest } from '../http/pagination';
import { type GapView, toGapView, WITHOUT_CYCLE } from './gap-analysis.dto';
import { type SnapshotChoices, snapshotChoices } from './snapshot-choices.store';

export interface GapFilter extends SubjectFilter {
  cycleId?: string;
  employeeId?: string;
  requirementId?: string;
  maxPriority?: number;
  isCritical?: boolean;
  search?: string;
}

interface FoundGaps extends SnapshotChoices {
  items: GapView[];
  totalCount: number;
  cycleId: string | null;
  cycle: string | null;
  calculatedAt: string | null;
  employee: string | null;
}

/** Returns one page of the gaps of a cycle or of the newest run without one, most urgent first; throws NOT_FOUND. */
export async function listGaps(filter: GapFilter, page: PageRequest): Promise<FoundGaps> {
  const { runId, cycle } = await visibleRun(filter.cycleId);
  const [found, employee, choices] = await Promise.all([
    runId === null ? { items: [], totalCount: 0 } : gapRows(runId, cycle, filter, page),
    namesById(EmployeeModel, [filter.employeeId], 'fullName'),
    snapshotChoices(cycle?._id ?? null),
  ]);
  const calculatedAt = cycle && shownGaps(cycle).calculatedAt;
  return {
    ...found,
    cycleId: cycle?._id ?? null,
    cycle: cycle?.name ?? null,
    calculatedAt: toInstantOrNull(calculatedAt),
    employee: employee(filter.employeeId),
    ...choices,
  };
}

async function gapRows(
  runId: string,
  cycle: Cycle | null,
  filter: GapFilter,
  page: PageRequest,
): Promise<Pick<FoundGaps, 'items' | 'totalCount'>> {
  const order = { priority: 1, gapLevel: -1, requirement: 1 } as const;
  const { rows, totalCount } = await listRows(GapModel, await rowFilter(runId, filter), order, page);
  const [employee, names] = await Promise.all([
    namesById(
      EmployeeModel,
      rows.map(({ employeeId }) => employeeId),
      'fullName',
    ),
    snapshotNames(rows),
  ]);
  const cycleName = (): string | null => cycle?.name ?? null;
  return { items: rows.map((row) => toGapView(row, { ...names, employee, cycle: cycleName })), totalCount };
}

/** Returns the requested run and its cycle: by default that of the last Closed one. */
async function visibleRun(cycleId: string | undefined): Promise<{ runId: string | null; cycle: Cycle | null }> {
  if (cycleId === WITHOUT_CYCLE) return { runId: await analysisRuns.visible(), cycle: null };
  const cycle = cycleId === undefined ? await lastClosedCycle() : await cycleOfGaps(await findCycle(cycleId));
  return { runId: cycle && shownGaps(cycle).runId, cycle };
}

async function rowFilter(runId: string, filter: GapFilter) {
  const { employeeId, requirementId, maxPriority, isCritical, search } = filter;
  const deleted = await pickRows(EmployeeModel.find({ isDeleted: true }), '_id');
  const isPresent = deleted.length > 0 ? { $nin: deleted.map(({ _id }) => _id) } : {};
  const isFound = searchFilter(search);
  const found = isFound.searchText && (await pickRows(EmployeeModel.find(isFound), '_id'));
  const isAsked = found ? { $in: found.map(({ _id }) => _id) } : {};
  const ofEmployees = { ...(employeeId === undefined ? {} : { $eq: employeeId }), ...isPresent, ...isAsked };
  return {
    runId,
    ...(Object.keys(ofEmployees).length > 0 ? { employeeId: ofEmployees } : {}),
    ...snapshotFilter(filter),
    ...(requirementId === undefined ? {} : { requirementId }),
    ...(maxPriority === undefined ? {} : { priority: { $in: prioritiesUpTo(maxPriority) } }),
    ...(isCritical === undefined ? {} : { isCritical }),
  };
}

function prioritiesUpTo(maxPriority: number): GapPriority[] {
  return GAP_PRIORITIES.filter((priority) => isWithinPriority({ priority }, maxPriority));
}
