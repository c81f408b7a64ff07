import { mailRoute } from '../../../shared/comms/mail/mail-route.store';
import { inTransaction } from '../../../shared/db/transaction';
import { answersAreWritable } from '../../../shared/evaluation/cycles/cycle-status';
import { findCycle } from '../../../shared/evaluation/cycles/cycle.store';
import { type Guest, GuestModel } from '../../../shared/evaluation/guests/guest.model';
import { withdrawEvaluations } from '../../../shared/evaluation/guests/guests.store';
import { enqueueStored } from '../../../shared/jobs/enqueue';
import { now } from '../../../shared/kernel/clock';
import { conflict } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { storeInvitations } from './guest-invitations.service';
import type { WithdrawGuest } from './guests.dto';
import { findGuest } from './guests.queries';

/**
 * Sends a guest a new link, which ends the links before it. Throws NOT_FOUND, and CONFLICT for a guest who was withdrawn or
 * erased, while the cycle takes no answers, and without a mail server.
 */
export async function resendInvitation(id: string): Promise<void> {
  await mailRoute();
  const job = await inTransaction(async () => {
    const guest = await presentGuest(id);
    const cycle = await findCycle(guest.cycleId);
    if (!answersAreWritable(cycle.status)) throw conflict(refusal('CYCLE_NOT_OPEN_FOR_MAIL', { status: cycle.status }));
    await GuestModel.updateOne({ _id: id }, { $inc: { generation: 1 } });
    await recordAudit('guest.invited', {
      entityType: AuditEntity.Guest,
      entityId: id,
      changes: [{ field: 'generation', before: guest.generation, after: guest.generation + 1 }],
    });
    return storeInvitations(cycle, [id]);
  });
  if (job) await enqueueStored(job);
}

/**
 * Withdraws a guest: the link opens nothing any more, what is submitted stays. Safe to repeat. Throws NOT_FOUND, and CONFLICT for
 * an erased guest.
 */
export async function withdrawGuest(id: string, { reason }: WithdrawGuest): Promise<void> {
  await inTransaction(async () => {
    const guest = await findGuest(id);
    if (guest.erasedAt) throw conflict(refusal('GUEST_IS_ERASED'));
    if (guest.withdrawnAt) return;
    await GuestModel.updateOne({ _id: id }, { $set: { withdrawnAt: now() } });
    await withdrawEvaluations({ evaluatorId: id });
    await recordAudit('guest.withdrawn', {
      entityType: AuditEntity.Guest,
      entityId: id,
      changes: reason ? [{ field: 'reason', before: null, after: reason.trim() }] : [],
    });
  });
}

async function presentGuest(id: string): Promise<Guest> {
  const guest = await findGuest(id);
  if (guest.erasedAt) throw conflict(refusal('GUEST_IS_ERASED'));
  if (guest.withdrawnAt) throw conflict(refusal('GUEST_IS_WITHDRAWN'));
  return guest;
}
