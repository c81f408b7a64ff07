import { type Cycle, CycleModel } from '../../../../shared/evaluation/cycles/cycle.model';
import type { Changes } from '../../changes';
import type { SubjectReading } from '../../datasets/dataset-subjects.queries';
import { among, keyParts, type Slice } from '../entity-set';

/** One cycle of a slice whose keys begin with the cycle. */
export interface CycleSlice {
  cycle: Cycle;
  /** The subjects to read, from the rest of the key. */
  reading: SubjectReading;
}

/** Returns options for every row with its `updatedAt`, without deleted ones. */
export function shownChanges({ since }: Slice): Changes {
  return { since: since ?? new Date(0), includeDeleted: false };
}

/**
 * The cycles that can have rows of a slice, in the order of their ids, with the subjects of each. A row is as new as its cycle, or
 * newer.
 */
export async function cycleSlices(slice: Slice): Promise<CycleSlice[]> {
  const { until, from, take } = slice;
  const [first = '', subject = ''] = keyParts(from, 2);
  const cycles = await CycleModel.find({
    $and: [{ _id: { $gte: first } }, among('_id', slice, 'cycleId', 0)],
    ...(until ? { updatedAt: { $lt: until } } : {}),
  })
    .sort({ _id: 1 })
    .lean<Cycle[]>();
  const where = among('subjectId', slice, 'employeeId', 1);
  return cycles.map((cycle) => ({
    cycle,
    reading: { from: cycle._id === first ? subject : '', take, where, until },
  }));
}
