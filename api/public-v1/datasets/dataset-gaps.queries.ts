import type { QueryFilter } from 'mongoose';
import { type KeyOptions, rowBatches, rowsByKey } from '../../../shared/db/batches';
import { showsGaps } from '../../../shared/evaluation/cycles/cycle-visibility.rules';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { type GapAnalysis, GapAnalysisModel } from '../../../shared/insight/gaps/gap-analysis.model';
import { GapModel, type GapRow } from '../../../shared/insight/gaps/gap.model';
import { toInstant } from '../../../shared/kernel/clock';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { type Changes, isAmong, newest } from '../changes';
import { type DeletedSubjectV1, toDeletedSubjectV1 } from '../changes.dto';
import { DELETED_TOO, readReferences, type References } from '../reference-rows.queries';
import { type GapContext, type GapRowV1, toGapRowV1 } from './dataset-gaps.dto';
import { datasetCycles, evaluationBatches } from './dataset-subjects.queries';

/** The sources of the dataset gaps; the rows of a run never change, and the cycle has its id. */
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
  /** When it became visible, or a value of the cycle that its rows show changed. */
  changedAt: Date;
  /** Its rows are no longer shown: the cycle was deleted or reopened. */
  isGone: boolean;
}

/**
 * Returns the gap run of the requested cycle, or all runs and the newest one without a cycle; omits cycles that show no
 * gaps (docs/behaviour.md, "Which cycle is shown"), except removed ones when deletions are requested. Throws NOT_FOUND.
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

/** A gap of a run, with the time of the last change of its row's sources. */
export interface ShownGap {
  gap: Pick<GapRow, (typeof FIELDS)[number]>;
  employee: NamedEmployee;
  shown: GapContext;
  /** When a source of the row last changed. */
  changedAt: Date;
}

/** Where reading of a run begins, by employee and requirement, and how many gaps are needed. */
interface GapReading extends Pick<KeyOptions<string>, 'from' | 'take'> {
  /** Allows skipping gaps whose rows have not changed since then. */
  since?: Date | null | undefined;
  /** Filter of the gaps; undefined: all rows. */
  where?: QueryFilter<GapRow>;
}

/** Yields the gaps of a run by employee and requirement; two queries for each batch. */
export async function* shownGaps(
  run: GapRun,
  references: References,
  { since = null, where = {}, ...place }: GapReading,
): AsyncGenerator<ShownGap[]> {
  const changed = since === null || run.changedAt >= since ? {} : await changedGaps(since, references);
  if (changed === null) return;
  const reading = { fields: FIELDS, key: ['employeeId', 'requirementId'] as const, ...place };
  for await (const gaps of rowsByKey(GapModel, { runId: run.runId, ...changed, $and: [where] }, reading)) {
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

/** With more changed employees most of a run is read anyway, so they are not named in the query. */
const MAX_NAMED = 500;

/** Returns the filter for gaps of a run whose row has changed since then; null: none has. */
async function changedGaps(since: Date, references: References): Promise<QueryFilter<GapRow> | null> {
  const employees = await EmployeeModel.distinct('_id', { updatedAt: { $gte: since }, ...DELETED_TOO });
  const { departmentIds } = references.changedSince(since);
  if (employees.length > MAX_NAMED) return {};
  if (employees.length === 0 && departmentIds.length === 0) return null;
  return { $or: [{ employeeId: { $in: employees } }, { departmentId: { $in: departmentIds } }] };
}

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

/** Returns how the gaps of a run become rows; for a deleted subject the first gap becomes a deletion. */
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
 * Yields those who may have had gaps in an earlier run, so that clients delete their rows: subjects of the cycle, or
 * all employees for the analysis without one, whose subjects are not stored.
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
