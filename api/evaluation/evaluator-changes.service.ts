import { CONSOLE_PAGES } from '../../shared/comms/console-pages';
import { notify } from '../../shared/comms/notification.store';
import { duplicateKeys } from '../../shared/db/bulk';
import { pickRow, pickRows } from '../../shared/db/pick';
import { inTransaction } from '../../shared/db/transaction';
import { answersAreWritable, CycleStatus } from '../../shared/evaluation/cycles/cycle-status';
import { type Cycle, CycleModel } from '../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import { type Evaluation, EvaluationModel } from '../../shared/evaluation/evaluation.model';
import { guestsAmong } from '../../shared/evaluation/guests/guests.store';
import { assertNotFull } from '../../shared/evaluation/nominations/evaluator-loads.store';
import { evaluatorChangeRefusal, validateEvaluator } from '../../shared/evaluation/participants/evaluator-change.rules';
import {
  type Participant,
  ParticipantModel,
  ParticipantOrigin,
} from '../../shared/evaluation/participants/participant.model';
import { isListed } from '../../shared/evaluation/participants/participation.rules';
import { updateTallies } from '../../shared/evaluation/subject-tally.store';
import { EvaluatorType } from '../../shared/framework/evaluator-type';
import { enqueueStored } from '../../shared/jobs/enqueue';
import { AppError, assertValid, conflict, invalid, notFound } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { type FieldRefusal, refusal } from '../../shared/kernel/refusals/refusal';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { ensureEmployeeUsage } from '../../shared/people/employee.store';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import { recordAudit } from '../../shared/platform/audit/audit.store';
import { serializeEmployeeChanges } from '../../shared/platform/plan-usage.store';
import { signedIn } from '../../shared/policies/viewer';
import {
  assertMayInvite,
  ensureGuest,
  mayInvite,
  recordInvitation,
  storeInvitations,
} from './guests/guest-invitations.service';
import type { CreatePeerAssignment } from './peer-assignments.dto';

/** An employee, or a guest in place of one. */
type ChosenEvaluator = Pick<CreatePeerAssignment, 'evaluatorId' | 'guest'>;

/**
 * Replaces the evaluator of an unsubmitted evaluation and returns the id of the new row; the old one is deleted with its draft.
 * The new evaluator is notified while the cycle takes answers, a guest by email. Throws NOT_FOUND; CONFLICT for Self, a submitted
 * evaluation, a Closed or Archived cycle, a subject who left, an evaluator who already evaluates the subject, and a guest where
 * none are allowed; VALIDATION on `evaluatorId` or `guest`. A manager replaces guests alone: see `assertManagerReplaces`.
 */
export async function replaceEvaluator(id: string, chosen: ChosenEvaluator): Promise<string> {
  if (!signedIn().isHr) await assertManagerReplaces(id, chosen);
  await ensureEmployeeUsage();
  const { guest } = chosen;
  const { replacement, job } = await changingEvaluator(id, async (row, evaluation, cycle) => {
    const evaluated = await EmployeeModel.findById(row.subjectId).lean<Employee>();
    if (!evaluated) throw notFound();
    assertValid(validateEvaluatorOrGuest(row.evaluatorType, chosen));
    if (guest) await assertMayInvite(row.subjectId);
    const evaluatorId = guest ? await ensureGuest(row.cycleId, guest) : (chosen.evaluatorId ?? '');
    if (guest) await assertNoRole(evaluatorId, row);
    else await assertMayEvaluate(evaluatorId, row, [evaluation.managerId, evaluated.managerId]);
    // The limit does not apply to managers.
    if (row.evaluatorType !== EvaluatorType.Manager) await assertNotFull(cycle, evaluatorId);
    await ParticipantModel.deleteOne({ _id: id });
    const added = await insertReplacement(row, evaluatorId);
    if (row.evaluatorType === EvaluatorType.Manager)
      await EvaluationModel.updateOne({ _id: evaluation._id }, { $set: { managerId: evaluatorId } });
    await updateTallies(row.cycleId, [row.subjectId]);
    await recordChange('evaluation.evaluator-replaced', row, added);
    if (guest) {
      await recordInvitation(evaluatorId, row.cycleId, row.subjectId);
      return { replacement: added, job: await storeInvitations(cycle, [evaluatorId]) };
    }
    if (answersAreWritable(cycle.status))
      await notify('evaluator-assigned', `evaluator-assigned:${added._id}`, [
        {
          employeeId: evaluatorId,
          values: { cycle: cycle.name, subject: evaluated.fullName },
          link: CONSOLE_PAGES.myEvaluation(added._id),
        },
      ]);
    return { replacement: added, job: null };
  });
  if (job) await enqueueStored(job);
  return replacement._id;
}

