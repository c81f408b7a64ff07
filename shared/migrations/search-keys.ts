import type mongoose from 'mongoose';
import { rowsById, rowsInTurn, type StoredRow } from '../db/rows-in-turn';
import { searchKey } from '../db/search';
import type { Migration } from './migrations';

const OF_EMPLOYEES = ['lastName', 'firstName', 'lastName', 'email', 'employeeCode'];
/** The folded fields of collections whose rows have more than a name, those that lists sort by first. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  employees: OF_EMPLOYEES,
  users: ['fullName', 'email'],
  tenants: ['name', 'slug'],
  departments: ['name', 'code'],
  jobprofiles: ['name', 'code'],
  competencies: ['name', 'code'],
  goals: ['title'],
  developmentplans: ['title'],
  evaluations: OF_EMPLOYEES,
};
const NAMED = 'calibrations careerpaths competencycategories cycles evaluationtemplates plans skillframeworks surveys';
/** Every key has a tab, and no folded text of an earlier program has one. */
const WITHOUT_KEY = { searchText: /^[^\t]*$/ };

/**
 * Lists by name sort by the folded text, so it begins with what they sort by. A row that an earlier program writes later is found by
 * searches as before, and is at another place of its list until it is saved again.
 */
export const searchKeys: Migration = {
  version: 3,
  name: 'lists by name sort by the folded text',
  ...rowsInTurn([...NAMED.split(' '), ...Object.keys(FIELDS)], WITHOUT_KEY, async (db, name, rows) => {
    const fields = FIELDS[name] ?? ['name'];
    const named = name === 'evaluations' ? await subjectsOf(db, rows) : rows;
    return rows.map(({ searchText }, at) => ({
      filter: { searchText },
      set: { searchText: searchKey(...fields.map((field) => named[at]?.[field] as string | null)) },
    }));
  }),
};

/** The names of the subjects of evaluations, which store full names: those of the employee, unless it has another name by now. */
async function subjectsOf(db: mongoose.mongo.Db, rows: readonly StoredRow[]): Promise<StoredRow[]> {
  const ids = rows.map(({ subjectId }) => subjectId as string);
  const employee = await rowsById(db, 'employees', ids);
  return rows.map(({ subject, subjectId }) => {
    const stored = subject as StoredRow & { fullName: string };
    const current = employee.get(subjectId);
    if (current?.fullName === stored.fullName) return { ...current, ...stored };
    const before = stored.fullName.lastIndexOf(' ') + 1;
    return { ...stored, firstName: stored.fullName.slice(0, before), lastName: stored.fullName.slice(before) };
  });
}
