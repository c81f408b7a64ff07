import { bulkUpdate, isDuplicate } from '../../shared/db/bulk';
import { pickRows } from '../../shared/db/pick';
import { searchTextOf } from '../../shared/db/searchable';
import type { ImportNotes } from '../../shared/jobs/import-report.store';
import type { ImportRow } from '../../shared/jobs/import-result';
import { type ImportProblem, inColumn, refuseRow, warnOfRow } from '../../shared/kernel/csv-cells.rules';
import { AppError } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { fullNameOf } from '../../shared/people/employee.store';
import { applyChanges, type EmployeeChange, setTermination } from '../../shared/people/employment.store';
import type { Run } from '../define-job';
import { CODE_TAKEN, EMAIL_TAKEN, LOOP, PLAN_LIMIT } from './employee-import.rules';
import type { PlannedUpdate } from './employee-update.rules';
import { importChanges, type ShowValue } from './employee-values.rules';
import { counterRevision, type LockedLine, type ManagerLine } from './manager-line';

/** Attempts to write a chunk while others change its employees, or without the rows that are refused. */
const ATTEMPTS = 10;
const DELETED = refusal('EMPLOYEE_DELETED_MEANWHILE');
const NOT_CREATED = inColumn('manager', refusal('MANAGER_ROW_NOT_CREATED'));

/** The outcome of a line: its employee was changed, is as the file says already, or must not be changed. */
export interface Outcomes {
  changed: ImportRow['outcome'];
  same: ImportRow['outcome'];
  refused: ImportRow['outcome'];
}

export const OF_ROWS: Outcomes = { changed: 'updated', same: 'unchanged', refused: 'error' };
export const OF_LEAVERS: Outcomes = { changed: 'terminated', same: 'terminated', refused: 'missing' };

type Update = Omit<PlannedUpdate, 'makesRoom'>;

interface Means {
  run: Pick<Run<'people.import-employees'>, 'write'>;
  notes: ImportNotes;
  line: ManagerLine;
  /** Employees whose rows were not created, who are no one's manager. */
  leftOut: ReadonlySet<string>;
  shown: ShowValue;
}

/** Thrown to undo the transaction when rows of the chunk are refused: the others are then written without them. */
class RefusedChanges extends Error {}

/**
 * Changes employees in one transaction with all that follows from it, notes what was done, and corrects their lines of the result.
 * Compares with what is stored now, so that what others changed since the plan is neither lost nor reported.
 */
export async function updatePlanned(means: Means, chunk: readonly Update[], outcomes: Outcomes): Promise<void> {
  const refused = new Map<string, ImportProblem>();
  const note = means.notes.next();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      const { lines, locked, revision } = await means.run.write(async () => {
        const line = chunk.some(({ set }) => set.managerId !== undefined) ? await means.line.lock() : null;
        const done = await write(means, { chunk, refused, outcomes }, line);
        await note(done);
        return { lines: done, locked: line, revision: line && (await counterRevision()) };
      });
      if (locked) means.line.keep(locked, revision);
      for (const [at, { report }] of chunk.entries()) replaceLine(report, lines[at]);
      return;
    } catch (error) {
      if (!(error instanceof RefusedChanges) && !isRace(error)) throw error;
    }
  }
  throw new Error('Other requests keep changing the same employees.');
}

interface Chunk {
  chunk: readonly Update[];
  refused: Map<string, ImportProblem>;
  outcomes: Outcomes;
}

/** Writes those of the chunk who are not refused, and returns the lines of all. */
async function write(means: Means, { chunk, refused, outcomes }: Chunk, line: LockedLine | null): Promise<ImportRow[]> {
  const rows = await EmployeeModel.find({ _id: { $in: chunk.map(({ id }) => id) } }).lean<Employee[]>();
  const stored = new Map(rows.map((row) => [row._id, row]));
  const changes: EmployeeChange[] = [];
  const lines = chunk.map(({ id, set, report }) => {
    const copy: ImportRow = { ...report, warnings: [...report.warnings], outcome: outcomes.same };
    if (report.warningReasons) copy.warningReasons = [...report.warningReasons];
    delete copy.changes;
    const before = stored.get(id);
    const why = before ? refused.get(id) : DELETED;
    if (!before || why) return refusedLine(copy, why ?? DELETED, outcomes);
    const after = afterChange(before, settled({ id, set }, copy, { line, leftOut: means.leftOut }));
    const shown = importChanges(before, after, means.shown);
    if (shown.length === 0) return copy;
    changes.push({ before, after });
    return Object.assign(copy, { outcome: outcomes.changed, ...(outcomes === OF_ROWS ? { changes: shown } : {}) });
  });
  const before = refused.size;
  await refuseTaken(changes, refused);
  if (refused.size > before) throw new RefusedChanges();
  await applyChanges(changes, (id, why) => refused.set(id, problemOf(why)));
  if (refused.size > before) throw new RefusedChanges();
  await bulkUpdate(EmployeeModel, changes.map(toUpdate));
  return lines;
}