/**
 * Throws NOT_FOUND unless managers invite guests and it is one of a direct report, FORBIDDEN unless a guest takes the place, and
 * CONFLICT once the cycle has opened: what is refused for a submitted evaluation would say when a guarded evaluator answered.
 */
async function assertManagerReplaces(id: string, { guest }: ChosenEvaluator): Promise<void> {
  const row = await pickRow(ParticipantModel.findById(id), 'cycleId', 'subjectId', 'evaluatorId');
  if (!row || !(await mayInvite(row.subjectId)) || (await guestsAmong([row.evaluatorId])).size === 0) throw notFound();
  if (!guest) throw new AppError('FORBIDDEN', 'Only HR assigns employees.');
  const { status } = await findCycle(row.cycleId);
  if (status !== CycleStatus.Draft) throw conflict(refusal('GUEST_REPLACED_BEFORE_OPENING'));
}

/** Returns the problems of a choice: either an employee, or for a Stakeholder a guest. */
export function validateEvaluatorOrGuest(type: EvaluatorType, { evaluatorId, guest }: ChosenEvaluator): FieldRefusal[] {
  const field = 'evaluatorId';
  if (!guest) return evaluatorId === undefined ? [{ field, ...refusal('REQUIRED') }] : [];
  return [
    ...(evaluatorId === undefined ? [] : [{ field, ...refusal('MUST_BE_OMITTED_WITH_GUEST') }]),
    ...(type === EvaluatorType.Stakeholder
      ? []
      : [{ field: 'evaluatorType', ...refusal('GUEST_MUST_BE_STAKEHOLDER') }]),
  ];
}

/**
 * Removes an evaluator from a subject, with unsubmitted answers; the next generation does not add a removed manager
 * again. Throws NOT_FOUND and CONFLICT like `replaceEvaluator`.
 */
export async function removeEvaluator(id: string): Promise<void> {
  await ensureEmployeeUsage();
  await inTransaction(() =>
    removeEvaluators([id], (_id, why) => {
      throw why;
    }),
  );
}

/**
 * Removes several evaluators, in the transaction of the caller and after `ensureEmployeeUsage`: `refuse` receives what
 * `removeEvaluator` throws. Returns how many were removed. About ten commands for each cycle, whatever the number of
 * evaluators.
 */
export async function removeEvaluators(
  ids: readonly string[],
  refuse: (id: string, why: AppError) => void,
): Promise<number> {
  await serializeEmployeeChanges();
  const stored = await ParticipantModel.find({ _id: { $in: ids } }).lean<Participant[]>();
  const listed = new Map(stored.filter(isListed).map((row) => [row._id, row]));
  const cycleIds = [...new Set([...listed.values()].map(({ cycleId }) => cycleId))];
  const cycles = await pickRows(CycleModel.find({ _id: { $in: cycleIds } }), 'status');
  const statusOf = new Map(cycles.map(({ _id, status }) => [_id, status]));
  const removed: Participant[] = [];
  for (const id of ids) {
    const row = listed.get(id);
    const status = row && statusOf.get(row.cycleId);
    const why = row && status !== undefined ? evaluatorChangeRefusal(row, status) : null;
    if (!row || status === undefined) refuse(id, notFound());
    else if (why) refuse(id, conflict(why));
    else removed.push(row);
  }
  for (const cycleId of cycleIds)
    await removeOfCycle(
      cycleId,
      removed.filter((row) => row.cycleId === cycleId),
    );
  return removed.length;
}

