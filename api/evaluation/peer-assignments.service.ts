import { duplicateKeys } from '../../shared/db/bulk';
import { pickRow } from '../../shared/db/pick';
import { missingReferences } from '../../shared/db/references';
import { inTransaction } from '../../shared/db/transaction';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { assertOpenToParticipants } from '../../shared/evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { assertNotFull } from '../../shared/evaluation/nominations/evaluator-loads.store';
import { ParticipantModel, ParticipantOrigin } from '../../shared/evaluation/participants/participant.model';
import { subjectCounts } from '../../shared/evaluation/participants/participation.rules';
import { updateTallies } from '../../shared/evaluation/subject-tally.store';
import { ASSIGNED_TYPES, EvaluatorType } from '../../shared/framework/evaluator-type';
import { assertValid, type FieldError, invalid } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { sentence } from '../../shared/kernel/refusals/sentence';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { ensureEmployeeUsage } from '../../shared/people/employee.store';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { serializeEmployeeChanges } from '../../shared/platform/plan-usage.store';
import { roleTaken } from './evaluator-changes.service';
import type { CreatePeerAssignment } from './peer-assignments.dto';

/**
 * Makes an employee an evaluator of a subject and returns the id; throws VALIDATION, and CONFLICT for a second
 * evaluator type, a cycle that is over and a duplicate id.
 */
export async function createPeerAssignment(input: CreatePeerAssignment): Promise<string> {
  const { evaluatorType = EvaluatorType.Peer, cycleId, subjectId, evaluatorId } = input;
  assertValid(validateEvaluatorType(evaluatorType, input));
  await ensureEmployeeUsage();
  return inTransaction(async () => {
    await serializeEmployeeChanges(); // conflicts with concurrent leavers
    const id = await storeAssignment(input, evaluatorType);
    await recordAudit('cycle.peers-assigned', {
      entityType: AuditEntity.Cycle,
      entityId: cycleId,
      changes: [
        { field: 'subjectId', before: null, after: subjectId },
        { field: evaluatorType, before: null, after: evaluatorId },
      ],
    });
    return id;
  });
}

async function storeAssignment(
  { id, cycleId, subjectId, evaluatorId }: CreatePeerAssignment,
  evaluatorType: EvaluatorType,
): Promise<string> {
  const cycle = await CycleModel.findById(cycleId).lean<Cycle>();
  assertValid([
    ...(cycle ? [] : [{ field: 'cycleId', message: 'does not exist in this organization' }]),
    ...(await missingReferences(EmployeeModel, [{ field: 'subjectId', id: subjectId }])),
    ...(await validateEvaluatorEmployee(evaluatorId)),
  ]);
  if (cycle) assertOpenToParticipants(cycle);
  const evaluation = await EvaluationModel.findOne({ cycleId, subjectId }).lean<Evaluation>();
  if (!evaluation)
    throw invalid({ field: 'subjectId', message: 'has no evaluation in this cycle: generate the evaluations first' });
  if (!subjectCounts(evaluation))
    throw invalid({ field: 'subjectId', message: 'has left: the evaluation is withdrawn' });
  if (await ParticipantModel.exists({ cycleId, subjectId, evaluatorId })) throw roleTaken();
  const subject = await pickRow(EmployeeModel.findById(subjectId), 'managerId');
  if (evaluatorType === EvaluatorType.Peer && [evaluation.managerId, subject?.managerId].includes(evaluatorId))
    throw invalid({ field: 'evaluatorId', message: 'must not be the manager of the subject' });
  if (cycle) await assertNotFull(cycle, evaluatorId);
  const _id = id ?? newId();
  const role = { cycleId, subjectId, evaluatorId, evaluatorType, origin: ParticipantOrigin.Manual };
  try {
    await new ParticipantModel({ _id, ...role, answers: [] }).save();
    await updateTallies(cycleId, [subjectId]);
    return _id;
  } catch (error) {
    throw duplicateKeys(error).includes('evaluatorId') ? roleTaken() : error;
  }
}

function validateEvaluatorType(type: EvaluatorType, { subjectId, evaluatorId }: CreatePeerAssignment): FieldError[] {
  const problems: FieldError[] = [];
  if (!ASSIGNED_TYPES.includes(type))
    problems.push({ field: 'evaluatorType', ...sentence`must be one of ${ASSIGNED_TYPES.join(', ')}` });
  if (subjectId === evaluatorId) problems.push({ field: 'evaluatorId', message: 'must not be the subject' });
  return problems;
}

async function validateEvaluatorEmployee(evaluatorId: string): Promise<FieldError[]> {
  const evaluator = await pickRow(EmployeeModel.findById(evaluatorId), 'status');
  const field = 'evaluatorId';
  if (!evaluator) return [{ field, message: 'does not exist in this organization' }];
  return evaluator.status === EmployeeStatus.Active ? [] : [{ field, message: 'must be an Active employee' }];
}
