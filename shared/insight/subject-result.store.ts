import type { Cycle } from '../evaluation/cycle.model';
import { type Evaluation, EvaluationModel } from '../evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../evaluation/participant.model';
import { notFound } from '../kernel/errors';
import { type Employee, EmployeeModel } from '../people/employee.model';
import { cycleContent } from './cycles.store';
import type { SubjectEvidence } from './subject-result.rules';

/** A subject of a cycle with the employee behind it. */
export interface EvaluatedEmployee {
  employee: Employee;
  evaluation: Evaluation;
}

/** A subject of a cycle; throws NOT_FOUND when the employee is no subject of it, or is deleted. */
export async function findEvaluated(cycleId: string, subjectId: string): Promise<EvaluatedEmployee> {
  const evaluation = await EvaluationModel.findOne({ cycleId, subjectId }).lean<Evaluation>();
  const employee = evaluation && (await EmployeeModel.findById(subjectId).lean<Employee>());
  if (!employee) throw notFound();
  return { employee, evaluation };
}

/** What is known of a subject in a cycle: the participants with their answers, and what they were asked. */
export async function subjectEvidence(cycle: Cycle, evaluation: Evaluation): Promise<SubjectEvidence> {
  const [participants, content] = await Promise.all([
    ParticipantModel.find({ cycleId: cycle._id, subjectId: evaluation.subjectId })
      .sort({ _id: 1 })
      .lean<Participant[]>(),
    cycleContent(cycle),
  ]);
  return { cycle, evaluation, participants, content };
}
