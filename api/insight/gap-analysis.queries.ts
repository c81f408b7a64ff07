import { listRows } from '../../shared/db/list';
import { namesById } from '../../shared/db/references';
import type { Cycle } from '../../shared/evaluation/cycle.model';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { cycleOfGaps, lastClosedCycle } from '../../shared/insight/cycles.store';
import { GapModel } from '../../shared/insight/gap.model';
import { GAP_PRIORITIES, type GapPriority, isWithinPriority } from '../../shared/insight/gap.rules';
import { analysisRuns } from '../../shared/insight/gap-runs.store';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import { snapshotFilter, type SubjectFilter } from '../../shared/insight/subjects.store';
import { EmployeeModel } from '../../shared/people/employee.model';
import type { PageRequest } from '../http/pagination';
import { type GapView, toGapView, WITHOUT_CYCLE } from './gap-analysis.dto';

export interface GapFilter extends SubjectFilter {
  cycleId?: string;
  employeeId?: string;
  requirementId?: string;
  maxPriority?: number;
  isCritical?: boolean;
}

/** One page of the gaps of a cycle or of the newest run without one, the most urgent first; throws NOT_FOUND. */
export async function listGaps(
  filter: GapFilter,
  page: PageRequest,
): Promise<{ items: GapView[]; totalCount: number }> {
  const { runId, cycle } = await visibleRun(filter.cycleId);
  if (runId === null) return { items: [], totalCount: 0 };
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

/** The run whose rows are asked for, and its cycle: by default that of the last Closed one. */
async function visibleRun(cycleId: string | undefined): Promise<{ runId: string | null; cycle: Cycle | null }> {
  if (cycleId === WITHOUT_CYCLE) return { runId: await analysisRuns.visible(), cycle: null };
  const cycle = cycleId === undefined ? await lastClosedCycle() : await cycleOfGaps(await findCycle(cycleId));
  return { runId: cycle?.gaps.runId ?? null, cycle };
}

async function rowFilter(runId: string, filter: GapFilter) {
  const { employeeId, requirementId, maxPriority, isCritical } = filter;
  const deleted = await EmployeeModel.find({ isDeleted: true }).select('_id').lean<{ _id: string }[]>();
  const isPresent = { $nin: deleted.map(({ _id }) => _id) };
  return {
    runId,
    employeeId: employeeId === undefined ? isPresent : { $eq: employeeId, ...isPresent },
    ...snapshotFilter(filter),
    ...(requirementId === undefined ? {} : { requirementId }),
    ...(maxPriority === undefined ? {} : { priority: { $in: prioritiesUpTo(maxPriority) } }),
    ...(isCritical === undefined ? {} : { isCritical }),
  };
}

function prioritiesUpTo(maxPriority: number): GapPriority[] {
  return GAP_PRIORITIES.filter((priority) => isWithinPriority({ priority }, maxPriority));
}
