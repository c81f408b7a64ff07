import { allRows } from '../../shared/db/batches';
import { pickRows } from '../../shared/db/pick';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { WRITES_AT_ONCE } from '../../shared/jobs/fence';
import { importedRowId } from '../../shared/jobs/import-report';
import { forgetNotes, ImportNotes, notedRows } from '../../shared/jobs/import-report.store';
import type { ImportRow } from '../../shared/jobs/import-result';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { refuseChanges } from '../../shared/people/employment.store';
import { lastAdminAmong } from '../../shared/platform/accounts/last-admin.store';
import type { Run } from '../define-job';
import { chunksOf, inLanes } from '../lanes';
import { createPlanned } from './create-planned-employees';
import type { EmployeeImportSource, FileRow, Named } from './employee-import.rules';
import { type EmployeeUpdatePlan, EmployeeUpdatePlanner, type PlannedUpdate } from './employee-update.rules';
import { type KnownEmployee, rewound } from './employee-values.rules';
import { ManagerLine } from './manager-line';
import { OF_LEAVERS, OF_ROWS, type Outcomes, problemOf, refusedLine, updatePlanned } from './update-planned-employees';

type ImportRun = Run<'people.import-employees'>;

/** Employees per transaction. */
const CHUNK = 1_000;

/**
 * Plans an import that also updates employees. Runs of one import plan the same: each begins with what the earlier ones noted, and
 * compares the rows with the employees as they were before.
 */
export async function planUpdates(
  { jobId, payload: { applyStatus = false, terminate = [] } }: ImportRun,
  rows: readonly FileRow[],
  source: Omit<EmployeeImportSource, 'people'>,
): Promise<EmployeeUpdatePlan> {
  const notes = await notedRows(jobId);
  const planner = new EmployeeUpdatePlanner({
    ...source,
    available: source.available + takenBy(notes),
    people: rewound(await knownEmployees(), notes),
    ownIds: new Set(rows.map(({ row }) => importedRowId(jobId, row))),
    allJobProfiles: await everyJobProfile(),
    applyStatus,
    terminate: new Set(terminate),
  });
  for (const row of rows) planner.judge(row);
  const plan = planner.finish();
  const noted = new Map(notes.map((note) => [keyOf(note), note]));
  const isOpen = ({ report }: { report: ImportRow }): boolean => !noted.has(keyOf(report));
  const withNotes = (lines: readonly ImportRow[]): ImportRow[] => lines.map((line) => noted.get(keyOf(line)) ?? line);
  return {
    ...plan,
    report: withNotes(plan.report),
    missing: withNotes(plan.missing),
    updates: plan.updates.filter(isOpen),
    terminations: plan.terminations.filter(isOpen),
  };
}

/** What identifies a line: its row, or the employee of one without a row. */
const keyOf = ({ row, employeeId }: ImportRow): string => (row === 0 ? (employeeId ?? '') : String(row));

/** How many places of the plan earlier runs have taken, less those that they left. */
function takenBy(notes: readonly ImportRow[]): number {
  return notes.reduce((taken, { outcome, changes = [] }) => {
    if (outcome === 'terminated') return taken - 1;
    const status = changes.find(({ field }) => field === 'status');
    if (!status) return taken;
    return taken + Number(status.after === EmployeeStatus.Active) - Number(status.before === EmployeeStatus.Active);
  }, 0);
}

/** A change that a check judges. */
type Judged = Omit<PlannedUpdate, 'makesRoom'> & { outcomes: Outcomes };

/** Refuses in a check what the run would refuse because of accounts, and says who would be marked as Terminated. */
export async function checkUpdates(plan: EmployeeUpdatePlan): Promise<void> {
  const leaving = plan.terminations.map((each) => ({ ...each, set: { status: EmployeeStatus.Terminated } }));
  const judged = [
    ...plan.updates.map((each): Judged => ({ ...each, outcomes: OF_ROWS })),
    ...leaving.map((each): Judged => ({ ...each, outcomes: OF_LEAVERS })),
  ].filter(({ set }) => set.email !== undefined || set.status !== undefined);
  await refuseByRank(judged);
  await refuseLastAdmin(judged);
  for (const { report } of plan.terminations) if (report.message === null) report.outcome = 'terminated';
}

