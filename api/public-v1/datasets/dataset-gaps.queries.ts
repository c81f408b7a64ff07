import { allRows, rowBatches } from '../../../shared/db/batches';
import { showsGaps } from '../../../shared/evaluation/cycles/cycle-visibility.rules';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { type GapAnalysis, GapAnalysisModel } from '../../../shared/insight/gaps/gap-analysis.model';
import { GapModel } from '../../../shared/insight/gaps/gap.model';
import { toInstant } from '../../../shared/kernel/clock';
import { DepartmentModel } from '../../../shared/people/department.model';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { type Changes, isAmong, newest } from '../changes';
import { type DeletedSubjectV1, toDeletedSubjectV1 } from '../changes.dto';
import { DELETED_TOO, readReferences, type References } from '../reference-rows.queries';
import { type GapRowV1, toGapRowV1 } from './dataset-gaps.dto';
import { datasetCycles, evaluationBatches } from './dataset-subjects.queries';

/** What the dataset gaps is made of; the rows of a run never change, and its cycle names the run. */
export const GAP_SOURCES = [CycleModel, GapAnalysisModel, EmployeeModel, DepartmentModel] as const;

export const FIELDS = [
  'employeeId',
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
 * gaps (spec 4.13, rule 3), but where deletions are wanted those that are gone. Throws NOT_FOUND.
 */
export async function gapRuns(cycleId: string | undefined, changes: Changes): Promise<GapRun[]> {
  const cycles = await datasetCycles(cycleId, changes);
  const ofCycles = cycles.flatMap((cycle) => {
    const isGone = cycle.isDeleted || !showsGaps(cycle);
    const { runId } = cycle.gaps;
    if (runId === null || (isGone && !changes.includeDeleted)) return [];
    return [{ runId, cycleId: cycle._id, cycleName: cycle.name, changedAt: cycle.updatedAt, isGone }];
  });
  return cycleId === undefined ? [...ofCycles, ...(await runWithoutCycle())] : ofCycles;
}

async function runWithoutCycle(): Promise<GapRun[]> {
  const analysis = await GapAnalysisModel.findOne().lean<GapAnalysis>();
  if (!analysis || analysis.runId === null) return [];
  const { runId, updatedAt } = analysis;
  return [{ runId, cycleId: null, cycleName: null, changedAt: updatedAt, isGone: false }];
}

type NamedEmployee = Pick<Employee, '_id' | 'fullName' | 'isDeleted' | 'updatedAt'>;
type GapDatasetRow = GapRowV1 | DeletedSubjectV1;

/**
 * The rows of the dataset gaps, batch by batch, with memory for the names of employees alone. The first rows leave before the
 * names of everyone are read.
 */
export async function* gapRows(runs: readonly GapRun[], changes: Changes): AsyncGenerator<GapDatasetRow[]> {
  const references = await readReferences();
  let everyone: EmployeesById | null = null;
  let isFirst = true;
  const tellsGone = changes.since !== null && changes.includeDeleted;
  for (const run of runs) {
    const toRow = rowsOfRun(run, references, changes);
    const withGaps = new Set<string>();
    for await (const gaps of rowBatches(GapModel, { runId: run.runId }, { fields: FIELDS })) {
      const employees: EmployeesById = isFirst
        ? await employeesById({ _id: { $in: gaps.map(({ employeeId }) => employeeId) } })
        : (everyone ??= await employeesById({}));
      isFirst = false;
      yield gaps.flatMap((gap) => {
        if (tellsGone) withGaps.add(gap.employeeId);
        const employee = employees.get(gap.employeeId);
        return employee ? toRow(gap, employee) : [];
      });
    }
    if (tellsGone && !run.isGone)
      yield* subjectsWithoutGaps(run, (everyone ??= await employeesById({})), withGaps, changes);
  }
}

type StoredGap = Parameters<typeof toGapRowV1>[0];

/** How the gaps of a run become rows; of a removed subject the first gap tells that it is gone. */
function rowsOfRun(
  run: GapRun,
  references: References,
  changes: Changes,
): (gap: StoredGap, employee: NamedEmployee) => GapDatasetRow[] {
  const reported = new Set<string>();
  return (gap, employee) => {
    const department = references.department(gap.departmentId);
    const changedAt = newest(run.changedAt, employee.updatedAt, department?.updatedAt);
    if (!isAmong(changes, changedAt)) return [];
    if (run.isGone || employee.isDeleted) {
      if (!changes.includeDeleted || reported.has(employee._id)) return [];
      reported.add(employee._id);
      return [toDeletedSubjectV1(run.cycleId, employee._id, changedAt)];
    }
    const { cycleId, cycleName } = run;
    const shown = { cycleId, cycleName, employee: employee.fullName, department: department?.name ?? null };
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
  employees: EmployeesById,
  withGaps: ReadonlySet<string>,
  changes: Changes,
): AsyncGenerator<DeletedSubjectV1[]> {
  const gone = (ids: Iterable<string>): DeletedSubjectV1[] =>
    [...ids].flatMap((id) => {
      const changedAt = newest(run.changedAt, employees.get(id)?.updatedAt);
      const isGone = !withGaps.has(id) && isAmong(changes, changedAt);
      return isGone ? [toDeletedSubjectV1(run.cycleId, id, changedAt)] : [];
    });
  if (run.cycleId === null) yield gone(employees.keys());
  else for await (const rows of evaluationBatches(run.cycleId)) yield gone(rows.map(({ subjectId }) => subjectId));
}

type EmployeesById = ReadonlyMap<string, NamedEmployee>;
const NAMED = ['_id', 'fullName', 'isDeleted', 'updatedAt'] as const;

export async function employeesById(filter: object): Promise<EmployeesById> {
  const rows = await allRows(EmployeeModel, { ...filter, ...DELETED_TOO }, NAMED);
  return new Map(rows.map((row) => [row._id, row]));
}
