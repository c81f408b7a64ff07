import { missingReferences } from '../../shared/db/references';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycle.model';
import { type GapJob, recalculateIfClosed } from '../../shared/evaluation/gap-job.store';
import { enqueue } from '../../shared/jobs/enqueue';
import type { Job } from '../../shared/jobs/job.model';
import { assertValid, conflict } from '../../shared/kernel/errors';
import { DepartmentModel } from '../../shared/people/department.model';
import { EmployeeModel } from '../../shared/people/employee.model';
import type { RunGapAnalysis } from './gap-analysis.dto';

/**
 * Starts a gap run: of a cycle, or without one (decisions 7). Throws VALIDATION for ids that name nothing and for a part of
 * a cycle, and CONFLICT for a cycle that is not closed.
 */
export async function startGapRun({
  cycleId = null,
  departmentId = null,
  employeeIds = null,
}: RunGapAnalysis): Promise<GapJob | (Job & { type: 'insight.analyse-gaps' })> {
  const ids = employeeIds ?? [];
  assertValid([
    ...(await missingReferences(CycleModel, [{ field: 'cycleId', id: cycleId }])),
    ...(await missingReferences(DepartmentModel, [{ field: 'departmentId', id: departmentId }])),
    ...(await missingReferences(
      EmployeeModel,
      ids.map((id, index) => ({ field: `employeeIds[${index}]`, id })),
    )),
  ]);
  if (cycleId === null) return enqueue('insight.analyse-gaps', { departmentId, employeeIds });
  assertWhole({ departmentId, employeeIds });
  return startCycleRun(cycleId);
}

/** The rows of a cycle are one set, which a run of a part would take the place of. */
function assertWhole(parts: Pick<RunGapAnalysis, 'departmentId' | 'employeeIds'>): void {
  const message = 'the gaps of a cycle are calculated for all of its subjects; leave this out, or leave out cycleId';
  const fields = ['departmentId', 'employeeIds'] as const;
  assertValid(fields.filter((field) => parts[field] !== null).map((field) => ({ field, message })));
}

async function startCycleRun(cycleId: string): Promise<GapJob> {
  const job = await recalculateIfClosed(cycleId);
  if (job) return job;
  const cycle = await CycleModel.findById(cycleId).select('status').lean<Pick<Cycle, 'status'>>();
  throw conflict(`The cycle is ${cycle?.status ?? 'deleted'}; its gaps are calculated once it is Closed.`);
}
