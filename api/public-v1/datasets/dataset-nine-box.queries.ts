import type { QueryFilter } from 'mongoose';
import { allRows } from '../../../shared/db/batches';
import { showsGaps } from '../../../shared/evaluation/cycles/cycle-visibility.rules';
import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { type Evaluation, EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { type CareerPath, CareerPathModel } from '../../../shared/framework/career-path.model';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import type { RatingScale } from '../../../shared/framework/template.rules';
import { cycleScale } from '../../../shared/insight/cycles.store';
import {
  evidenceOfSubjects,
  nineBoxBatches,
  type NineBoxEvidence,
  placeOf,
} from '../../../shared/insight/nine-box.store';
import { employeesWithCareerPath } from '../../../shared/insight/readiness.store';
import { toInstant } from '../../../shared/kernel/clock';
import { CareerAssignmentModel } from '../../../shared/people/career-assignment.model';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import type { Tenant } from '../../../shared/platform/tenant.model';
import { type Changes, isAmong, newest } from '../changes';
import { type DeletedSubjectV1, toDeletedSubjectV1 } from '../changes.dto';
import { DELETED_TOO, readReferences, type References } from '../reference-rows.queries';
import { type NineBoxRowV1, toNineBoxRowV1 } from './dataset-nine-box.dto';
import {
  changedEvaluations,
  evaluationBatches,
  isGoneFromDatasets,
  type SubjectReading,
} from './dataset-subjects.queries';

/**
 * The sources of the dataset nine-box, including the profiles of employees, which affect readiness; the thresholds are
 * the tenant's, which every version includes.
 */
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
 * The rows of the dataset nine-box of these cycles, subjects by name or with `reading` by their ids; none of a cycle that shows no
 * gaps. One pass over the evaluations of a cycle, with `reading` over those whose rows can be among the changes.
 */
export async function* nineBoxRows(
  cycles: readonly Cycle[],
  changes: Changes,
  reading?: SubjectReading,
): AsyncGenerator<NineBoxDatasetRow[]> {
  const [tenant, references, onPath, pathChangedAt] = await Promise.all([
    currentTenant(),
    readReferences(),
    employeesWithCareerPath(),
    changes.since === null ? new Map<string, Date>() : readPathChanges(changes.since),
  ]);
  for (const cycle of cycles) {
    if (cycle.gaps.runId === null) continue;
    const isGone = cycle.isDeleted || !showsGaps(cycle);
    if (changes.includeDeleted) yield* removedSubjects(cycle, isGone, changes);
    if (isGone) continue;
    const scale = await cycleScale(cycle);
    const surroundings = { tenant, references, scale, onPath, pathChangedAt };
    const evidenceOf = reading
      ? evidenceById(cycle, scale, reading, changedSubjects(cycle, surroundings, changes))
      : nineBoxBatches(cycle, scale);
    const toRow = rowsOfCycle(cycle, surroundings, changes);
    for await (const evidence of evidenceOf) yield evidence.flatMap(toRow);
  }
}

/** The other values of a cycle's rows. */
interface Lookups {
  tenant: Tenant;
  references: References;
  /** The scale of the cycle's scores. */
  scale: RatingScale;
  /** Employees on a career path. */
  onPath: ReadonlySet<string>;
  /** When employees last joined or left a path, or theirs changed; empty unless changes are requested. */
  pathChangedAt: ReadonlyMap<string, Date>;
}

/** Returns how the subjects of a cycle become rows; one without a box becomes a deletion, if those are requested. */
function rowsOfCycle(
  cycle: Cycle,
  { tenant, references, scale, onPath, pathChangedAt }: Lookups,
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

function changedSubjects(
  cycle: Cycle,
  { tenant, references, pathChangedAt }: Lookups,
  changes: Changes,
): QueryFilter<Evaluation> {
  const { $or } = changedEvaluations(cycle, changes, references);
  if (!$or || isAmong(changes, tenant.updatedAt)) return {};
  return { $or: [...$or, { subjectId: { $in: [...pathChangedAt.keys()] } }] };
}

/** Subjects requested by id. */
const MAX_SUBJECTS = 1_000;

/** The evidence of a cycle's subjects by their ids; some queries for each batch. */
async function* evidenceById(
  cycle: Cycle,
  scale: RatingScale,
  { take = MAX_SUBJECTS, ...reading }: SubjectReading,
  changed: QueryFilter<Evaluation>,
): AsyncGenerator<NineBoxEvidence[]> {
  const batches = evaluationBatches(cycle._id, { ...reading, take: Math.min(take, MAX_SUBJECTS) }, changed);
  for await (const evaluations of batches) {
    const ids = evaluations.map(({ subjectId }) => subjectId);
    const evidence = await evidenceOfSubjects(cycle, scale, ids);
    yield evidence.sort((a, b) => (a.subject.id < b.subject.id ? -1 : 1));
  }
}

/** When employees last joined or left a path, or theirs changed, if after `since`. */
async function readPathChanges(since: Date): Promise<Map<string, Date>> {
  const changed = { updatedAt: { $gte: since } };
  const paths = await CareerPathModel.find({ ...changed, ...DELETED_TOO })
    .select('updatedAt')
    .lean<Pick<CareerPath, '_id' | 'updatedAt'>[]>();
  const pathChangedAt = new Map(paths.map(({ _id, updatedAt }) => [_id, updatedAt]));
  const rows = await allRows(
    CareerAssignmentModel,
    { $or: [changed, { careerPathId: { $in: [...pathChangedAt.keys()] } }] },
    ['employeeId', 'careerPathId', 'updatedAt'],
  );
  return new Map(
    rows.map(({ employeeId, careerPathId, updatedAt }) => [
      employeeId,
      newest(updatedAt, careerPathId === null ? null : pathChangedAt.get(careerPathId)),
    ]),
  );
}

/**
 * Yields subjects who were deleted or left before the cycle was over, or all of them when the cycle was deleted or reopened.
 */
async function* removedSubjects(cycle: Cycle, isGone: boolean, changes: Changes): AsyncGenerator<DeletedSubjectV1[]> {
  for await (const evaluations of evaluationBatches(cycle._id))
    yield evaluations.flatMap((evaluation) => {
      const goneAt = newest(cycle.updatedAt, evaluation.updatedAt);
      const isRemoved = (isGone || isGoneFromDatasets(evaluation)) && isAmong(changes, goneAt);
      return isRemoved ? [toDeletedSubjectV1(cycle._id, evaluation.subjectId, goneAt)] : [];
    });
}
