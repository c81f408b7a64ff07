import type { ImportRow, UnknownName } from '../../shared/jobs/import-result';
import { inColumn, refuseRow, warnOfRow } from '../../shared/kernel/csv-cells.rules';
import type { CsvDateFormat } from '../../shared/kernel/csv-dates.rules';
import { refusal, type Refusal } from '../../shared/kernel/refusals/refusal';
import {
  checkEmployeeRow,
  emailOfRow,
  type EmployeeCsvValue,
  namesOfRow,
} from '../../shared/people/employee-csv.rules';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { loopCuts } from '../../shared/people/hierarchy.rules';
import { buildManagerIndex, type ManagerCandidate, type ManagerIndex, resolveManager } from './reference-lookup.rules';
import { type PlannedName, ReferenceColumn } from './unknown-names.rules';

/** A row of the file, as `readCsv` returns it. */
export interface FileRow {
  row: number;
  cells: Readonly<Record<string, string>>;
  problem?: Refusal;
}

/** A thing that a cell can name. */
export interface Named {
  id: string;
  name: string;
  code: string | null;
}

/** The inputs of an import plan. */
export interface EmployeeImportSource {
  /** Null in a check that cannot decide it. */
  dateFormat: CsvDateFormat | null;
  /** Returns the id of the employee that a row creates; the same in every run. */
  idOf: (row: number) => string;
  /** All employees of the tenant, including those that an earlier run of this import created. */
  people: readonly ManagerCandidate[];
  departments: readonly Named[];
  jobProfiles: readonly Named[];
  /** How many more employees the subscription plan allows. */
  available: number;
  /** What is created when a row names it and it does not exist. */
  create?: readonly UnknownName['kind'][];
  /** Returns the id of a department or job profile that the import creates; the same in every run. */
  idOfName?: (kind: UnknownName['kind'], name: string) => string;
}

/** An employee to create, with their line of the import result. */
export interface PlannedEmployee {
  id: string;
  value: EmployeeCsvValue;
  status: EmployeeStatus;
  departmentId: string | null;
  managerId: string | null;
  jobProfileId: string | null;
  report: ImportRow;
}

export interface EmployeeImportPlan {
  /** One line for each row, in the order of the file. */
  report: ImportRow[];
  /** The employees to create: managers before their direct reports, else in the order of the file. */
  creations: PlannedEmployee[];
  unknownNames: UnknownName[];
  departments: PlannedName[];
  jobProfiles: PlannedName[];
}

export const CODE_TAKEN = inColumn('employeecode', refusal('EMPLOYEE_CODE_TAKEN'));
export const EMAIL_TAKEN = inColumn('email', refusal('EMPLOYEE_HAS_EMAIL'));
/** The message of a row beyond the quota. */
export const PLAN_LIMIT = refusal('PLAN_LIMIT_EMPLOYEES_REACHED_BY_ROW');

/** A cell may contain anything; the result shows at most the length of an email address. */
const MAX_SHOWN_EMAIL = 254;

/** The line of a row in the report, as long as nothing is decided about it. */
export function lineOf(row: number, cells: FileRow['cells']): ImportRow {
  return {
    row,
    email: emailOfRow(cells).slice(0, MAX_SHOWN_EMAIL) || null,
    name: nameOfRow(cells),
    outcome: 'error',
    message: null,
    warnings: [],
    employeeId: null,
  };
}

/** The owner of an email or code: an employee of the tenant, or an earlier row of the file. */
interface Owner {
  id: string;
  row?: number;
}

/**
 * Decides the outcome of every row of an employee import, in time linear in rows and employees: call `judge` for each
 * row in the order of the file, then `finish`. Rows that an earlier run of the same import created are reported as
 * created, but not planned again.
 */
export class EmployeeImportPlanner {
  private readonly report: ImportRow[] = [];
  private readonly accepted: PlannedEmployee[] = [];
  /** Invalid rows with an employee's email; an earlier run may have created that employee from a later row. */
  private readonly invalidDuplicates: { line: ImportRow; owner: Owner }[] = [];
  private readonly existing: ReadonlySet<string>;
  private readonly byEmail: Map<string, Owner>;
  private readonly byCode = new Map<string, Owner>();
  private room: number;

  constructor(private readonly source: EmployeeImportSource) {
    this.room = source.available;
    this.existing = new Set(source.people.map((person) => person.id));
    this.byEmail = new Map(source.people.map(({ id, email }) => [email, { id }]));
    for (const { id, employeeCode } of source.people) if (employeeCode !== null) this.byCode.set(employeeCode, { id });
  }

  /** Adds the next row of the file. */
  judge({ row, cells, problem }: FileRow): void {
    const line = lineOf(row, cells);
    this.report.push(line);
    const checked =
      problem === undefined
        ? checkEmployeeRow(cells, { dateFormat: this.source.dateFormat })
        : { ok: false as const, problems: [problem] };
    if (checked.ok) {
      this.accept(checked.value, line);
      return;
    }
    refuseRow(line, checked.problems);
    const owner = this.byEmail.get(emailOfRow(cells));
    if (owner) this.invalidDuplicates.push({ line, owner });
  }

  /** Resolves departments, managers and job profiles, wherever the managers are in the file, and returns the plan. */
  finish(): EmployeeImportPlan {
    this.skipInvalidDuplicates();
    const columns = columnsOf(this.source);
    const managers = buildManagerIndex([
      ...this.source.people,
      ...this.accepted.map(({ id, value }) => ({ id, ...value })),
    ]);
    assignReferences(columns, managers, this.accepted);
    cutLoops(this.accepted);
    const creations = managersFirst(this.accepted).filter(({ id }) => !this.existing.has(id));
    return {
      report: this.report,
      creations,
      ...namesOf(columns),
    };
  }

