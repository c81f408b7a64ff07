import { allRows } from '../../shared/db/batches';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycle.model';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../shared/evaluation/participant.model';
import { CareerPathModel } from '../../shared/framework/career-path.model';
import { JobProfileModel } from '../../shared/framework/job-profile.model';
import { choosePotential, placeInNineBox } from '../../shared/insight/nine-box.rules';
import { type NineBoxEvidence, nineBoxEvidence } from '../../shared/insight/nine-box.store';
import { employeesWithCareerPath } from '../../shared/insight/readiness.store';
import { toInstant } from '../../shared/kernel/clock';
import { CareerAssignmentModel } from '../../shared/people/career-assignment.model';
import { DepartmentModel } from '../../shared/people/department.model';
import { EmployeeModel } from '../../shared/people/employee.model';
import { currentTenant } from '../../shared/platform/current-tenant.store';
import type { Tenant } from '../../shared/platform/tenant.model';
import { type Changes, isAmong, newest } from './changes';
import { type DeletedSubjectV1, toDeletedSubjectV1 } from './changes.dto';
import { type NineBoxRowV1, toNineBoxRowV1 } from './dataset-nine-box.dto';
import { subjectBatches } from './dataset-subjects.queries';
import { readReferences, type References } from './reference-rows.queries';

/** What the dataset nine-box is made of; the thresholds are the tenant's, whose version always counts. */
export const NINE_BOX_SOURCES = [
  CycleModel,
  EvaluationModel,
  ParticipantModel,
  EmployeeModel,
  DepartmentModel,
  JobProfileModel,
  CareerPathModel,
  CareerAssignmentModel,
] as const;

const ROWS_PER_BATCH = 500;
type NineBoxDatasetRow = NineBoxRowV1 | DeletedSubjectV1;

/**
 * The rows of the dataset nine-box of these cycles, subjects by name; none of a cycle whose gaps were never calculated
 * (spec 4.13, rule 3). A fixed number of queries a cycle.
 */
export async function* nineBoxRows(cycles: readonly Cycle[], changes: Changes): AsyncGenerator<NineBoxDatasetRow[]> {
  const [tenant, references, pathChangedAt] = await Promise.all([
    currentTenant(),
    readReferences(),
    changes.since === null ? new Map<string, Date>() : readPathChanges(),
  ]);
  for (const cycle of cycles) {
    if (cycle.gaps.runId === null) continue;
    if (changes.includeDeleted) yield* removedSubjects(cycle, changes);
    if (cycle.isDeleted) continue;
    const evidence = await nineBoxEvidence(cycle);
    const onPath = await employeesWithCareerPath(evidence.map(({ subject }) => subject.id));
    const toRow = rowsOfCycle(cycle, { tenant, references, onPath, pathChangedAt }, changes);
    for (let start = 0; start < evidence.length; start += ROWS_PER_BATCH)
      yield evidence.slice(start, start + ROWS_PER_BATCH).flatMap(toRow);
  }
}

/** What rows show beside their subject. */
interface Surroundings {
  tenant: Tenant;
  references: References;
  /** Employees who are on a career path. */
  onPath: ReadonlySet<string>;
  /** When employees joined or left a path last; empty where no changes are wanted. */
  pathChangedAt: ReadonlyMap<string, Date>;
}

/** How the subjects of a cycle become rows; one without a box has a row of removal, if those are wanted. */
function rowsOfCycle(
  cycle: Cycle,
  { tenant, references, onPath, pathChangedAt }: Surroundings,
  changes: Changes,
): (evidence: NineBoxEvidence) => NineBoxDatasetRow[] {
  return ({ subject, effective, potentials, changedAt }) => {
    const { departmentId, jobProfileId } = subject.evaluation;
    const shownAt = newest(
      changedAt,
      cycle.updatedAt,
      tenant.updatedAt,
      subject.employee.updatedAt,
      pathChangedAt.get(subject.id),
      references.department(departmentId)?.updatedAt,
      references.jobProfile(jobProfileId)?.updatedAt,
    );
    if (!isAmong(changes, shownAt)) return [];
    const placement = placeInNineBox(effective, choosePotential(potentials), tenant.settings.nineBox);
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

/** Subjects who were deleted, or all of them where the cycle was. */
async function* removedSubjects(cycle: Cycle, changes: Changes): AsyncGenerator<DeletedSubjectV1[]> {
  for await (const subjects of subjectBatches(cycle._id))
    yield subjects.flatMap(({ employee }) => {
      const goneAt = newest(employee.updatedAt, cycle.updatedAt);
      const isGone = (cycle.isDeleted || employee.isDeleted) && isAmong(changes, goneAt);
      return isGone ? [toDeletedSubjectV1(cycle._id, employee._id, goneAt)] : [];
    });
}
