import type { Cycle } from '../evaluation/cycles/cycle.model';
import { findCycle } from '../evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../evaluation/participants/participant.model';
import { subjectCounts } from '../evaluation/participants/participation.rules';
import { NOT_WITHDRAWN } from '../evaluation/participants/participation.store';
import { notFound } from '../kernel/errors';
import { type Employee, EmployeeModel } from '../people/employee.model';
import { cycleContent } from './cycles.store';
import { type ResultView, resultView, type ResultViewer } from './result-visibility.rules';
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

/** The results of a subject that a viewer may see, and how much of them. */
export interface VisibleResult {
  cycle: Cycle;
  evaluated: EvaluatedEmployee;
  view: ResultView;
}

/** A subject of a cycle whose results the viewer may see; throws NOT_FOUND, also when the viewer may not. */
export async function findVisibleResult(
  viewer: ResultViewer,
  cycleId: string,
  subjectId: string,
): Promise<VisibleResult> {
  const cycle = await findCycle(cycleId);
  const evaluated = await findEvaluated(cycleId, subjectId);
  const { employee, evaluation } = evaluated;
  const counts = subjectCounts(evaluation);
  const view = resultView(viewer, { subjectId, managerId: employee.managerId, cycle, counts });
  if (view === null) throw notFound();
  return { cycle, evaluated, view };
}

/** What is known of a subject in a cycle: the participants with their answers, and what they were asked. */
export async function subjectEvidence(cycle: Cycle, evaluation: Evaluation): Promise<SubjectEvidence> {
  const [participants, content] = await Promise.all([
    ParticipantModel.find({ cycleId: cycle._id, subjectId: evaluation.subjectId, ...NOT_WITHDRAWN })
      .sort({ _id: 1 })
      .lean<Participant[]>(),
    cycleContent(cycle),
  ]);
  return { cycle, evaluation, participants, content };
}
