import {
  buildNameIndex,
  foldCode,
  foldName,
  type NameIndex,
  quoted,
  type Reference,
  resolveReference,
} from '../../shared/kernel/name-index.rules';
import { sentence } from '../../shared/kernel/refusals/sentence';

/** A possible manager: an employee of the tenant, or any row of the file that will be created. */
export interface ManagerCandidate {
  id: string;
  email: string;
  employeeCode: string | null;
  firstName: string;
  lastName: string;
  /** Someone who left is no one's manager, and no namesake of one who stayed; rows of the file have not left. */
  hasLeft?: boolean;
}

/** Those who can be managers, and those who have left. */
interface ManagerIndex {
  here: NameIndex;
  left: NameIndex;
}

/** Indexes managers by email, employee code and full name. */
export function buildManagerIndex(people: readonly ManagerCandidate[]): ManagerIndex {
  const indexOf = (some: readonly ManagerCandidate[]): NameIndex =>
    buildNameIndex(some, [
      { nameOf: (person) => person.email, fold: foldCode },
      { nameOf: (person) => person.employeeCode, fold: foldCode },
      { nameOf: (person) => `${person.firstName} ${person.lastName}`, fold: foldName },
    ]);
  return {
    here: indexOf(people.filter(({ hasLeft }) => hasLeft !== true)),
    left: indexOf(people.filter(({ hasLeft }) => hasLeft === true)),
  };
}

/** Resolves the manager cell of the employee `employeeId`, who cannot be their own manager. */
export function resolveManager({ here, left }: ManagerIndex, cell: string | null, employeeId: string): Reference {
  const manager = resolveReference(here, 'manager', cell);
  if (manager.warning !== null && cell !== null && here.find(cell) === undefined && left.find(cell) !== undefined)
    return { id: null, warning: sentence`manager ${quoted(cell)} has left` };
  if (manager.id !== employeeId) return manager;
  return { id: null, warning: sentence`an employee cannot be their own manager` };
}
