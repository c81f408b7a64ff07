import { allRows } from '../../../shared/db/batches';
import { showsGaps } from '../../../shared/evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { CareerPathModel } from '../../../shared/framework/career-path.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import type { RatingScale } from '../../../shared/framework/template.rules';
import { cycleScale } from '../../../shared/insight/cycles.store';
import { nineBoxBatches, type NineBoxEvidence, placeOf } from '../../../shared/insight/nine-box.store';
import { employeesWithCareerPath } from '../../../shared/insight/readiness.store';
import { toInstant } from '../../../shared/kernel/clock';
import { CareerAssignmentModel } from '../../../shared/people/career-assignment.model';
import { DepartmentModel } from '../../../shared/people/department.model';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import type { Tenant } from '../../../shared/platform/tenant.model';
import { type Changes, isAmong, newest } from '../changes';
import { type DeletedSubjectV1, toDeletedSubjectV1 } from '../changes.dto';
import { readReferences, type References } from '../reference-rows.queries';
import { type NineBoxRowV1, toNineBoxRowV1 } from './dataset-nine-box.dto';
import { evaluationBatches, isGoneFromDatasets } from './dataset-subjects.queries';

/** What the dataset nine-box is made of, with the profiles of employees, which readiness depends on; the thresholds are the tenant's, whose version always counts. */
export const NINE_BOX_SOURCES = [
  CycleModel,
  EvaluationModel,
  EmployeeModel,
  DepartmentModel,
  JobProfileModel,
  CareerPathModel,
  CareerAssignmentModel,
] as const;

type NineBoxDatasetRow = NineBoxRowV1 | DeletedSubjectV1;

/**
 * The rows of the dataset nine-box of these cycles, subjects by name; none of a cycle that shows no gaps. One pass over the
 * evaluations of a cycle. `evidenceOf` may read the subjects in another order.
 */
export async function* nineBoxRows(
  cycles: readonly Cycle[],
  changes: Changes,
  evidenceOf: (cycle: Cycle, scale: RatingScale) => AsyncIterable<NineBoxEvidence[]> = nineBoxBatches,
): AsyncGenerator<NineBoxDatasetRow[]> {
  const [tenant, references, onPath, pathChangedAt] = await Promise.all([
    currentTenant(),
    readReferences(),
    employeesWithCareerPath(),
    changes.since === null ? new Map<string, Date>() : readPathChanges(),
  ]);
  for (const cycle of cycles) {
    if (cycle.gaps.runId === null) continue;
    const isGone = cycle.isDeleted || !showsGaps(cycle);
    if (changes.includeDeleted) yield* removedSubjects(cycle, isGone, changes);
    if (isGone) continue;
    const scale = await cycleScale(cycle);
    const toRow = rowsOfCycle(cycle, { tenant, references, scale, onPath, pathChangedAt }, changes);
    for await (const evidence of evidenceOf(cycle, scale)) yield evidence.flatMap(toRow);
  }
}

/** What rows show beside their subject. */
interface Surroundings {
  tenant: Tenant;
  references: References;
  /** The scale of the cycle's scores. */
  scale: RatingScale;
  /** Employees who are on a career path. */
  onPath: ReadonlySet<string>;
  /** When employees joined or left a path last; empty where no changes are wanted. */
  pathChangedAt: ReadonlyMap<string, Date>;
}

/** How the subjects of a cycle become rows; one without a box has a row of removal, if those are wanted. */
function rowsOfCycle(
  cycle: Cycle,
  { tenant, references, scale, onPath, pathChangedAt }: Surroundings,
  changes: Changes,
): (evidence: NineBoxEvidence) => NineBoxDatasetRow[] {
  return (evidence) => {
    const { subject } = evidence;
    const { departmentId, jobProfileId } = subject.evaluation;
    const shownAt = newest(
      subject.evaluation.updatedAt,
      cycle.updatedAt,
      tenant.updatedAt,
      pathChangedAt.get(subject.id),
      references.department(departmentId)?.updatedAt,
      references.jobProfile(jobProfileId)?.updatedAt,
    );
    if (!isAmong(changes, shownAt)) return [];
    const placement = placeOf(evidence, scale, tenant.settings.nineBox);
    if (typeof placement === 'string')
      return changes.includeDeleted ? [toDeletedSubjectV1(cycle._id, subject.id, shownAt)] : [];
    const row = toNineBoxRowV1(cycle, subject, placement, references, onPath.has(subject.id));
    return [changes.since === null ? row : { ...row, updatedAt: toInstant(shownAt) }];
  };
}

async function readPathChanges(): Promise<Map<string, Date>> {
  const rows = await allRows(CareerAssignmentModel, {}, ['employeeId', 'updatedAt']);
  return new Map(rows.map(({ employeeId, updatedAt }) => [employeeId, updatedAt]));
}

/**
 * Subjects who were deleted or left before the cycle was over, or all of them where the nine-box of the cycle is gone: deleted
 * or reopened.
 */
async function* removedSubjects(cycle: Cycle, isGone: boolean, changes: Changes): AsyncGenerator<DeletedSubjectV1[]> {
  for await (const evaluations of evaluationBatches(cycle._id))
    yield evaluations.flatMap((evaluation) => {
      const goneAt = newest(cycle.updatedAt, evaluation.updatedAt);
      const isRemoved = (isGone || isGoneFromDatasets(evaluation)) && isAmong(changes, goneAt);
      return isRemoved ? [toDeletedSubjectV1(cycle._id, evaluation.subjectId, goneAt)] : [];
    });
}