  /** Skips a row whose email exists, whatever else is wrong with it; an invalid row reserves no email for rows before it. */
  private skipInvalidDuplicates(): void {
    const ofFile = new Set(this.accepted.map(({ id }) => id));
    for (const { line, owner } of this.invalidDuplicates)
      if (owner.row !== undefined || !ofFile.has(owner.id)) skip(line, owner);
  }

  private accept(value: EmployeeCsvValue, line: ImportRow): void {
    const id = this.source.idOf(line.row);
    const sameEmail = this.byEmail.get(value.email);
    const sameCode = value.employeeCode === null ? undefined : this.byCode.get(value.employeeCode);
    const isNew = !this.existing.has(id);
    if (sameEmail && sameEmail.id !== id) {
      skip(line, sameEmail);
    } else if (sameCode && sameCode.id !== id) {
      const why = sameCode.row
        ? refusal('EMPLOYEE_CODE_OF_ROW', { row: sameCode.row })
        : refusal('EMPLOYEE_CODE_TAKEN');
      refuseRow(line, [inColumn('employeecode', why)]);
    } else if (isNew && this.room <= 0) {
      refuseRow(line, [PLAN_LIMIT]);
    } else {
      if (isNew) this.room -= 1;
      line.outcome = 'created';
      line.employeeId = id;
      this.byEmail.set(value.email, { id, row: line.row });
      if (value.employeeCode !== null) this.byCode.set(value.employeeCode, { id, row: line.row });
      this.accepted.push(planned(id, value, line));
    }
  }
}

/** The name in a row as lists sort it, or as much of it as there is. */
function nameOfRow(cells: Readonly<Record<string, string>>): string | null {
  const { firstName, lastName, isUndivided } = namesOfRow(cells);
  const name = isUndivided ? (cells['fullname'] ?? '') : [lastName, firstName].filter((text) => text !== '').join(', ');
  return name.slice(0, MAX_SHOWN_EMAIL) || null;
}

function skip(line: ImportRow, { id, row }: Owner): void {
  line.outcome = 'skipped';
  const why = row ? refusal('ROW_HAS_EMAIL', { row }) : refusal('EMPLOYEE_HAS_EMAIL');
  refuseRow(line, [inColumn('email', why)]);
  line.employeeId = id;
}

/** An employee to create, whose references are not resolved yet. */
export function planned(
  id: string,
  value: EmployeeCsvValue,
  report: ImportRow,
  status: EmployeeStatus = EmployeeStatus.Active,
): PlannedEmployee {
  return { id, value, status, departmentId: null, managerId: null, jobProfileId: null, report };
}

/** The columns that name departments and job profiles. */
export interface ReferenceColumns {
  departments: ReferenceColumn;
  jobProfiles: ReferenceColumn;
}

export function columnsOf({
  departments,
  jobProfiles,
  create = [],
  idOfName,
}: Pick<EmployeeImportSource, 'departments' | 'jobProfiles' | 'create' | 'idOfName'>): ReferenceColumns {
  const column = (kind: UnknownName['kind'], existing: readonly Named[]): ReferenceColumn =>
    new ReferenceColumn(kind, existing, create.includes(kind), (name) => idOfName?.(kind, name) ?? name);
  return { departments: column('departments', departments), jobProfiles: column('jobProfiles', jobProfiles) };
}

/** The names that do not exist, and those of them that are created. */
export function namesOf({
  departments,
  jobProfiles,
}: ReferenceColumns): Pick<EmployeeImportPlan, 'unknownNames' | 'departments' | 'jobProfiles'> {
  return {
    unknownNames: [...departments.unknownNames(), ...jobProfiles.unknownNames()],
    departments: departments.planned(),
    jobProfiles: jobProfiles.planned(),
  };
}

export function assignReferences(
  columns: ReferenceColumns,
  managers: ManagerIndex,
  accepted: readonly PlannedEmployee[],
): void {
  for (const employee of accepted) {
    const department = columns.departments.resolve(employee.value.department);
    const manager = resolveManager(managers, employee.value.manager, employee.id);
    const jobProfile = columns.jobProfiles.resolve(employee.value.jobProfile);
    employee.departmentId = department.id;
    employee.managerId = manager.id;
    employee.jobProfileId = jobProfile.id;
    for (const [column, { warning }] of Object.entries({ department, manager, jobprofile: jobProfile }))
      if (warning !== null) warnOfRow(employee.report, inColumn(column, warning));
  }
}

/** Only rows of the file can form a loop: no existing employee has one of them as manager yet. */
function cutLoops(accepted: readonly PlannedEmployee[]): void {
  const cuts = loopCuts(new Map(accepted.map(({ id, managerId }) => [id, managerId])));
  for (const employee of accepted) {
    if (!cuts.has(employee.id)) continue;
    employee.managerId = null;
    warnOfRow(employee.report, LOOP);
  }
}

/** The warning of a row whose manager would close a loop. */
export const LOOP = inColumn('manager', refusal('MANAGERS_FORM_LOOP'));

/** Orders people so that managers come before their direct reports, else as given. */
export function managersFirst<T extends { id: string; managerId: string | null }>(people: readonly T[]): T[] {
  const named = new Set(people.map(({ id }) => id));
  const reportsOf = new Map<string, T[]>();
  const order: T[] = [];
  for (const person of people) {
    if (person.managerId === null || !named.has(person.managerId)) order.push(person);
    else {
      const reports = reportsOf.get(person.managerId);
      if (reports) reports.push(person);
      else reportsOf.set(person.managerId, [person]);
    }
  }
  // The list grows during the loop: level by level, without recursion.
  for (const manager of order) for (const subordinate of reportsOf.get(manager.id) ?? []) order.push(subordinate);
  return order;
}
