import type { QueryFilter } from 'mongoose';
import { type KeyOptions, rowBatches, rowsByKey } from '../../../shared/db/batches';
import { showsGaps } from '../../../shared/evaluation/cycles/cycle-visibility.rules';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { type GapAnalysis, GapAnalysisModel } from '../../../shared/insight/gaps/gap-analysis.model';
import { GapModel, type GapRow } from '../../../shared/insight/gaps/gap.model';
import { toInstant } from '../../../shared/kernel/clock';
import { DepartmentModel } from '../../../shared/people/department.model';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { type Changes, isAmong, newest } from '../changes';
import { type DeletedSubjectV1, toDeletedSubjectV1 } from '../changes.dto';
import { DELETED_TOO, readReferences, type References } from '../reference-rows.queries';
import { type GapContext, type GapRowV1, toGapRowV1 } from './dataset-gaps.dto';
import { datasetCycles, evaluationBatches } from './dataset-subjects.queries';

/** What the dataset gaps is made of; the rows of a run never change, and its cycle names the run. */
export const GAP_SOURCES = [CycleModel, GapAnalysisModel, EmployeeModel, DepartmentModel] as const;

const FIELDS = [
  'employeeId',
  'requirementId',
  'departmentId',
  'requirement',
  'isCritical',
  'requiredLevel',
  'currentLevel',
  'gapLevel',
  'priority',
] as const;

/** A complete set of gaps: of a cycle, or of the newest analysis without one. */
export interface GapRun {
  runId: string;
  cycleId: string | null;
  cycleName: string | null;
  /** When readers saw it first, or something that its rows show of the cycle was changed. */
  changedAt: Date;
  /** Its rows are no longer shown: the cycle was deleted or reopened. */
  isGone: boolean;
}

/**
 * The gap runs of the cycle that was asked for, or of all and the newest one without a cycle; none of a cycle that shows no
 * gaps (docs/behaviour.md, "Which cycle is shown"), but where deletions are wanted those that are gone. Throws NOT_FOUND.
 */
export async function gapRuns(cycleId: string | undefined, changes: Changes): Promise<GapRun[]> {
  const [cycles, withoutCycle] = await Promise.all([
    datasetCycles(cycleId, changes),
    cycleId === undefined ? runWithoutCycle() : [],
  ]);
  const ofCycles = cycles.flatMap((cycle) => {
    const isGone = cycle.isDeleted || !showsGaps(cycle);
    const { runId } = cycle.gaps;
    if (runId === null || (isGone && !changes.includeDeleted)) return [];
    return [{ runId, cycleId: cycle._id, cycleName: cycle.name, changedAt: cycle.updatedAt, isGone }];
  });
  return [...ofCycles, ...withoutCycle];
}

async function runWithoutCycle(): Promise<GapRun[]> {
  const analysis = await GapAnalysisModel.findOne().lean<GapAnalysis>();
  if (!analysis || analysis.runId === null) return [];
  const { runId, updatedAt } = analysis;
  return [{ runId, cycleId: null, cycleName: null, changedAt: updatedAt, isGone: false }];
}

type GapDatasetRow = GapRowV1 | DeletedSubjectV1;

/** A gap of a run, whose row shows something of others too. */
export interface ShownGap {
  gap: Pick<GapRow, (typeof FIELDS)[number]>;
  employee: NamedEmployee;
  shown: GapContext;
  /** When something that the row shows was changed last. */
  changedAt: Date;
}

/** Where reading of a run begins, by employee and requirement, and how many gaps are taken. */
interface GapReading extends Pick<KeyOptions<string>, 'from' | 'take'> {
  /** Gaps whose rows did not change since then need not be read. */
  since?: Date | null | undefined;
  /** Only those of these; undefined: all. */
  employeeIds?: ReadonlySet<string> | undefined;
}

