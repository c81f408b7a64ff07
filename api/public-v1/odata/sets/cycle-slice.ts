import { type Cycle, CycleModel } from '../../../../shared/evaluation/cycles/cycle.model';
import type { Changes } from '../../changes';
import { keyParts, type Slice } from '../entity-set';

/** The parts of a slice of rows whose key begins with a cycle. */
export interface CycleSlice {
  cycle: Cycle;
  /** The rest of the key of the first row that is wanted; '' from the first one. */
  from: string[];
}

/** Every row with its `updatedAt`, without deleted ones. */
export function shownChanges({ since }: Slice): Changes {
  return { since: since ?? new Date(0), includeDeleted: false };
}

/** The cycles of a slice in the order of their ids, each with where its rows begin; `parts` counts those of the key after the cycle. */
export async function cycleSlices({ cycleIds, from }: Slice, parts: number): Promise<CycleSlice[]> {
  const [first = '', ...rest] = keyParts(from, parts + 1);
  const ids = { $gte: first, ...(cycleIds ? { $in: [...cycleIds] } : {}) };
  const cycles = await CycleModel.find({ _id: ids }).sort({ _id: 1 }).lean<Cycle[]>();
  return cycles.map((cycle) => ({ cycle, from: cycle._id === first ? rest : rest.map(() => '') }));
}
