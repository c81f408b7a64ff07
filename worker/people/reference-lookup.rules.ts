import {
  buildNameIndex,
  foldCode,
  foldPersonName,
  type NameIndex,
  quoted,
  type Reference,
  resolveReference,
} from '../../shared/kernel/name-index.rules';
import { refusal } from '../../shared/kernel/refusals/refusal';

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
export interface ManagerIndex {
  here: NameIndex;
  left: NameIndex;
}

/** Indexes managers by email, employee code and full name. */
export function buildManagerIndex(people: readonly ManagerCandidate[]): ManagerIndex {
  const indexOf = (some: readonly ManagerCandidate[]): NameIndex =>
    buildNameIndex(some, [
      { nameOf: (person) => person.email, fold: foldCode },
      { nameOf: (person) => person.employeeCode, fold: foldCode },
      { nameOf: (person) => `${person.firstName} ${person.lastName}`, fold: foldPersonName },
    ]);
  return {
    here: indexOf(people.filter(({ hasLeft }) => hasLeft !== true)),
    left: indexOf(people.filter(({ hasLeft }) => hasLeft === true)),
  };
}

/** Whether a cell names this manager, whoever else has the name. */
export function isManagerNamed(person: ManagerCandidate, cell: string): boolean {
  const { email, employeeCode, firstName, lastName } = person;
  return (
    [email, employeeCode].some((name) => name !== null && foldCode(name) === foldCode(cell)) ||
    foldPersonName(`${firstName} ${lastName}`) === foldPersonName(cell)
  );
}

/** Resolves the manager cell of the employee `employeeId`, who cannot be their own manager. */
export function resolveManager({ here, left }: ManagerIndex, cell: string | null, employeeId: string): Reference {
  const manager = resolveReference(here, 'manager', cell);
  if (manager.warning !== null && cell !== null && here.find(cell) === undefined && left.find(cell) !== undefined)
    return { id: null, warning: refusal('MANAGER_HAS_LEFT', { name: quoted(cell) }) };
  if (manager.id !== employeeId) return manager;
  return { id: null, warning: refusal('OWN_MANAGER') };
}
