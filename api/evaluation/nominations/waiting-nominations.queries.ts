import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { NominationStatus } from '../../../shared/evaluation/nominations/nomination';
import { asksForNominations, managerDecides } from '../../../shared/evaluation/nominations/nomination.rules';
import { COUNTED_SUBJECTS } from '../../../shared/evaluation/participants/participation.store';
import { nominatingCycles, today } from './nominations.queries';

/** What an employee has to do about nominations. */
export interface WaitingNominations {
  /** Cycles that ask the employee for peers. */
  toSubmit: Pick<Cycle, '_id' | 'name' | 'settings'>[];
  /** How many of their team wait for the employee as a manager. */
  toDecide: number;
}

/** The nominations that wait for an employee; a single query while no cycle asks for any. */
export async function waitingNominations(employeeId: string): Promise<WaitingNominations> {
  const cycles = [...(await nominatingCycles()).values()];
  if (cycles.length === 0) return { toSubmit: [], toDecide: 0 };
  const date = await today();
  const asking = cycles.filter((cycle) => asksForNominations(cycle, date)).map(({ _id }) => _id);
  const deciding = cycles.filter(({ settings }) => managerDecides(settings)).map(({ _id }) => _id);
  // Of Open nominations the status is stored as null, or not at all.
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
