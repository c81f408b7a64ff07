import { duplicateKeys } from '../../shared/db/bulk';
import { missingReferences } from '../../shared/db/references';
import { inTransaction } from '../../shared/db/transaction';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycle.model';
import { assertOpenToParticipants } from '../../shared/evaluation/cycle.store';
import { EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { type Participant, ParticipantModel, ParticipantOrigin } from '../../shared/evaluation/participant.model';
import { ParticipantStatus } from '../../shared/evaluation/participant-status';
import { ASSIGNED_TYPES, EvaluatorType } from '../../shared/framework/evaluator-type';
import { assertValid, conflict, type FieldError, invalid, notFound } from '../../shared/kernel/errors';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { AuditEntity } from '../../shared/platform/audit-events';
import { recordAudit } from '../../shared/platform/audit.store';
import type { CreatePeerAssignment } from './peer-assignments.dto';

/** Makes an employee an evaluator of a subject by hand and returns the id; throws VALIDATION, CONFLICT. */
export async function createPeerAssignment(input: CreatePeerAssignment): Promise<string> {
  const { id, evaluatorType = EvaluatorType.Peer, cycleId, subjectId, evaluatorId } = input;
  assertValid(roleProblems(evaluatorType, input));
  const cycle = await CycleModel.findById(cycleId).lean<Cycle>();
  assertValid([
    ...(cycle ? [] : [{ field: 'cycleId', message: 'names nothing that exists in this organization' }]),
    ...(await missingReferences(EmployeeModel, [{ field: 'subjectId', id: subjectId }])),
    ...(await evaluatorProblems(evaluatorId)),
  ]);
  if (cycle) assertOpenToParticipants(cycle);
  if (!(await EvaluationModel.exists({ cycleId, subjectId })))
    throw invalid({ field: 'subjectId', message: 'has no evaluation in this cycle; generate the evaluations first' });
  try {
    const row = await ParticipantModel.create({
      ...(id ? { _id: id } : {}),
      cycleId,
      subjectId,
      evaluatorId,
      evaluatorType,
      origin: ParticipantOrigin.Manual,
      answers: [],
    });
    await recordAudit('cycle.peers-assigned', {
      entityType: AuditEntity.Cycle,
      entityId: cycleId,
      changes: [
        { field: 'subjectId', before: null, after: subjectId },
        { field: evaluatorType, before: null, after: evaluatorId },
      ],
    });
    return row._id;
  } catch (error) {
    if (!duplicateKeys(error).includes('evaluatorId')) throw error;
    throw conflict('This evaluator has a role for this subject already.');
  }
}

function roleProblems(type: EvaluatorType, { subjectId, evaluatorId }: CreatePeerAssignment): FieldError[] {
  const problems: FieldError[] = [];
  if (!ASSIGNED_TYPES.includes(type))
    problems.push({ field: 'evaluatorType', message: `must be one of ${ASSIGNED_TYPES.join(', ')}` });
  if (subjectId === evaluatorId) problems.push({ field: 'evaluatorId', message: 'is the subject' });
  return problems;
}

async function evaluatorProblems(evaluatorId: string): Promise<FieldError[]> {
  const evaluator = await EmployeeModel.findById(evaluatorId).select('status').lean<Pick<Employee, 'status'>>();
  const field = 'evaluatorId';
  if (!evaluator) return [{ field, message: 'names nothing that exists in this organization' }];
  return evaluator.status === EmployeeStatus.Active ? [] : [{ field, message: 'is not Active' }];
}

/** Takes an evaluator from a subject; throws NOT_FOUND, also for Self and Manager, and CONFLICT once it is submitted. */
export async function deletePeerAssignment(id: string): Promise<void> {
  const assignment = { _id: id, evaluatorType: { $in: [...ASSIGNED_TYPES] } };
  const isDeleted = await inTransaction(async () => {
    const row = await ParticipantModel.findOneAndDelete({ ...assignment, status: ParticipantStatus.InProgress })
      .select('cycleId subjectId')
      .lean<Pick<Participant, 'cycleId' | 'subjectId'>>();
    if (!row) return false;
    // The subject has one evaluator less, and no row is left to tell when: readers of changes see it at the evaluation.
    const { cycleId, subjectId } = row;
    await EvaluationModel.updateOne({ cycleId, subjectId }, { $inc: { revision: 1 } });
    return true;
  });
  if (isDeleted) return;
  if (await ParticipantModel.exists(assignment))
    throw conflict('This evaluation is submitted; it belongs to the results.');
  throw notFound();
}
