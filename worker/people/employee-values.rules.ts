import type { ImportChange, ImportedField, ImportRow } from '../../shared/jobs/import-result';
import { EmployeeStatus } from '../../shared/people/employee-status';

/** What an import compares and changes of an employee. */
export interface EmployeeValues {
  firstName: string;
  lastName: string;
  email: string;
  employeeCode: string | null;
  departmentId: string | null;
  managerId: string | null;
  jobProfileId: string | null;
  hireDate: string | null;
  status: EmployeeStatus;
}

/** An employee who exists. */
export interface KnownEmployee extends EmployeeValues {
  id: string;
}

/** Returns the text of a value, as the report shows it. */
export type ShowValue = (field: ImportedField, value: string | null) => string | null;

/** Fields in the order of the report, with their names there. */
export const FIELDS: readonly (readonly [keyof EmployeeValues, ImportedField])[] = [
  ['firstName', 'firstName'],
  ['lastName', 'lastName'],
  ['email', 'email'],
  ['employeeCode', 'employeeCode'],
  ['departmentId', 'department'],
  ['managerId', 'manager'],
  ['jobProfileId', 'jobProfile'],
  ['hireDate', 'hireDate'],
  ['status', 'status'],
];

/** Returns what differs between the values of an employee, as the report shows it. */
export function importChanges(before: EmployeeValues, after: EmployeeValues, shown: ShowValue): ImportChange[] {
  return FIELDS.flatMap(([field, name]) =>
    before[field] === after[field]
      ? []
      : [{ field: name, before: shown(name, before[field]), after: shown(name, after[field]) }],
  );
}

/**
 * Returns employees as they were before the changes that earlier runs of an import noted, as far as rows are compared with them: a
 * repeated run plans the same.
 */
export function rewound(people: readonly KnownEmployee[], notes: readonly ImportRow[]): KnownEmployee[] {
  const noteOf = new Map(notes.map((note) => [note.employeeId ?? '', note]));
  return people.map((person) => {
    const note = noteOf.get(person.id);
    if (note?.outcome === 'terminated') return { ...person, status: EmployeeStatus.Active };
    const known = (note?.changes ?? []).filter(({ field }) => field in person);
    return { ...person, ...Object.fromEntries(known.map(({ field, before }) => [field, before ?? null])) };
  });
}
