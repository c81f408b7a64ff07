import { pickRows } from '../../../shared/db/pick';
import { GapModel, type GapRow } from '../../../shared/insight/gaps/gap.model';
import { conflict } from '../../../shared/kernel/errors';
import { groupBy } from '../../../shared/kernel/group-by';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { type BulkRows, changeRows } from '../../http/bulk';
import type { ChangeGaps, PlannedGaps } from './gaps-bulk.dto';
import { createPlanFromGaps, gapsShownTo, MAX_GAPS } from './plan-from-gaps.service';

/**
 * Creates one Draft plan for each employee of the gaps, by the rules of `createPlanFromGaps`; all gaps of a refused
 * plan are refused, and those that the employee is not shown.
 */
export async function planGaps(input: ChangeGaps): Promise<PlannedGaps> {
  let plans = 0;
  const result = await changeRows(input, async (rows) => {
    plans = 0; // a transaction may run again
    const gaps = rows.found(
      await pickRows(GapModel.find({ _id: { $in: rows.open } }), 'employeeId', 'cycleId', 'requirementId', 'gapLevel'),
    );
    const open = rows.open.flatMap((id) => gaps.get(id) ?? []);
    for (const { _id, gapLevel } of open) if (gapLevel <= 0) rows.refuse(_id, conflict(refusal('REQUIREMENT_MET')));
    let changed = 0;
    const unmet = open.filter(({ gapLevel }) => gapLevel > 0);
    for (const ofPlan of groupBy(unmet, ({ employeeId, cycleId }) => `${employeeId} ${cycleId}`).values()) {
      const shown = await shownOnes(rows, ofPlan);
      const chosen = shown.slice(0, MAX_GAPS);
      for (const { _id } of shown.slice(MAX_GAPS))
        rows.refuse(_id, conflict(refusal('PLAN_HAS_MAX_GAPS', { max: MAX_GAPS })));
      const [first] = chosen;
      if (!first) continue;
      const planned = await rows.attempt(
        chosen.map(({ _id }) => _id),
        () =>
          createPlanFromGaps({
            employeeId: first.employeeId,
            cycleId: first.cycleId ?? undefined,
            requirementIds: chosen.map(({ requirementId }) => requirementId),
          }),
      );
      changed += planned;
      if (planned > 0) plans += 1;
    }
    return changed;
  });
  return { ...result, plans };
}

/** Returns the gaps that the employee is shown, and refuses the others. */
async function shownOnes<T extends Pick<GapRow, '_id' | 'employeeId' | 'cycleId' | 'requirementId'>>(
  rows: BulkRows,
  ofPlan: readonly T[],
): Promise<T[]> {
  const [first] = ofPlan;
  if (!first) return [];
  const shown = new Set<string>();
  await rows.attempt(
    ofPlan.map(({ _id }) => _id),
    async () => {
      const { gaps } = await gapsShownTo(first.employeeId, first.cycleId ?? undefined);
      for (const { requirementId } of gaps) shown.add(requirementId);
    },
  );
  for (const { _id, requirementId } of ofPlan)
    if (!shown.has(requirementId)) rows.refuse(_id, conflict(refusal('GAP_NOT_SHOWN_TO_EMPLOYEE')));
  return ofPlan.filter(({ requirementId }) => shown.has(requirementId));
}
