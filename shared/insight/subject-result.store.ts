import type { Cycle } from '../evaluation/cycles/cycle.model';
import { findCycle } from '../evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../evaluation/evaluation.model';
import { type Participant, ParticipantModel } from '../evaluation/participants/participant.model';
import { subjectCounts } from '../evaluation/participants/participation.rules';
import { NOT_WITHDRAWN } from '../evaluation/participants/participation.store';
import { notFound } from '../kernel/errors';
import { type Employee, EmployeeModel } from '../people/employee.model';
import { mayDownloadReport, type ResultOwner, type ResultView, resultView } from '../policies/result.policy';
import type { Viewer } from '../policies/viewer';
import { cycleContent } from './cycles.store';
import type { SubjectEvidence } from './subject-result.rules';

export interface EvaluatedEmployee {
  employee: Employee;
  evaluation: Evaluation;
}

/** Returns a subject of a cycle; throws NOT_FOUND when the employee is not one, or is deleted. */
export async function findEvaluated(cycleId: string, subjectId: string): Promise<EvaluatedEmployee> {
  const evaluation = await EvaluationModel.findOne({ cycleId, subjectId }).lean<Evaluation>();
  const employee = evaluation && (await EmployeeModel.findById(subjectId).lean<Employee>());
  if (!employee) throw notFound();
  return { employee, evaluation };
}

export interface VisibleResult {
  cycle: Cycle;
  evaluated: EvaluatedEmployee;
  view: ResultView;
}

/** Returns a subject of a cycle whose results the viewer may see; throws NOT_FOUND otherwise. */
export async function findVisibleResult(viewer: Viewer, cycleId: string, subjectId: string): Promise<VisibleResult> {
  const { cycle, evaluated, owner } = await findResult(cycleId, subjectId);
  const view = resultView(viewer, owner);
  if (view === null) throw notFound();
  return { cycle, evaluated, view };
}

/** Throws NOT_FOUND unless the viewer may download a PDF of a subject's results that was made for `viewerId`. */
export async function assertMayDownload(
  viewer: Viewer,
  report: { cycleId: string; subjectId: string; viewerId: string | null },
): Promise<void> {
  const { owner } = await findResult(report.cycleId, report.subjectId);
  if (!mayDownloadReport(viewer, report, owner)) throw notFound();
}

/** Reads a subject's results and what decides who may see them; throws NOT_FOUND. */
export async function findResult(
  cycleId: string,
  subjectId: string,
): Promise<Omit<VisibleResult, 'view'> & { owner: ResultOwner }> {
  const cycle = await findCycle(cycleId);
  const evaluated = await findEvaluated(cycleId, subjectId);
  const { employee, evaluation } = evaluated;
  const { releasedAt } = evaluation;
  const owner = { subjectId, managerId: employee.managerId, cycle, releasedAt, counts: subjectCounts(evaluation) };
  return { cycle, evaluated, owner };
}

/** Reads the inputs of a subject's results: the participants with their answers, and the content. */
export async function subjectEvidence(cycle: Cycle, evaluation: Evaluation): Promise<SubjectEvidence> {
  const { subjectId } = evaluation;
  const participants = await ParticipantModel.find({ cycleId: cycle._id, subjectId, ...NOT_WITHDRAWN })
    .sort({ _id: 1 })
    .lean<Participant[]>();
  return { cycle, evaluation, participants, content: await cycleContent(cycle) };
}
