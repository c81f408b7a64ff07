import type { ImportedField, ImportRow } from '../../shared/jobs/import-result';
import { cellText, inColumn, refuseRow, warnOfRow } from '../../shared/kernel/csv-cells.rules';
import { quoted } from '../../shared/kernel/name-index.rules';
import { foldText } from '../../shared/kernel/name-order.rules';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { checkEmployeeRow, emailOfRow } from '../../shared/people/employee-csv.rules';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { checkEmployeeChanges, codeOfRow, withoutClears } from './employee-changes.rules';
import {
  assignReferences,
  columnsOf,
  type EmployeeImportPlan,
  type EmployeeImportSource,
  type FileRow,
  lineOf,
  type Named,
  namesOf,
  PLAN_LIMIT,
  planned,
  type PlannedEmployee,
  type ReferenceColumns,
} from './employee-import.rules';
import { type EmployeeValues, importChanges, type KnownEmployee, type ShowValue } from './employee-values.rules';
import { type KnownRow, resolveKnownRow } from './known-row.rules';
import { cutMoveLoops, fromTheTop, type ManagerMove } from './manager-moves.rules';
import { buildManagerIndex, type ManagerCandidate, type ManagerIndex } from './reference-lookup.rules';
import { statusNamed } from './status-words.rules';

/** The inputs of a plan that also updates employees. */
export interface EmployeeUpdateSource extends Omit<EmployeeImportSource, 'people'> {
  /** As they were before the first run of this import, and those whom an earlier run created. */
  people: readonly KnownEmployee[];
  /** Ids of the employees whom an earlier run of this import created, or this one would. */
  ownIds: ReadonlySet<string>;
  /** Also the versions of job profiles that are not current, which people still have. */
  allJobProfiles: readonly Named[];
  applyStatus: boolean;
  /** Employees without a row who are to be marked as Terminated. */
  terminate: ReadonlySet<string>;
}

/** An employee to change, with the line of the import result. */
export interface PlannedUpdate {
  id: string;
  set: Partial<EmployeeValues>;
  /** Whether it frees a place of the subscription plan, and can be written before anyone is created. */
  makesRoom: boolean;
  report: ImportRow;
}

export interface EmployeeUpdatePlan extends EmployeeImportPlan {
  /** From the top of the organization. */
  updates: PlannedUpdate[];
  /** A line for each Active employee without a row, by name; and for each whom it was asked to terminate although they have one. */
  missing: ImportRow[];
  /** Those of them who are to be marked as Terminated. */
  terminations: { id: string; report: ImportRow }[];
  /** The text of a value, as the report shows it. */
  shown: ShowValue;
}

function finder(named: readonly Named[]): (id: string | null) => Named | null {
  const byId = new Map(named.map((each) => [each.id, each]));
  return (id) => byId.get(id ?? '') ?? null;
}

/**
 * Decides the outcome of every row of an import that also updates employees, as `EmployeeImportPlanner` does of one that only adds
 * them: call `judge` for each row in the order of the file, then `finish`.
 */
export class EmployeeUpdatePlanner {
  private readonly report: ImportRow[] = [];
  private created: PlannedEmployee[] = [];
  private known: KnownRow[] = [];
  private readonly people: ReadonlyMap<string, KnownEmployee>;
  private readonly byEmail = new Map<string, string>();
  private readonly byCode = new Map<string, string>();
  /** The rows of those who have one. */
  private readonly rowOf = new Map<string, number>();
  /** Employees whom any row names, also one that is refused. */
  private readonly inFile = new Set<string>();

  constructor(private readonly source: EmployeeUpdateSource) {
    this.people = new Map(source.people.map((person) => [person.id, person]));
    for (const { id, email, employeeCode } of source.people)
      if (!source.ownIds.has(id)) this.claim(id, { email, employeeCode });
  }

  /** Adds the next row of the file. */
  judge({ row, cells, problem }: FileRow): void {
    const line = lineOf(row, cells);
    this.report.push(line);
    const byEmail = this.byEmail.get(emailOfRow(cells));
    const byCode = this.byCode.get(codeOfRow(cells));
    const id = byCode ?? byEmail;
    for (const found of [byEmail, byCode]) if (found !== undefined) this.inFile.add(found);
    if (id !== undefined) line.employeeId = id;
    if (problem !== undefined) refuseRow(line, [problem]);
    else if (id === undefined) this.judgeNew(cells, line);
    else if (byEmail !== undefined && byEmail !== id)
      refuseRow(line, [inColumn('employeecode', refusal('EMAIL_AND_CODE_OF_DIFFERENT_EMPLOYEES'))]);
    else this.judgeKnown(id, cells, line);
  }

