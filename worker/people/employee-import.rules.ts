import type { ImportRow } from '../../shared/jobs/contract';
import { inColumn, refuseRow, warnOfRow } from '../../shared/kernel/csv-cells.rules';
import type { CsvDateFormat } from '../../shared/kernel/csv-dates.rules';
import { buildNameOrCodeIndex, resolveReference } from '../../shared/kernel/name-index.rules';
import { sentence, type Sentence } from '../../shared/kernel/refusals/sentence';
import { checkEmployeeRow, emailOfRow, type EmployeeCsvValue } from '../../shared/people/employee-csv.rules';
import { loopCuts } from '../../shared/people/hierarchy.rules';
import { buildManagerIndex, type ManagerCandidate, resolveManager } from './reference-lookup.rules';

/** A row of the file, as `readCsv` returns it. */
interface FileRow {
  row: number;
  cells: Readonly<Record<string, string>>;
  problem?: Sentence;
}

/** A thing that a cell can name. */
export interface Named {
  id: string;
  name: string;
  code: string | null;
}

/** The inputs of an import plan. */
export interface EmployeeImportSource {
  dateFormat: CsvDateFormat;
  /** Returns the id of the employee that a row creates; the same in every run. */
  idOf: (row: number) => string;
  /** All employees of the tenant, including those that an earlier run of this import created. */
  people: readonly ManagerCandidate[];
  departments: readonly Named[];
  jobProfiles: readonly Named[];
  /** How many more employees the subscription plan allows. */
  available: number;
}

/** An employee to create, with their line of the import result. */
export interface PlannedEmployee {
  id: string;
  value: EmployeeCsvValue;
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
}

/** The message of a row beyond the quota. */
export const PLAN_LIMIT = sentence`PLAN_LIMIT_EMPLOYEES: the plan's limit of active employees is reached`;

/** A cell may contain anything; the result shows at most the length of an email address. */
const MAX_SHOWN_EMAIL = 254;

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
    const email = emailOfRow(cells);
    const shown = email.slice(0, MAX_SHOWN_EMAIL) || null;
    const line: ImportRow = { row, email: shown, outcome: 'error', message: null, warnings: [], employeeId: null };
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
    const owner = this.byEmail.get(email);
    if (owner) this.invalidDuplicates.push({ line, owner });
  }

  /** Resolves departments, managers and job profiles, wherever the managers are in the file, and returns the plan. */
  finish(): EmployeeImportPlan {
    this.skipInvalidDuplicates();
    assignReferences(this.source, this.accepted);
    cutLoops(this.accepted);
    const creations = managersFirst(this.accepted).filter((planned) => !this.existing.has(planned.id));
    return { report: this.report, creations };
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
        ? sentence`employeecode is taken: row ${sameCode.row} has it`
        : sentence`employeecode is taken: another employee has it`;
      refuseRow(line, [inColumn('employeecode', why)]);
    } else if (isNew && this.room <= 0) {
      refuseRow(line, [PLAN_LIMIT]);
    } else {
      if (isNew) this.room -= 1;
      line.outcome = 'created';
      line.employeeId = id;
      this.byEmail.set(value.email, { id, row: line.row });
      if (value.employeeCode !== null) this.byCode.set(value.employeeCode, { id, row: line.row });
      this.accepted.push({ id, value, departmentId: null, managerId: null, jobProfileId: null, report: line });
    }
  }
}

function skip(line: ImportRow, { id, row }: Owner): void {
  line.outcome = 'skipped';
  const why = row ? sentence`row ${row} has this email` : sentence`an employee already has this email`;
  refuseRow(line, [inColumn('email', why)]);
  line.employeeId = id;
}

function assignReferences(
  { people, departments, jobProfiles }: EmployeeImportSource,
  accepted: readonly PlannedEmployee[],
): void {
  const departmentIndex = buildNameOrCodeIndex(departments);
  const profileIndex = buildNameOrCodeIndex(jobProfiles);
  const managerIndex = buildManagerIndex([...people, ...accepted.map(({ id, value }) => ({ id, ...value }))]);
  for (const planned of accepted) {
    const department = resolveReference(departmentIndex, 'department', planned.value.department);
    const manager = resolveManager(managerIndex, planned.value.manager, planned.id);
    const jobProfile = resolveReference(profileIndex, 'job profile', planned.value.jobProfile);
    planned.departmentId = department.id;
    planned.managerId = manager.id;
    planned.jobProfileId = jobProfile.id;
    for (const [column, { warning }] of Object.entries({ department, manager, jobprofile: jobProfile }))
      if (warning !== null) warnOfRow(planned.report, inColumn(column, warning));
  }
}

/** Only rows of the file can form a loop: no existing employee has one of them as manager yet. */
function cutLoops(accepted: readonly PlannedEmployee[]): void {
  const cuts = loopCuts(new Map(accepted.map(({ id, managerId }) => [id, managerId])));
  for (const planned of accepted) {
    if (!cuts.has(planned.id)) continue;
    planned.managerId = null;
    const why = sentence`the manager was left out: the managers of the file form a loop`;
    warnOfRow(planned.report, inColumn('manager', why));
  }
}

function managersFirst(accepted: readonly PlannedEmployee[]): PlannedEmployee[] {
  const inFile = new Set(accepted.map((planned) => planned.id));
  const reportsOf = new Map<string, PlannedEmployee[]>();
  const order: PlannedEmployee[] = [];
  for (const planned of accepted) {
    if (planned.managerId === null || !inFile.has(planned.managerId)) order.push(planned);
    else {
      const reports = reportsOf.get(planned.managerId);
      if (reports) reports.push(planned);
      else reportsOf.set(planned.managerId, [planned]);
    }
  }
  // The list grows during the loop: level by level, without recursion.
  for (const manager of order) for (const subordinate of reportsOf.get(manager.id) ?? []) order.push(subordinate);
  return order;
}
