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
import { enqueueStored } from '../../shared/jobs/enqueue';
import { AppError, assertValid, invalid, notFound } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { type FieldRefusal, refusal } from '../../shared/kernel/refusals/refusal';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { EmployeeModel } from '../../shared/people/employee.model';
import { ensureEmployeeUsage } from '../../shared/people/employee.store';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { serializeEmployeeChanges } from '../../shared/platform/plan-usage.store';
import { signedIn } from '../../shared/policies/viewer';
import { roleTaken, validateEvaluatorOrGuest } from './evaluator-changes.service';
import { assertMayInvite, ensureGuest, recordInvitation, storeInvitations } from './guests/guest-invitations.service';
import type { CreatePeerAssignment } from './peer-assignments.dto';

/**
 * Makes an employee or a guest an evaluator of a subject and returns the id; throws FORBIDDEN, VALIDATION, and CONFLICT for a
 * second evaluator type, a cycle that is over, a duplicate id, and a guest where none are allowed.
 */
export async function createPeerAssignment(input: CreatePeerAssignment): Promise<string> {
  const { guest, cycleId, subjectId } = input;
  const evaluatorType = input.evaluatorType ?? (guest ? EvaluatorType.Stakeholder : EvaluatorType.Peer);
  if (guest) await assertMayInvite(subjectId);
  else if (!signedIn().isHr) throw new AppError('FORBIDDEN', 'Only HR assigns employees.');
  await ensureEmployeeUsage();
  const { id, job } = await inTransaction(async () => {
    await serializeEmployeeChanges(); // conflicts with concurrent leavers
    const stored = await storeAssignment(input, evaluatorType);
    await recordAudit('cycle.peers-assigned', {
      entityType: AuditEntity.Cycle,
      entityId: cycleId,
      changes: [
        { field: 'subjectId', before: null, after: subjectId },
        { field: evaluatorType, before: null, after: stored.evaluatorId },
      ],
    });
    if (!guest) return { id: stored.id, job: null };
    await recordInvitation(stored.evaluatorId, cycleId, subjectId);
    return { id: stored.id, job: await storeInvitations(stored.cycle, [stored.evaluatorId]) };
  });
  if (job) await enqueueStored(job);
  return id;
}

async function storeAssignment(
  input: CreatePeerAssignment,
  evaluatorType: EvaluatorType,
): Promise<{ id: string; evaluatorId: string; cycle: Cycle }> {
  const { id, cycleId, subjectId, evaluatorId: employeeId, guest } = input;
  const cycle = await CycleModel.findById(cycleId).lean<Cycle>();
  assertValid([
    ...validateChoice(evaluatorType, input),
    ...(cycle ? [] : [{ field: 'cycleId', ...refusal('DOES_NOT_EXIST') }]),
    ...(await missingReferences(EmployeeModel, [{ field: 'subjectId', id: subjectId }])),
    ...(employeeId === undefined ? [] : await validateEvaluatorEmployee(employeeId)),
  ]);
  if (!cycle) throw notFound();
  assertOpenToParticipants(cycle);
  const evaluation = await EvaluationModel.findOne({ cycleId, subjectId }).lean<Evaluation>();
  if (!evaluation) throw invalid({ field: 'subjectId', ...refusal('NO_EVALUATION_IN_CYCLE') });
  if (!subjectCounts(evaluation)) throw invalid({ field: 'subjectId', ...refusal('SUBJECT_HAS_LEFT') });
  const evaluatorId = guest ? await ensureGuest(cycleId, guest) : (employeeId ?? '');
  if (await ParticipantModel.exists({ cycleId, subjectId, evaluatorId })) throw roleTaken();
  const subject = await pickRow(EmployeeModel.findById(subjectId), 'managerId');
  if (evaluatorType === EvaluatorType.Peer && [evaluation.managerId, subject?.managerId].includes(evaluatorId))
    throw invalid({ field: 'evaluatorId', ...refusal('MUST_NOT_BE_MANAGER_OF_SUBJECT') });
  await assertNotFull(cycle, evaluatorId);
  const _id = id ?? newId();
  const role = { cycleId, subjectId, evaluatorId, evaluatorType, origin: ParticipantOrigin.Manual };
  try {
    await new ParticipantModel({ _id, ...role, answers: [] }).save();
    await updateTallies(cycleId, [subjectId]);
    return { id: _id, evaluatorId, cycle };
  } catch (error) {
    throw duplicateKeys(error).includes('evaluatorId') ? roleTaken() : error;
  }
}

function validateChoice(type: EvaluatorType, input: CreatePeerAssignment): FieldRefusal[] {
  const { subjectId, evaluatorId, guest } = input;
  const problems = validateEvaluatorOrGuest(type, input);
  if (!guest && !ASSIGNED_TYPES.includes(type))
    problems.push({ field: 'evaluatorType', ...refusal('NOT_ONE_OF', { choices: ASSIGNED_TYPES.join(', ') }) });
  if (subjectId === evaluatorId) problems.push({ field: 'evaluatorId', ...refusal('MUST_NOT_BE_SUBJECT') });
  return problems;
}

async function validateEvaluatorEmployee(evaluatorId: string): Promise<FieldRefusal[]> {
  const evaluator = await pickRow(EmployeeModel.findById(evaluatorId), 'status');
  const field = 'evaluatorId';
  if (!evaluator) return [{ field, ...refusal('DOES_NOT_EXIST') }];
  return evaluator.status === EmployeeStatus.Active ? [] : [{ field, ...refusal('MUST_BE_ACTIVE_EMPLOYEE') }];
}
