import { CONSOLE_PAGES } from '../../../shared/comms/console-pages';
import { notify } from '../../../shared/comms/notification.store';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { type Nomination, NominationStatus } from '../../../shared/evaluation/nominations/nomination';
import { NO_NOMINATION } from '../../../shared/evaluation/nominations/nomination.rules';
import { ParticipantModel, ParticipantOrigin } from '../../../shared/evaluation/participants/participant.model';
import { updateTallies } from '../../../shared/evaluation/subject-tally.store';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { now } from '../../../shared/kernel/clock';
import { actor } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { AuditEntity, type AuditEvent } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import type { Nominating, NominationRow } from './nominations.queries';

/**
 * Makes employees peers of a subject, in addition to existing evaluators, and notifies them. Call it in a transaction
 * after `serializeEmployeeChanges`, once each employee is checked.
 */
export async function approvePeers({ row, cycle }: Nominating, peerIds: readonly string[]): Promise<Nominating> {
  const { cycleId, subjectId } = row;
  const role = { cycleId, subjectId, evaluatorType: EvaluatorType.Peer, origin: ParticipantOrigin.Nomination };
  const peers = peerIds.map((evaluatorId) => ({ ...role, _id: newId(), evaluatorId, answers: [] }));
  await ParticipantModel.insertMany(peers);
  await updateTallies(cycleId, [subjectId]);
  const nomination: Nomination = {
    ...NO_NOMINATION,
    ...row.nomination,
    status: NominationStatus.Approved,
    peerIds: [...peerIds],
    decidedAt: now(),
    decidedBy: actor().userId,
    returnReason: null,
  };
  await EvaluationModel.updateOne({ _id: row._id }, { $set: { nomination } });
  await recordNomination('nominations.approved', row, peerIds);
  for (const { _id, evaluatorId } of peers)
    await notify('evaluator-assigned', `evaluator-assigned:${_id}`, [
      {
        employeeId: evaluatorId,
        values: { cycle: cycle.name, subject: row.subject.fullName },
        link: CONSOLE_PAGES.myEvaluation(_id),
      },
    ]);
  return { row: { ...row, nomination }, cycle };
}

/** Records an event of a nomination, in the transaction of the change. */
export async function recordNomination(
  event: Extract<AuditEvent, `nominations.${string}`>,
  { _id, cycleId, subjectId }: NominationRow,
  evaluatorIds: readonly string[],
): Promise<void> {
  const about = { cycleId, subjectId, evaluatorIds: [...evaluatorIds] };
  await recordAudit(event, {
    entityType: AuditEntity.Evaluation,
    entityId: _id,
    changes: Object.entries(about).map(([field, after]) => ({ field, before: null, after })),
  });
}
