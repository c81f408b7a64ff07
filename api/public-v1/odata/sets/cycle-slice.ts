import { type Cycle, CycleModel } from '../../../../shared/evaluation/cycles/cycle.model';
import type { Changes } from '../../changes';
import type { SubjectReading } from '../../datasets/dataset-subjects.queries';
import { keyParts, type Slice } from '../entity-set';

/** The part of a slice whose keys begin with a cycle. */
export interface CycleSlice {
  cycle: Cycle;
  /** Which of its subjects are read, where the key goes on with them. */
  reading: SubjectReading;
}

/** Every row with its `updatedAt`, without deleted ones. */
export function shownChanges({ since }: Slice): Changes {
  return { since: since ?? new Date(0), includeDeleted: false };
}

/** The cycles of a slice in the order of their ids. */
export async function cycleSlices({ cycleIds, from, take }: Slice): Promise<CycleSlice[]> {
  const [first = '', subject = ''] = keyParts(from, 2);
  const ids = { $gte: first, ...(cycleIds ? { $in: [...cycleIds] } : {}) };
  const cycles = await CycleModel.find({ _id: ids }).sort({ _id: 1 }).lean<Cycle[]>();
  return cycles.map((cycle) => ({ cycle, reading: { from: cycle._id === first ? subject : '', take } }));
}
