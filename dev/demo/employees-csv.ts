import { type DemoCompany, LARGE_COMPANY } from './company';
import { DEMO_DEPARTMENTS } from './departments';
import { DEMO_PROFILES } from './job-profiles';
import { demoPeople, type DemoPerson } from './people';
import { seededRandom, type SeededRandom } from './seeded-random';

/** What is wrong with a row of the demo file. */
export type BadRowKind =
  | 'missing last name'
  | 'missing email'
  | 'bad date'
  | 'missing day'
  | 'bad email'
  | 'too many cells'
  | 'duplicate email'
  | 'unknown manager'
  | 'unknown department';

/** A row that does not simply become an employee, and what the import must make of it. */
export interface BadRow {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  kind: BadRowKind;
  outcome: 'created' | 'skipped' | 'error';
}

/** What importing the demo file into an empty tenant must give; `created` rows with a warning are among the bad ones. */
export interface ExpectedImport {
  total: number;
  created: number;
  skipped: number;
  errors: number;
  badRows: BadRow[];
}

type Cells = Record<(typeof COLUMNS)[number], string>;
interface FileRow {
  cells: Cells;
  kind?: BadRowKind;
}

const COLUMNS = [
  'firstname',
  'lastname',
  'email',
  'employeecode',
  'department',
  'manager',
  'jobprofile',
  'hiredate',
] as const;

const OUTCOMES: Record<BadRowKind, BadRow['outcome']> = {
  'missing last name': 'error',
  'missing email': 'error',
  'bad date': 'error',
  'missing day': 'error',
  'bad email': 'error',
  'too many cells': 'error',
  'duplicate email': 'skipped',
  'unknown manager': 'created',
  'unknown department': 'created',
};

/** Applicants that the bad rows are made of; no one of this name is among the 600. */
const BAD_ROWS: ReadonlyArray<readonly [kind: BadRowKind, changes: Partial<Cells>]> = [
  ['missing last name', { firstname: 'Beatriz', lastname: '', email: 'beatriz@meridiana.example' }],
  ['missing last name', { firstname: 'Cher', lastname: '  ', email: 'cher@meridiana.example' }],
  ['missing email', { firstname: 'Nora', lastname: 'Sin Correo', email: '' }],
  [
    'missing day',
    { firstname: 'Félix', lastname: 'Treinta', email: 'felix.treinta@meridiana.example', hiredate: '2024-02-30' },
  ],
  [
    'bad date',
    { firstname: 'Wanda', lastname: 'Soon', email: 'wanda.soon@meridiana.example', hiredate: 'next Monday' },
  ],
  ['bad email', { firstname: 'Iker', lastname: 'Arroba', email: 'iker.arroba(at)meridiana.example' }],
  ['bad email', { firstname: 'Dora', lastname: 'Doble', email: 'dora@doble@meridiana.example' }],
  ['too many cells', { firstname: 'Tomás', lastname: 'Coma', email: 'tomas.coma@meridiana.example' }],
];

/** The employees of a demo company as the CSV file that HR uploads; of the large one 610 rows, 12 of them bad. */
export function generateEmployeesCsv(seed: number, company: DemoCompany = LARGE_COMPANY): string {
  const separator = seededRandom(seed, 'separator').pick([',', ';']);
  const write = (values: readonly string[]): string => values.map((value) => quoted(value, separator)).join(separator);
  const lines = fileRows(seed, company).map(({ cells, kind }) => {
    const values = COLUMNS.map((column) => cells[column]);
    return write(kind === 'too many cells' ? [...values, 'left over', 'cells'] : values);
  });
  return [write(COLUMNS), ...lines].map((line) => `${line}\r\n`).join('');
}

/** What importing `generateEmployeesCsv(seed)`, the file of the large company, must give. */
export function expectedImport(seed: number): ExpectedImport {
  const rows = fileRows(seed, LARGE_COMPANY);
  const badRows = rows.flatMap(({ kind }, index) => (kind ? [{ row: index + 2, kind, outcome: OUTCOMES[kind] }] : []));
  const count = (outcome: BadRow['outcome']): number => badRows.filter((bad) => bad.outcome === outcome).length;
  const errors = count('error');
  const skipped = count('skipped');
  return { total: rows.length, created: rows.length - errors - skipped, skipped, errors, badRows };
}

/** Everyone in random order, so that many managers come after their reports, with the bad rows between them. */
function fileRows(seed: number, company: DemoCompany): FileRow[] {
  const random = seededRandom(seed, 'file');
  const people = demoPeople(seed, company);
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const managers = new Set(people.map((person) => person.managerEmail));
  const rows: FileRow[] = random
    .shuffled(people)
    .map((person) => ({ cells: toCells(random, person, byEmail.get(person.managerEmail ?? '')) }));
  if (company.withBadRows) addBadRows(random, rows, managers);
  return rows;
}

function addBadRows(random: SeededRandom, rows: FileRow[], managers: ReadonlySet<string | null>): void {
  // Someone without direct reports, so that only this one row is affected.
  const staff = rows.filter(({ cells }) => !managers.has(cells.email));
  const [wrongManager, wrongDepartment, ...others] = random.shuffled(staff);
  if (!wrongManager || !wrongDepartment) throw new Error('the demo company has no staff');
  mark(wrongManager, 'unknown manager', { manager: 'Nadie Conocido' });
  mark(wrongDepartment, 'unknown department', { department: 'Departamento Fantasma' });

  for (const [kind, changes] of BAD_ROWS) {
    const like = random.pick(others).cells;
    const row = { cells: { ...like, employeecode: '', ...changes }, kind };
    rows.splice(random.integer(0, rows.length), 0, row);
  }
  // The second row with one email is the one that is skipped, so these come last.
  for (const { cells } of others.slice(0, 2)) {
    rows.push({
      cells: { ...cells, employeecode: '', email: ` ${cells.email.toUpperCase()} ` },
      kind: 'duplicate email',
    });
  }
}

function mark(row: FileRow, kind: BadRowKind, changes: Partial<Cells>): void {
  row.cells = { ...row.cells, ...changes };
  row.kind = kind;
}

function toCells(random: SeededRandom, person: DemoPerson, manager: DemoPerson | undefined): Cells {
  return {
    firstname: person.firstName,
    lastname: person.lastName,
    email: person.email,
    employeecode: person.employeeCode,
    department: nameOrCode(random, DEMO_DEPARTMENTS, person.departmentCode),
    manager: manager
      ? random.pick([manager.email, manager.employeeCode, `${manager.firstName} ${manager.lastName}`])
      : '',
    jobprofile: nameOrCode(random, DEMO_PROFILES, person.profileCode),
    hiredate: person.hireDate,
  };
}

function nameOrCode(random: SeededRandom, items: ReadonlyArray<{ code: string; name: string }>, code: string): string {
  const name = items.find((item) => item.code === code)?.name ?? code;
  return random.chance(0.7) ? name : code;
}

function quoted(value: string, separator: string): string {
  return /["\r\n]/.test(value) || value.includes(separator) ? `"${value.replaceAll('"', '""')}"` : value;
}
