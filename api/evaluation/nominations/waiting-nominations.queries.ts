import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { NominationStatus } from '../../../shared/evaluation/nominations/nomination';
import { asksForNominations, managerDecides } from '../../../shared/evaluation/nominations/nomination.rules';
import { COUNTED_SUBJECTS } from '../../../shared/evaluation/participants/participation.store';
import { nominatingCycles, today } from './nominations.queries';

/** An employee's tasks about nominations. */
export interface WaitingNominations {
  /** Cycles in which the employee has to nominate peers. */
  toSubmit: Pick<Cycle, '_id' | 'name' | 'settings'>[];
  /** The number of nominations that the employee decides on as a manager. */
  toDecide: number;
}

/** Returns the nominations that wait for an employee; one query while no cycle takes any. */
export async function waitingNominations(employeeId: string): Promise<WaitingNominations> {
  const cycles = [...(await nominatingCycles()).values()];
  if (cycles.length === 0) return { toSubmit: [], toDecide: 0 };
  const date = await today();
  const asking = cycles.filter((cycle) => asksForNominations(cycle, date)).map(({ _id }) => _id);
  const deciding = cycles.filter(({ settings }) => managerDecides(settings)).map(({ _id }) => _id);
  // The status of Open nominations is stored as null, or omitted.
  const notSubmitted = [null, NominationStatus.Returned as const];
  const [own, toDecide] = await Promise.all([
    EvaluationModel.find({
      subjectId: employeeId,
      cycleId: { $in: asking },
      'nomination.status': { $in: notSubmitted },
      ...COUNTED_SUBJECTS,
    })
      .select('cycleId')
      .lean<Pick<Evaluation, 'cycleId'>[]>(),
    EvaluationModel.countDocuments({
      managerId: employeeId,
      cycleId: { $in: deciding },
      'nomination.status': NominationStatus.Submitted,
      ...COUNTED_SUBJECTS,
    }),
  ]);
  const asked = new Set(own.map(({ cycleId }) => cycleId));
  return { toSubmit: cycles.filter(({ _id }) => asked.has(_id)), toDecide };
}
