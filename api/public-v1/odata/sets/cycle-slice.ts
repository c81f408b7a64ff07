import { type Cycle, CycleModel } from '../../../../shared/evaluation/cycles/cycle.model';
import type { Changes } from '../../changes';
import type { SubjectReading } from '../../datasets/dataset-subjects.queries';
import { keyParts, type Slice, wantedIds } from '../entity-set';

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

/** The cycles of a slice of rows by cycle and subject, in the order of their ids. A row is as new as its cycle, or newer. */
export async function cycleSlices(slice: Slice): Promise<CycleSlice[]> {
  const { values, until, from, take } = slice;
  const [first = '', subject = ''] = keyParts(from, 2);
  const ids = wantedIds(slice, 'cycleId', 0);
  const subjectIds = wantedIds(slice, 'employeeId', 1);
  const cycles = await CycleModel.find({
    _id: { $gte: first, ...(ids ? { $in: [...ids] } : {}) },
    ...(values?.cycleName ? { name: { $in: [...values.cycleName] } } : {}),
    ...(until ? { updatedAt: { $lt: until } } : {}),
  })
    .sort({ _id: 1 })
    .lean<Cycle[]>();
  return cycles.map((cycle) => ({
    cycle,
    reading: { from: cycle._id === first ? subject : '', take, subjectIds, until },
  }));
}
