import { listRows } from '../../shared/db/list';
import { namesById } from '../../shared/db/references';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { lastClosedCycle } from '../../shared/insight/cycles.store';
import { GapModel } from '../../shared/insight/gap.model';
import { GAP_PRIORITIES, type GapPriority, isWithinPriority } from '../../shared/insight/gap.rules';
import { snapshotNames } from '../../shared/insight/snapshot-names.store';
import { snapshotFilter, type SubjectFilter } from '../../shared/insight/subjects.store';
import { EmployeeModel } from '../../shared/people/employee.model';
import type { PageRequest } from '../http/pagination';
import { type GapView, toGapView } from './gap-analysis.dto';

export interface GapFilter extends SubjectFilter {
  cycleId?: string;
  employeeId?: string;
  requirementId?: string;
  maxPriority?: number;
  isCritical?: boolean;
}

/** One page of the gaps of a cycle, by default the last Closed one, the most urgent first; throws NOT_FOUND. */
export async function listGaps(
  filter: GapFilter,
  page: PageRequest,
): Promise<{ items: GapView[]; totalCount: number }> {
  const cycle = filter.cycleId === undefined ? await lastClosedCycle() : await findCycle(filter.cycleId);
  const runId = cycle?.gaps.runId ?? null;
  if (cycle === null || runId === null) return { items: [], totalCount: 0 };
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
  return { items: rows.map((row) => toGapView(row, { ...names, employee, cycle: () => cycle.name })), totalCount };
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
