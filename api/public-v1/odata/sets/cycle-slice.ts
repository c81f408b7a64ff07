import { type Cycle, CycleModel } from '../../../../shared/evaluation/cycles/cycle.model';
import type { Changes } from '../../changes';
import type { SubjectReading } from '../../datasets/dataset-subjects.queries';
import { readReferences } from '../../reference-rows.queries';
import type { Places } from '../condition';
import { keyParts, type Slice } from '../entity-set';

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
 * newer. `more` are the places that a set has beside those of all subjects.
 */
export async function cycleSlices(slice: Slice, more: (cycle: Cycle) => Places = () => ({})): Promise<CycleSlice[]> {
  const { condition, until, from, take } = slice;
  const [first = '', subject = ''] = keyParts(from, 2);
  const [cycles, { departmentNames, jobProfileNames }] = await Promise.all([
    CycleModel.find({ _id: { $gte: first }, ...(until ? { updatedAt: { $lt: until } } : {}) })
      .sort({ _id: 1 })
      .lean<Cycle[]>(),
    readReferences(),
  ]);
  return cycles.flatMap((cycle) => {
    const cycleId = { value: cycle._id };
    const employeeId = { field: 'subjectId' };
    const where = condition({
      id: { parts: [cycleId, employeeId] },
      cycleId,
      cycleName: { value: cycle.name },
      employeeId,
      employeeCode: { field: 'subject.employeeCode' },
      employee: { field: 'subject.fullName' },
      email: { field: 'subject.email' },
      department: { field: 'departmentId', names: departmentNames },
      jobProfile: { field: 'jobProfileId', names: jobProfileNames },
      ...more(cycle),
    });
    return where ? [{ cycle, reading: { from: cycle._id === first ? subject : '', take, where, until } }] : [];
  });
}
