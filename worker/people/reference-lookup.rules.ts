import {
  buildNameIndex,
  foldCode,
  foldName,
  type NameIndex,
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
}

/** Indexes managers by email, employee code and full name. */
export function buildManagerIndex(people: Iterable<ManagerCandidate>): NameIndex {
  return buildNameIndex(people, [
    { nameOf: (person) => person.email, fold: foldCode },
    { nameOf: (person) => person.employeeCode, fold: foldCode },
    { nameOf: (person) => `${person.firstName} ${person.lastName}`, fold: foldName },
  ]);
}

/** Resolves the manager cell of the employee `employeeId`, who cannot be their own manager. */
export function resolveManager(index: NameIndex, cell: string | null, employeeId: string): Reference {
  const manager = resolveReference(index, 'manager', cell);
  if (manager.id !== employeeId) return manager;
  return { id: null, warning: sentence`an employee cannot be their own manager` };
}