/** Makes of a line the line of a refused change, and returns it. */
export function refusedLine(line: ImportRow, why: ImportProblem, outcomes: Outcomes): ImportRow {
  refuseRow(line, [why]);
  Object.assign(line, { outcome: outcomes.refused, warnings: [] });
  delete line.warningReasons;
  delete line.changes;
  return line;
}

/** What is to be set, without a manager who was not created or would close a loop. */
function settled(
  { id, set }: Pick<PlannedUpdate, 'id' | 'set'>,
  report: ImportRow,
  { line, leftOut }: { line: LockedLine | null; leftOut: ReadonlySet<string> },
): PlannedUpdate['set'] {
  const { managerId, ...others } = set;
  if (managerId === undefined) return others;
  const why = managerId !== null && leftOut.has(managerId) ? NOT_CREATED : line?.move(id, managerId) ? null : LOOP;
  if (why === null) return set;
  warnOfRow(report, why);
  return others;
}

function afterChange(before: Employee, set: PlannedUpdate['set']): Employee {
  const after: Employee = { ...before, ...set };
  after.fullName = fullNameOf(after);
  Object.assign(after, searchTextOf('Employee', after));
  if (after.status !== before.status) setTermination(after, undefined);
  return after;
}

const WRITTEN = [
  'firstName',
  'lastName',
  'fullName',
  'email',
  'employeeCode',
  'departmentId',
  'managerId',
  'jobProfileId',
  'hireDate',
  'status',
  'terminationDate',
  'searchText',
] as const;

function toUpdate({ before, after }: EmployeeChange) {
  const $set = Object.fromEntries(
    WRITTEN.flatMap((field) => (before[field] === after[field] ? [] : [[field, after[field]]])),
  );
  return { updateOne: { filter: { _id: after._id }, update: { $set, $inc: { revision: 1 } } } };
}

/** Refuses emails and codes that employees have who came since the plan; two queries. */
async function refuseTaken(changes: readonly EmployeeChange[], refused: Map<string, ImportProblem>): Promise<void> {
  for (const [field, why] of [
    ['email', EMAIL_TAKEN],
    ['employeeCode', CODE_TAKEN],
  ] as const) {
    const wanted = changes.filter(({ before, after }) => before[field] !== after[field] && after[field] !== null);
    if (wanted.length === 0) continue;
    const values = wanted.map(({ after }) => after[field]);
    const owners = await pickRows(EmployeeModel.find({ [field]: { $in: values } }), field);
    const ownerOf = new Map(owners.map((owner) => [owner[field], owner._id]));
    for (const { after } of wanted) {
      const owner = ownerOf.get(after[field]);
      if (owner !== undefined && owner !== after._id) refused.set(after._id, why);
    }
  }
}

/** The problem of a row whose change a rule of employees refuses. */
export function problemOf({ code, message, reason, validationErrors: [field] }: AppError): ImportProblem {
  if (code === 'PLAN_LIMIT_EMPLOYEES') return PLAN_LIMIT;
  const values = field?.values ?? reason?.values ?? {};
  const why = { message: field?.message ?? message, code: field?.code ?? reason?.code ?? code, values };
  return field ? inColumn(field.field, why) : why;
}

/** Whether others took an email, code or account of the chunk at this moment. */
function isRace(error: unknown): boolean {
  return isDuplicate(error) || (error instanceof AppError && error.code === 'VALIDATION');
}

function replaceLine(report: ImportRow, line: ImportRow | undefined): void {
  if (!line) return;
  delete report.changes;
  delete report.warningReasons;
  Object.assign(report, line);
}
