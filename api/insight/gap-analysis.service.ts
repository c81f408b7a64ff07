import { pickRow } from '../../shared/db/pick';
import { missingReferences } from '../../shared/db/references';
import { CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { DepartmentModel } from '../../shared/framework/department.model';
import { enqueue } from '../../shared/jobs/enqueue';
import type { Job } from '../../shared/jobs/job.model';
import { assertValid, conflict } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { EmployeeModel } from '../../shared/people/employee.model';
import { type GapJob, recalculateIfClosed } from '../evaluation/cycles/cycle-gaps.store';
import type { RunGapAnalysis } from './gap-analysis.dto';

/**
 * Starts a gap run, of a whole cycle or without one. Throws VALIDATION for unknown ids, and CONFLICT for a cycle that
 * is not closed.
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
  return startCycleRun(cycleId);
}

async function startCycleRun(cycleId: string): Promise<GapJob> {
  const job = await recalculateIfClosed(cycleId);
  if (job) return job;
  const cycle = await pickRow(CycleModel.findById(cycleId), 'status');
  throw conflict(refusal('CYCLE_NOT_CLOSED_FOR_GAPS', { status: cycle?.status ?? 'deleted' }));
}