async function removeOfCycle(cycleId: string, rows: readonly Participant[]): Promise<void> {
  if (rows.length === 0) return;
  await ParticipantModel.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
  const ofManagers = rows.filter(({ evaluatorType }) => evaluatorType === EvaluatorType.Manager);
  if (ofManagers.length > 0)
    await EvaluationModel.updateMany(
      { cycleId, subjectId: { $in: ofManagers.map(({ subjectId }) => subjectId) } },
      { $set: { managerRemoved: true } },
    );
  await updateTallies(
    cycleId,
    rows.map(({ subjectId }) => subjectId),
  );
  for (const row of rows) await recordChange('evaluation.evaluator-removed', row, null);
}

/** Changes a row in a transaction that conflicts with concurrent answers, leavers and closings. */
async function changingEvaluator<T>(
  id: string,
  change: (row: Participant, evaluation: Evaluation, cycle: Cycle) => Promise<T>,
): Promise<T> {
  return inTransaction(async () => {
    await serializeEmployeeChanges();
    const row = await ParticipantModel.findById(id).lean<Participant>();
    const evaluation = row && (await evaluationOf(row));
    if (!evaluation || !isListed(row)) throw notFound();
    const cycle = await findCycle(row.cycleId);
    const why = evaluatorChangeRefusal(row, cycle.status);
    if (why) throw conflict(why);
    return change(row, evaluation, cycle);
  });
}

function evaluationOf({ cycleId, subjectId }: Participant): Promise<Evaluation | null> {
  return EvaluationModel.findOne({ cycleId, subjectId }).lean<Evaluation>().exec();
}

/** Throws CONFLICT when the evaluator already evaluates the subject. */
async function assertNoRole(evaluatorId: string, { cycleId, subjectId }: Participant): Promise<void> {
  if (await ParticipantModel.exists({ cycleId, subjectId, evaluatorId })) throw roleTaken();
}

async function assertMayEvaluate(
  evaluatorId: string,
  row: Participant,
  managerIds: readonly (string | null)[],
): Promise<void> {
  const evaluator = await pickRow(EmployeeModel.findById(evaluatorId), 'status', 'managerId');
  if (!evaluator) throw invalid({ field: 'evaluatorId', ...refusal('DOES_NOT_EXIST') });
  const { status, managerId } = evaluator;
  const { subjectId, evaluatorType } = row;
  if (evaluatorId !== subjectId) await assertNoRole(evaluatorId, row);
  assertValid(validateEvaluator(evaluatorType, { id: evaluatorId, status, managerId }, { id: subjectId, managerIds }));
}

async function insertReplacement(row: Participant, evaluatorId: string): Promise<Participant> {
  const { cycleId, subjectId, evaluatorType } = row;
  const origin = ParticipantOrigin.Manual;
  const fresh = { _id: newId(), cycleId, subjectId, evaluatorId, evaluatorType, origin, answers: [] };
  try {
    return (await new ParticipantModel(fresh).save()).toObject();
  } catch (error) {
    throw duplicateKeys(error).includes('evaluatorId') ? roleTaken() : error;
  }
}

/** Returns the refusal of a second evaluator type for one subject. */
export function roleTaken(): AppError {
  return conflict(refusal('EVALUATOR_HAS_ROLE_FOR_SUBJECT'));
}

async function recordChange(
  event: 'evaluation.evaluator-replaced' | 'evaluation.evaluator-removed',
  before: Participant,
  after: Participant | null,
): Promise<void> {
  const { cycleId, subjectId, evaluatorType } = before;
  const about = { cycleId, subjectId, evaluatorType };
  await recordAudit(event, {
    entityType: AuditEntity.Evaluation,
    entityId: before._id,
    changes: [
      { field: 'evaluatorId', before: before.evaluatorId, after: after?.evaluatorId ?? null },
      { field: 'participantId', before: before._id, after: after?._id ?? null },
      ...Object.entries(about).map(([field, value]) => ({ field, before: value, after: value })),
    ],
  });
}
