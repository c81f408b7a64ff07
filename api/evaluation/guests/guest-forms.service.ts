import { inTransaction } from '../../../shared/db/transaction';
import { withdrawEvaluations } from '../../../shared/evaluation/guests/guests.store';
import { ParticipantModel } from '../../../shared/evaluation/participants/participant.model';
import { now } from '../../../shared/kernel/clock';
import { tooManyChanges } from '../../../shared/kernel/errors';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import type { MyEvaluationAnswers, MyEvaluationView, SaveAnswers } from '../my-evaluations.dto';
import { getMyEvaluation, listMyEvaluations, ownEvaluation, withAnswers } from '../my-evaluations.queries';
import { assertWritable, saveAnswers } from '../my-evaluations.service';
import { submitEvaluation } from '../submissions.service';
import { type DeclineEvaluation, type GuestPageView, toGuestPage } from './guest-forms.dto';
import { callingGuest } from './guest-session.service';

/** Most evaluations of one guest. */
const EVERYTHING = { page: 1, pageSize: 200 };

/** Returns what the guest is asked, by whom and until when; throws like `callingGuest`, as everything here. */
export async function guestPage(): Promise<GuestPageView> {
  const { guest, cycle } = await callingGuest();
  const [tenant, { items }] = await Promise.all([
    currentTenant(),
    listMyEvaluations({ cycleId: guest.cycleId, status: undefined }, EVERYTHING),
  ]);
  return toGuestPage({ guest, cycle, tenant, evaluations: items });
}

/** Returns one of the guest's evaluations; throws NOT_FOUND. */
export async function guestEvaluation(id: string): Promise<MyEvaluationView> {
  await callingGuest();
  return getMyEvaluation(id);
}

/** Saves answers of the guest; throws like `saveAnswers`. */
export async function saveGuestAnswers(id: string, answers: SaveAnswers): Promise<MyEvaluationAnswers> {
  await callingGuest();
  return withAnswers(await saveAnswers(id, answers));
}

/** Submits an evaluation of the guest; throws like `submitEvaluation`. */
export async function submitGuestEvaluation(id: string): Promise<MyEvaluationAnswers> {
  await callingGuest();
  return withAnswers(await submitEvaluation(id));
}

/** Declines an evaluation that is not submitted: it is no longer requested. Throws NOT_FOUND and CONFLICT. */
export async function declineEvaluation(id: string, { reason }: DeclineEvaluation): Promise<void> {
  const { guest } = await callingGuest();
  await inTransaction(async () => {
    const { row, cycle } = await ownEvaluation(id);
    assertWritable(row, cycle);
    const declined = { reason: reason?.trim() || null, at: now() };
    const written = await ParticipantModel.updateOne({ _id: id, revision: row.revision }, { $set: { declined } });
    if (written.matchedCount === 0) throw tooManyChanges();
    await withdrawEvaluations({ evaluatorId: guest._id, _id: id });
    const about = { cycleId: row.cycleId, subjectId: row.subjectId };
    await recordAudit('guest.declined', {
      entityType: AuditEntity.Guest,
      entityId: guest._id,
      changes: Object.entries(about).map(([field, after]) => ({ field, before: null, after })),
    });
  });
}