async function refuseByRank(judged: readonly Judged[]): Promise<void> {
  for (let start = 0; start < judged.length; start += CHUNK) {
    const chunk = new Map(judged.slice(start, start + CHUNK).map((update) => [update.id, update]));
    const people = await pickRows(
      EmployeeModel.find({ _id: { $in: [...chunk.keys()] } }),
      'email',
      'status',
      'isDeleted',
    );
    const changes = people.map((before) => ({ before, after: { ...before, ...chunk.get(before._id)?.set } }));
    await refuseChanges(changes, (id, why) => {
      const update = chunk.get(id);
      if (update) refusedLine(update.report, problemOf(why), update.outcomes);
    });
  }
}

async function refuseLastAdmin(judged: readonly Judged[]): Promise<void> {
  const leavers = judged.filter(
    ({ set, report }) => set.status === EmployeeStatus.Terminated && report.message === null,
  );
  if (leavers.length === 0) return;
  const last = await lastAdminAmong(new Set(leavers.map(({ id }) => id)));
  const update = leavers.find(({ id }) => id === last);
  if (update) refusedLine(update.report, refusal('LAST_ADMINISTRATOR_LEAVES'), update.outcomes);
}

/** What others of the file may have or wait for: a manager, a place in the plan, an email or a code. */
const SHARED = ['managerId', 'status', 'email', 'employeeCode'] as const;
const isShared = ({ set }: PlannedUpdate): boolean => SHARED.some((field) => set[field] !== undefined);

/**
 * Writes what is planned: first those who leave, who make room for others, then those who are new, then everyone else from the top of
 * the organization, so that the stored managers form no loop at any moment. Changes that no other row can wait for are written last,
 * two chunks at once.
 */
export async function writeUpdates(plan: EmployeeUpdatePlan, run: ImportRun): Promise<void> {
  const leftOut = new Set<string>();
  const notes = await ImportNotes.of(run.jobId);
  const means = { run, notes, line: new ManagerLine(), leftOut, shown: plan.shown };
  const { updates, creations, terminations } = plan;
  const total = plan.report.length + terminations.length;
  let done = total - updates.length - creations.length - terminations.length;
  const inChunks = async <T>(
    some: readonly T[],
    writeChunk: (chunk: readonly T[]) => Promise<void>,
    lanes = 1,
  ): Promise<void> =>
    inLanes(chunksOf(some, CHUNK), lanes, async ({ chunk }) => {
      await run.progress(done, total);
      await writeChunk(chunk);
      done += chunk.length;
    });
  const ofRows = (chunk: readonly PlannedUpdate[]): Promise<void> => updatePlanned(means, chunk, OF_ROWS);
  const leaving = terminations.map((each) => ({ ...each, set: { status: EmployeeStatus.Terminated } }));
  await inChunks(leaving, (chunk) => updatePlanned(means, chunk, OF_LEAVERS));
  const others = updates.filter(({ makesRoom }) => !makesRoom);
  await inChunks(
    updates.filter(({ makesRoom }) => makesRoom),
    ofRows,
  );
  await inChunks(creations, (chunk) => createPlanned(run, chunk, leftOut));
  await inChunks(others.filter(isShared), ofRows);
  await inChunks(
    others.filter((update) => !isShared(update)),
    ofRows,
    WRITES_AT_ONCE,
  );
  run.atEnd(() => forgetNotes(run.jobId));
}

async function knownEmployees(): Promise<KnownEmployee[]> {
  const rows = await allRows(EmployeeModel, {}, [
    '_id',
    'email',
    'employeeCode',
    'firstName',
    'lastName',
    'status',
    'departmentId',
    'managerId',
    'jobProfileId',
    'hireDate',
  ]);
  return rows.map(({ _id: id, ...values }) => ({ id, ...values }));
}

async function everyJobProfile(): Promise<Named[]> {
  const rows = await pickRows(JobProfileModel.find(), 'name', 'code');
  return rows.map(({ _id, name, code }) => ({ id: _id, name, code }));
}
