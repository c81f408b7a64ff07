import { namesById } from '../../shared/db/references';
import { cycleIsComplete, subjectIsComplete } from '../../shared/evaluation/completeness.rules';
import type { Cycle } from '../../shared/evaluation/cycle.model';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../shared/evaluation/participant.model';
import { countsAsSubmitted, ParticipantStatus } from '../../shared/evaluation/participant-status';
import { EVALUATOR_TYPES, type EvaluatorType } from '../../shared/framework/evaluator-type';
import { DepartmentModel } from '../../shared/people/department.model';
import { EmployeeModel } from '../../shared/people/employee.model';
import type { CompletionCounts, CycleCompletion, DepartmentCompletion } from './evaluation-cycles.dto';

const DONE = Object.values(ParticipantStatus).filter(countsAsSubmitted);
const COUNTS = { total: { $sum: 1 }, submitted: { $sum: { $cond: [{ $in: ['$status', DONE] }, 1, 0] } } };

/** A subject with the counts of their evaluators. */
interface SubjectCompletion extends CompletionCounts {
  departmentId: string | null;
  complete: boolean;
}

/**
 * How far a cycle is, by evaluator type and by the subjects' departments, and whether it is complete (spec 2.6.4); deleted
 * employees left out. Throws NOT_FOUND. A fixed number of queries.
 */
export async function cycleCompletion(cycleId: string): Promise<CycleCompletion> {
  const cycle = await findCycle(cycleId);
  const gone = await EmployeeModel.distinct('_id', { isDeleted: true });
  const present = { cycleId, ...(gone.length > 0 ? { subjectId: { $nin: gone } } : {}) };
  const [ofTypes, ofSubjects, evaluations] = await Promise.all([
    ParticipantModel.aggregate<CompletionCounts & { _id: EvaluatorType }>([
      { $match: present },
      { $group: { _id: '$evaluatorType', ...COUNTS } },
    ]),
    ParticipantModel.aggregate<CompletionCounts & { _id: string }>([
      { $match: present },
      { $group: { _id: '$subjectId', ...COUNTS } },
    ]),
    EvaluationModel.find(present).select('subjectId departmentId calibratedAt').lean<Snapshot[]>(),
  ]);
  const countsOf = new Map(ofSubjects.map((counts) => [counts._id, counts]));
  const subjects = evaluations.map((evaluation) =>
    subjectCompletion(cycle, evaluation, countsOf.get(evaluation.subjectId) ?? { total: 0, submitted: 0 }),
  );
  const byType = new Map(ofTypes.map((counts) => [counts._id, counts]));
  return {
    cycleId,
    ...sum(subjects),
    complete: cycleIsComplete(subjects),
    byEvaluatorType: EVALUATOR_TYPES.map((evaluatorType) => {
      const { total, submitted } = byType.get(evaluatorType) ?? { total: 0, submitted: 0 };
      return { evaluatorType, total, submitted };
    }),
    byDepartment: await byDepartment(subjects),
  };
}

type Snapshot = Pick<Evaluation, 'subjectId' | 'departmentId' | 'calibratedAt'>;

function subjectCompletion(
  { status, settings }: Cycle,
  { departmentId, calibratedAt }: Snapshot,
  { total, submitted }: CompletionCounts,
): SubjectCompletion {
  const complete = subjectIsComplete({
    cycleStatus: status,
    participation: { totalParticipants: total, submitted },
    useCalibration: settings.useCalibration,
    calibrationApplied: calibratedAt !== null,
  });
  return { departmentId, total, submitted, complete };
}

/** By the department's name, the subjects without one last. */
async function byDepartment(subjects: readonly SubjectCompletion[]): Promise<DepartmentCompletion[]> {
  const groups = new Map<string | null, SubjectCompletion[]>();
  for (const subject of subjects) {
    const group = groups.get(subject.departmentId) ?? [];
    groups.set(subject.departmentId, group);
    group.push(subject);
  }
  const department = await namesById(DepartmentModel, groups.keys(), 'name');
  return [...groups]
    .map(([departmentId, group]) => ({ departmentId, department: department(departmentId), ...sum(group) }))
    .sort((a, b) => nameOrder(a.department, b.department) || (`${a.departmentId}` < `${b.departmentId}` ? -1 : 1));
}

function sum(group: readonly SubjectCompletion[]): CompletionCounts & { subjects: number; completeSubjects: number } {
  const result = { subjects: group.length, completeSubjects: 0, total: 0, submitted: 0 };
  for (const { total, submitted, complete } of group) {
    result.total += total;
    result.submitted += submitted;
    if (complete) result.completeSubjects += 1;
  }
  return result;
}

function nameOrder(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a.localeCompare(b);
}
