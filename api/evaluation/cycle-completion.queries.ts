import { namesById } from '../../shared/db/references';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { ParticipantModel } from '../../shared/evaluation/participant.model';
import { countsAsSubmitted, ParticipantStatus } from '../../shared/evaluation/participant-status';
import { EVALUATOR_TYPES, type EvaluatorType } from '../../shared/framework/evaluator-type';
import { DepartmentModel } from '../../shared/people/department.model';
import type { CompletionCounts, CycleCompletion, DepartmentCompletion } from './evaluation-cycles.dto';

const DONE = Object.values(ParticipantStatus).filter(countsAsSubmitted);
const COUNTS = { total: { $sum: 1 }, submitted: { $sum: { $cond: [{ $in: ['$status', DONE] }, 1, 0] } } };

/** How far a cycle is, by evaluator type and by the subjects' departments; throws NOT_FOUND. Four queries. */
export async function cycleCompletion(cycleId: string): Promise<CycleCompletion> {
  await findCycle(cycleId);
  const [ofTypes, ofSubjects, subjects] = await Promise.all([
    ParticipantModel.aggregate<CompletionCounts & { _id: EvaluatorType }>([
      { $match: { cycleId } },
      { $group: { _id: '$evaluatorType', ...COUNTS } },
    ]),
    ParticipantModel.aggregate<CompletionCounts & { _id: string }>([
      { $match: { cycleId } },
      { $group: { _id: '$subjectId', ...COUNTS } },
    ]),
    EvaluationModel.find({ cycleId })
      .select('subjectId departmentId')
      .lean<Pick<Evaluation, 'subjectId' | 'departmentId'>[]>(),
  ]);
  const byType = new Map(ofTypes.map((counts) => [counts._id, counts]));
  return {
    cycleId,
    subjects: subjects.length,
    ...sum(ofTypes),
    byEvaluatorType: EVALUATOR_TYPES.map((evaluatorType) => {
      const { total, submitted } = byType.get(evaluatorType) ?? { total: 0, submitted: 0 };
      return { evaluatorType, total, submitted };
    }),
    byDepartment: await byDepartment(subjects, new Map(ofSubjects.map((counts) => [counts._id, counts]))),
  };
}

/** By the department's name, the subjects without one last. */
async function byDepartment(
  subjects: readonly Pick<Evaluation, 'subjectId' | 'departmentId'>[],
  countsOf: ReadonlyMap<string, CompletionCounts>,
): Promise<DepartmentCompletion[]> {
  const groups = new Map<string | null, { subjects: number; counts: CompletionCounts[] }>();
  for (const { subjectId, departmentId } of subjects) {
    const group = groups.get(departmentId) ?? { subjects: 0, counts: [] };
    groups.set(departmentId, group);
    group.subjects += 1;
    group.counts.push(countsOf.get(subjectId) ?? { total: 0, submitted: 0 });
  }
  const department = await namesById(DepartmentModel, groups.keys(), 'name');
  return [...groups]
    .map(([departmentId, group]) => ({
      departmentId,
      department: department(departmentId),
      subjects: group.subjects,
      ...sum(group.counts),
    }))
    .sort((a, b) => nameOrder(a.department, b.department) || (`${a.departmentId}` < `${b.departmentId}` ? -1 : 1));
}

function sum(counts: readonly CompletionCounts[]): CompletionCounts {
  const result = { total: 0, submitted: 0 };
  for (const { total, submitted } of counts) {
    result.total += total;
    result.submitted += submitted;
  }
  return result;
}

function nameOrder(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a.localeCompare(b);
}