  /** Resolves references, wherever the managers are in the file, and returns the plan. */
  finish(): EmployeeUpdatePlan {
    this.refuseBeyondPlan();
    const columns = columnsOf(this.source);
    const managers = this.managerIndex();
    assignReferences(columns, managers, this.created);
    const lookups = {
      columns,
      managers,
      people: this.people,
      departmentOf: finder(this.source.departments),
      jobProfileOf: finder(this.source.allJobProfiles),
    };
    for (const row of this.known) resolveKnownRow(row, lookups);
    const managerOf = this.settleManagers();
    const shown = this.shownBy(columns);
    for (const { person, set, report } of this.known) {
      const changes = importChanges(person, { ...person, ...set }, shown);
      report.outcome = changes.length > 0 ? 'updated' : 'unchanged';
      if (changes.length > 0) report.changes = changes;
    }
    const updates = this.known.flatMap(({ person, set, report }): PlannedUpdate[] => {
      const makesRoom =
        set.status !== undefined && person.status === EmployeeStatus.Active && this.isWritten(set.managerId);
      return report.outcome === 'updated' ? [{ id: person.id, set, makesRoom, report }] : [];
    });
    const missing = this.missing();
    return {
      report: this.report,
      creations: fromTheTop(this.created, managerOf).filter(({ id }) => !this.people.has(id)),
      updates: fromTheTop(updates, managerOf),
      ...namesOf(columns),
      missing,
      terminations: missing.flatMap((report) =>
        report.message === null && this.source.terminate.has(report.employeeId ?? '')
          ? [{ id: report.employeeId ?? '', report }]
          : [],
      ),
      shown,
    };
  }

  private judgeNew(written: FileRow['cells'], line: ImportRow): void {
    const cells = withoutClears(written);
    const checked = checkEmployeeRow(cells, { dateFormat: this.source.dateFormat });
    if (!checked.ok) return refuseRow(line, checked.problems);
    const word = this.source.applyStatus ? cellText(cells['status']) : '';
    const status = word === '' ? EmployeeStatus.Active : statusNamed(word);
    if (status === EmployeeStatus.Terminated) {
      line.outcome = 'skipped';
      return refuseRow(line, [inColumn('status', refusal('NEW_EMPLOYEE_HAS_LEFT'))]);
    }
    if (status === undefined) warnOfRow(line, inColumn('status', refusal('STATUS_NOT_KNOWN', { name: quoted(word) })));
    const id = this.source.idOf(line.row);
    line.outcome = 'created';
    line.employeeId = id;
    this.claim(id, checked.value, line.row);
    this.created.push(planned(id, checked.value, line, status));
  }

  private judgeKnown(id: string, cells: FileRow['cells'], line: ImportRow): void {
    const row = this.rowOf.get(id);
    const person = this.people.get(id);
    if (row !== undefined || !person) {
      line.outcome = 'skipped';
      refuseRow(line, [refusal('ROW_HAS_EMPLOYEE', { row: row ?? line.row })]);
      return;
    }
    line.email ??= person.email;
    line.name ??= `${person.lastName}, ${person.firstName}`;
    const checked = checkEmployeeChanges(cells, person, this.source);
    if (!checked.ok) return refuseRow(line, checked.problems);
    const { changes, warnings } = checked;
    for (const warning of warnings) warnOfRow(line, warning);
    this.claim(id, { email: changes.email, employeeCode: changes.employeeCode }, line.row);
    this.known.push({ person, changes, set: {}, report: line });
  }

  private claim(
    id: string,
    { email, employeeCode }: { email?: string | undefined; employeeCode?: string | null | undefined },
    row?: number,
  ): void {
    if (email) this.byEmail.set(email, id);
    if (employeeCode) this.byCode.set(employeeCode, id);
    if (row !== undefined) this.rowOf.set(id, row);
  }

  /** Those who leave make room for those who come, wherever they are in the file. */
  private refuseBeyondPlan(): void {
    const leaves = ({ person, changes }: KnownRow): boolean =>
      person.status === EmployeeStatus.Active && (changes.status ?? person.status) !== EmployeeStatus.Active;
    const leaving = this.known.filter(leaves).length + this.terminated().length;
    let room = this.source.available + leaving;
    const joins = new Set<ImportRow>([
      ...this.created
        .filter(({ id, status }) => status === EmployeeStatus.Active && !this.people.has(id))
        .map(({ report }) => report),
      ...this.known
        .filter(
          ({ person, changes }) => person.status !== EmployeeStatus.Active && changes.status === EmployeeStatus.Active,
        )
        .map(({ report }) => report),
    ]);
    const refused = new Set<ImportRow>();
    for (const line of this.report) {
      if (!joins.has(line)) continue;
      room -= 1;
      if (room >= 0) continue;
      refused.add(line);
      if (line.outcome === 'created') line.employeeId = null;
      Object.assign(line, { outcome: 'error', warnings: [] });
      delete line.warningReasons;
      refuseRow(line, [PLAN_LIMIT]);
    }
    this.created = this.created.filter(({ report }) => !refused.has(report));
    this.known = this.known.filter(({ report }) => !refused.has(report));
  }

