import { inTransaction } from '../../../shared/db/transaction';
import { countCycleChange } from '../../../shared/evaluation/cycles/cycle-sums.store';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { lastClosedCycle } from '../../../shared/insight/cycles.store';
import { NineBoxPotentialChangeModel } from '../../../shared/insight/nine-box-potential-change.model';
import { findEvaluated } from '../../../shared/insight/subject-result.store';
import { now } from '../../../shared/kernel/clock';
import { actor } from '../../../shared/kernel/context';
import { assertValid, conflict, invalid, notFound } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { validatePotential } from '../calibration/calibration.rules';
import { assertJudgeable } from '../calibration/calibration.store';
import type { SetPotential } from './nine-box-potential.dto';

/**
 * Sets, changes or clears HR's assessment of an employee's potential in a cycle, by default the last Closed one, and
 * returns the id of the change. Throws NOT_FOUND when the employee is not a subject of the cycle, VALIDATION, and
 * CONFLICT for a Draft or Archived cycle and when no cycle is Closed.
 */
export async function setPotential(employeeId: string, input: SetPotential): Promise<string> {
  if (!(await EmployeeModel.exists({ _id: employeeId }))) throw notFound(); // before any problem of the body
  assertValid(validatePotential(input.potential));
  const cycle = await cycleOf(input.cycleId ?? null);
  const { evaluation } = await findEvaluated(cycle._id, employeeId);
  assertJudgeable(cycle);
  const at = now();
  const by = actor().userId;
  const { potential } = input;
  return inTransaction(async () => {
    const before = await EvaluationModel.findOneAndUpdate(
      { _id: evaluation._id },
      { $set: { hrPotential: potential, hrPotentialAt: potential === null ? null : at } },
      { returnDocument: 'before' },
    ).lean<Evaluation>();
    if (!before) throw notFound();
    countCycleChange(cycle._id);
    const change = new NineBoxPotentialChangeModel({
      cycleId: cycle._id,
      employeeId,
      before: before.hrPotential,
      after: potential,
      reason: input.reason.trim(),
      by,
      at,
    });
    await change.save();
    const changes = [
      { field: 'potential', before: before.hrPotential, after: potential },
      { field: 'reason', before: null, after: change.reason },
      { field: 'cycleId', before: null, after: cycle._id },
    ];
    await recordAudit('potential.set', { entityType: AuditEntity.Employee, entityId: employeeId, changes });
    return change._id;
  });
}

async function cycleOf(cycleId: string | null): Promise<Cycle> {
  const cycle = cycleId === null ? await lastClosedCycle() : await CycleModel.findById(cycleId).lean<Cycle>();
  if (cycle) return cycle;
  if (cycleId === null) throw conflict(refusal('NO_CYCLE_CLOSED_YET'));
  throw invalid({ field: 'cycleId', ...refusal('DOES_NOT_EXIST') });
}