/** The gaps of a run by employee and requirement, batch by batch; two queries each. */
export async function* shownGaps(
  run: GapRun,
  references: References,
  { since = null, employeeIds, ...place }: GapReading,
): AsyncGenerator<ShownGap[]> {
  const changed = since === null || run.changedAt >= since ? {} : await changedGaps(since, references);
  if (changed === null) return;
  const reading = { fields: FIELDS, key: ['employeeId', 'requirementId'] as const, ...place };
  const narrowed = employeeIds ? { employeeId: { $in: [...employeeIds] } } : {};
  for await (const gaps of rowsByKey(GapModel, { runId: run.runId, ...narrowed, ...changed }, reading)) {
    const employees = await employeesById(gaps.map(({ employeeId }) => employeeId));
    yield gaps.flatMap((gap) => {
      const employee = employees.get(gap.employeeId);
      if (!employee) return [];
      const department = references.department(gap.departmentId);
      const changedAt = newest(run.changedAt, employee.updatedAt, department?.updatedAt);
      const { cycleId, cycleName } = run;
      const shown = { cycleId, cycleName, employee: employee.fullName, department: department?.name ?? null };
      return [{ gap, employee, shown, changedAt }];
    });
  }
}

/** More employees who changed are not named: then most of a run is read anyway. */
const MAX_NAMED = 500;

/** The gaps of a run that show something which has changed since then; null: nothing has. */
async function changedGaps(since: Date, references: References): Promise<QueryFilter<GapRow> | null> {
  const employees = await EmployeeModel.distinct('_id', { updatedAt: { $gte: since }, ...DELETED_TOO });
  const { departmentIds } = references.changedSince(since);
  if (employees.length > MAX_NAMED) return {};
  if (employees.length === 0 && departmentIds.length === 0) return null;
  return { $or: [{ employeeId: { $in: employees } }, { departmentId: { $in: departmentIds } }] };
}

/** The rows of the dataset gaps, batch by batch. */
export async function* gapRows(runs: readonly GapRun[], changes: Changes): AsyncGenerator<GapDatasetRow[]> {
  const references = await readReferences();
  const tellsGone = changes.since !== null && changes.includeDeleted;
  for (const run of runs) {
    const toRow = rowsOfRun(run, changes);
    const withGaps = new Set<string>();
    for await (const gaps of shownGaps(run, references, { since: changes.since })) {
      if (tellsGone) for (const { employee } of gaps) withGaps.add(employee._id);
      yield gaps.flatMap(toRow);
    }
    if (tellsGone && !run.isGone) yield* subjectsWithoutGaps(run, withGaps, changes);
  }
}

/** How the gaps of a run become rows; of a removed subject the first gap tells that it is gone. */
function rowsOfRun(run: GapRun, changes: Changes): (gap: ShownGap) => GapDatasetRow[] {
  let reported: string | null = null;
  return ({ gap, employee, shown, changedAt }) => {
    if (!isAmong(changes, changedAt)) return [];
    if (run.isGone || employee.isDeleted) {
      if (!changes.includeDeleted || reported === employee._id) return [];
      reported = employee._id;
      return [toDeletedSubjectV1(run.cycleId, employee._id, changedAt)];
    }
    const row = toGapRowV1(gap, shown);
    return [changes.since === null ? row : { ...row, updatedAt: toInstant(changedAt) }];
  };
}

/**
 * Those who may have had gaps in the run before: who keeps a copy drops their rows. Subjects of the cycle, or all employees for
 * the analysis without one, whose subjects are not kept.
 */
async function* subjectsWithoutGaps(
  run: GapRun,
  withGaps: ReadonlySet<string>,
  changes: Changes,
): AsyncGenerator<DeletedSubjectV1[]> {
  for await (const employees of possibleSubjects(run))
    yield employees.flatMap(({ _id, updatedAt }) => {
      const changedAt = newest(run.changedAt, updatedAt);
      const isGone = !withGaps.has(_id) && isAmong(changes, changedAt);
      return isGone ? [toDeletedSubjectV1(run.cycleId, _id, changedAt)] : [];
    });
}

async function* possibleSubjects({ cycleId }: GapRun): AsyncGenerator<NamedEmployee[]> {
  if (cycleId === null) yield* rowBatches(EmployeeModel, DELETED_TOO, { fields: NAMED });
  else
    for await (const evaluations of evaluationBatches(cycleId))
      yield [...(await employeesById(evaluations.map(({ subjectId }) => subjectId))).values()];
}

const NAMED = ['_id', 'fullName', 'isDeleted', 'updatedAt'] as const;
type NamedEmployee = Pick<Employee, (typeof NAMED)[number]>;

async function employeesById(ids: readonly string[]): Promise<ReadonlyMap<string, NamedEmployee>> {
  const rows = await EmployeeModel.find({ _id: { $in: [...new Set(ids)] }, ...DELETED_TOO })
    .select([...NAMED])
    .lean<NamedEmployee[]>();
  return new Map(rows.map((row) => [row._id, row]));
}