  /** Indexes everyone by the old and the new names. */
  private managerIndex(): ManagerIndex {
    const rows = new Map(this.known.map((row) => [row.person.id, row]));
    const leaving = new Set(this.terminated().map(({ id }) => id));
    const candidates = this.source.people.flatMap((person): ManagerCandidate[] => {
      const { changes } = rows.get(person.id) ?? {};
      const status = changes?.status ?? person.status;
      const hasLeft = status === EmployeeStatus.Terminated || leaving.has(person.id);
      const { firstName, lastName, email, employeeCode } = { ...person, ...changes };
      const old = { ...person, hasLeft };
      return changes ? [old, { id: person.id, firstName, lastName, email, employeeCode, hasLeft }] : [old];
    });
    return buildManagerIndex([...candidates, ...this.created.map(({ id, value }) => ({ id, ...value }))]);
  }

  /** Cuts loops, and returns everyone's managers in the end. */
  private settleManagers(): Map<string, string | null> {
    const moves = [
      ...this.created.map((each) => ({ move: { ...each, before: null } satisfies ManagerMove, take: each })),
      ...this.known.flatMap(({ person, set, report }) =>
        set.managerId === undefined
          ? []
          : [{ move: { id: person.id, managerId: set.managerId, before: person.managerId, report }, take: set }],
      ),
    ].sort((a, b) => a.move.report.row - b.move.report.row);
    const managerOf = new Map(this.source.people.map(({ id, managerId }) => [id, managerId]));
    cutMoveLoops(
      moves.map(({ move }) => move),
      managerOf,
    );
    for (const { move, take } of moves) {
      managerOf.set(move.id, move.managerId);
      take.managerId = move.managerId;
    }
    for (const { person, set } of this.known) if (set.managerId === person.managerId) delete set.managerId;
    return managerOf;
  }

  /** Whether a manager is there before anyone is created. */
  private isWritten(managerId: string | null | undefined): boolean {
    return managerId === undefined || managerId === null || this.people.has(managerId);
  }

  private terminated(): KnownEmployee[] {
    return this.source.people.filter(
      ({ id, status }) => status === EmployeeStatus.Active && this.isMissing(id) && this.source.terminate.has(id),
    );
  }

  private isMissing(id: string): boolean {
    return !this.inFile.has(id) && !this.source.ownIds.has(id);
  }

  private missing(): ImportRow[] {
    return this.source.people
      .filter(
        ({ id, status }) => status === EmployeeStatus.Active && (this.isMissing(id) || this.source.terminate.has(id)),
      )
      .map(({ id, email, firstName, lastName }): ImportRow => {
        const line: ImportRow = {
          row: 0,
          email,
          name: `${lastName}, ${firstName}`,
          outcome: 'missing',
          message: null,
          warnings: [],
          employeeId: id,
        };
        if (!this.isMissing(id)) refuseRow(line, [refusal('EMPLOYEE_HAS_ROW')]);
        return line;
      })
      .sort((a, b) => (foldText(a.name ?? '') < foldText(b.name ?? '') ? -1 : 1));
  }

  /** Departments, managers and job profiles by name; of people by the name that they have in the end. */
  private shownBy(columns: ReferenceColumns): ShowValue {
    const names = new Map<string, string>();
    for (const { id, name } of [...this.source.departments, ...this.source.allJobProfiles]) names.set(id, name);
    for (const { id, name } of [...columns.departments.planned(), ...columns.jobProfiles.planned()])
      names.set(id, name);
    for (const { id, firstName, lastName } of this.source.people) names.set(id, `${firstName} ${lastName}`);
    for (const { id, value } of this.created) names.set(id, `${value.firstName} ${value.lastName}`);
    for (const { person, set } of this.known)
      names.set(person.id, `${set.firstName ?? person.firstName} ${set.lastName ?? person.lastName}`);
    const isReference = new Set<ImportedField>(['department', 'manager', 'jobProfile']);
    return (field, value) => (value !== null && isReference.has(field) ? (names.get(value) ?? null) : value);
  }
}
