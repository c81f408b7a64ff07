import { CONSOLE_PAGES } from '../../../shared/comms/console-pages';
import { notify } from '../../../shared/comms/notification.store';
import { pickRows } from '../../../shared/db/pick';
import { EvaluationModel } from '../../../shared/evaluation/evaluation.model';
import { GuestModel } from '../../../shared/evaluation/guests/guest.model';
import {
  type NominatedGuest,
  type Nomination,
  NominationStatus,
} from '../../../shared/evaluation/nominations/nomination';
import { NO_NOMINATION } from '../../../shared/evaluation/nominations/nomination.rules';
import { ParticipantModel, ParticipantOrigin } from '../../../shared/evaluation/participants/participant.model';
import { updateTallies } from '../../../shared/evaluation/subject-tally.store';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import type { Job } from '../../../shared/jobs/job.model';
import { now } from '../../../shared/kernel/clock';
import { actor } from '../../../shared/kernel/context';
import { newId } from '../../../shared/kernel/ids';
import { AuditEntity, type AuditEvent } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { ensureGuest, recordInvitation, storeInvitations } from '../guests/guest-invitations.service';
import type { Nominating, NominationRow } from './nominations.queries';

/**
 * Makes employees peers and guests Stakeholders of a subject, in addition to existing evaluators, and notifies the employees;
 * `inviteApproved` emails the guests. Call it in a transaction after `serializeEmployeeChanges`, once each is checked.
 */
export async function approveNominees(
  { row, cycle }: Nominating,
  { peerIds, guests }: { peerIds: readonly string[]; guests: readonly NominatedGuest[] },
): Promise<Nominating> {
  const { cycleId, subjectId } = row;
  const evaluator = (evaluatorType: EvaluatorType, evaluatorId: string) => {
    const role = { cycleId, subjectId, evaluatorType, origin: ParticipantOrigin.Nomination };
    return { ...role, _id: newId(), evaluatorId, answers: [] };
  };
  const peers = peerIds.map((id) => evaluator(EvaluatorType.Peer, id));
  const stakeholders: ReturnType<typeof evaluator>[] = [];
  for (const guest of guests)
    stakeholders.push(evaluator(EvaluatorType.Stakeholder, await ensureGuest(cycleId, guest)));
  await ParticipantModel.insertMany([...peers, ...stakeholders]);
  for (const { evaluatorId } of stakeholders) await recordInvitation(evaluatorId, cycleId, subjectId);
  await updateTallies(cycleId, [subjectId]);
  const nomination: Nomination = {
    ...NO_NOMINATION,
    ...row.nomination,
    status: NominationStatus.Approved,
    peerIds: [...peerIds],
    guests: [...guests],
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

/** Stores the job that emails the guests of an approved nomination their links; null without guests. */
export async function inviteApproved({ row, cycle }: Nominating): Promise<Job | null> {
  const emails = row.nomination?.guests?.map(({ email }) => email) ?? [];
  if (emails.length === 0) return null;
  const guests = await pickRows(GuestModel.find({ cycleId: row.cycleId, email: { $in: emails } }), '_id');
  return storeInvitations(
    cycle,
    guests.map(({ _id }) => _id),
  );
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
