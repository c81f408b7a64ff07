import { toInstant } from '../../shared/kernel/clock';
import type { Id, Instant } from '../http/types';

/** A row that was removed, with `includeDeleted=true`. */
export interface DeletedRowV1 {
  /** Key of the row that is gone. */
  id: Id;
  updatedAt: Instant;
  /** @example true */
  isDeleted: true;
}

/** A subject that has no row of the dataset any more, with `includeDeleted=true`: drop all its rows of the cycle. */
export interface DeletedSubjectV1 {
  /** null: of the newest analysis that is not tied to a cycle. */
  cycleId: Id | null;
  /** The subject: joins rows of all sets, and `id` of `/employees`. */
  employeeId: Id;
  updatedAt: Instant;
  /** @example true */
  isDeleted: true;
}

export function toDeletedSubjectV1(cycleId: string | null, employeeId: string, changedAt: Date): DeletedSubjectV1 {
  return { cycleId, employeeId, updatedAt: toInstant(changedAt), isDeleted: true };
}
