import type { ImportRow } from '../../shared/jobs/import-result';
import { inColumn, warnOfRow } from '../../shared/kernel/csv-cells.rules';
import type { Reference } from '../../shared/kernel/name-index.rules';
import type { EmployeeCsvChanges } from './employee-changes.rules';
import type { Named, ReferenceColumns } from './employee-import.rules';
import { type EmployeeValues, FIELDS, type KnownEmployee } from './employee-values.rules';
import { isManagerNamed, type ManagerIndex, resolveManager } from './reference-lookup.rules';

/** A row about an employee who exists. */
export interface KnownRow {
  person: KnownEmployee;
  changes: EmployeeCsvChanges;
  /** What differs from what is stored. */
  set: Partial<EmployeeValues>;
  report: ImportRow;
}

/** Fields whose cells need no other row. */
const PLAIN = ['firstName', 'lastName', 'email', 'employeeCode', 'hireDate', 'status'] as const;

/** What the cells of a row can name. */
export interface Lookups {
  columns: ReferenceColumns;
  managers: ManagerIndex;
  people: ReadonlyMap<string, KnownEmployee>;
  /** What people have now, also what no cell can newly name. */
  departmentOf: (id: string | null) => Named | null;
  jobProfileOf: (id: string | null) => Named | null;
}

/** Resolves the names in a row, and sets what it changes. A name that is not found leaves its field, with a warning. */
export function resolveKnownRow({ person, changes, set, report }: KnownRow, lookups: Lookups): void {
  const { department, jobProfile, manager } = changes;
  const values: Partial<EmployeeValues> = {};
  for (const field of PLAIN) if (changes[field] !== undefined) Object.assign(values, { [field]: changes[field] });
  const take = (field: ReferenceField, column: string, { id, warning }: Reference): void => {
    if (warning === null) values[field] = id;
    else warnOfRow(report, inColumn(column, warning));
  };
  const { departments, jobProfiles } = lookups.columns;
  if (department !== undefined)
    take('departmentId', 'department', departments.resolve(department, lookups.departmentOf(person.departmentId)));
  if (manager !== undefined) take('managerId', 'manager', managerNamed(manager, person, lookups));
  if (jobProfile !== undefined)
    take('jobProfileId', 'jobprofile', jobProfiles.resolve(jobProfile, lookups.jobProfileOf(person.jobProfileId)));
  for (const [field] of FIELDS)
    if (values[field] !== undefined && values[field] !== person[field]) Object.assign(set, { [field]: values[field] });
}

type ReferenceField = 'departmentId' | 'managerId' | 'jobProfileId';

/** Keeps the current manager if the cell names them, even if others share the name or they have left. */
function managerNamed(cell: string | null, person: KnownEmployee, { managers, people }: Lookups): Reference {
  const present = people.get(person.managerId ?? '');
  const stays = present !== undefined && cell !== null && isManagerNamed(present, cell);
  return stays ? { id: present.id, warning: null } : resolveManager(managers, cell, person.id);
}
