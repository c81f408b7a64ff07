import {
  addUp,
  type CycleFigureValues,
  participantSums,
  partSums,
} from '../../../shared/evaluation/cycles/cycle-sums.store';
import { showsGaps } from '../../../shared/evaluation/cycles/cycle-visibility.rules';
import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { EVALUATOR_TYPES } from '../../../shared/framework/evaluator-type';
import { allDepartmentNames } from '../../people/department-names.store';
import type { CompletionCounts, CycleCompletion } from './evaluation-cycles.dto';

/**
 * Returns the progress of a cycle, by evaluator type and by the subjects' departments, and whether it is complete;
 * without withdrawn evaluations. Throws NOT_FOUND. Reads only the stored figures of the cycle.
 */
export async function cycleCompletion(cycleId: string): Promise<CycleCompletion> {
  const [cycle, parts, departments] = await Promise.all([findCycle(cycleId), partSums(cycleId), allDepartmentNames()]);
  const sums = addUp(parts.map((part) => part.sums));
  const all = countsOf(cycle, sums);
  return {
    cycleId,
    ...all,
    awaitingCalibration: showsGaps(cycle) && cycle.settings.useCalibration ? sums.done - sums.doneCalibrated : 0,
    complete: all.subjects > 0 && all.completeSubjects === all.subjects,
    byEvaluatorType: EVALUATOR_TYPES.map((evaluatorType) => ({
      evaluatorType,
      ...participantSums(sums, [evaluatorType]),
    })),
    byDepartment: parts
      .sort((a, b) => departments.order(a.departmentId, b.departmentId))
      .map(({ departmentId, sums: ofDepartment }) => ({
        departmentId,
        department: departments.name(departmentId),
        ...countsOf(cycle, ofDepartment),
      })),
  };
}

/** Counts complete subjects like `subjectIsComplete`, from the stored figures. */
function countsOf(
  cycle: Cycle,
  sums: CycleFigureValues,
): CompletionCounts & { subjects: number; completeSubjects: number } {
  const complete = cycle.settings.useCalibration ? sums.doneCalibrated : sums.done;
  return {
    subjects: sums.subjects,
    completeSubjects: showsGaps(cycle) ? complete : 0,
    ...participantSums(sums),
  };
}
