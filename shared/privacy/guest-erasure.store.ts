import { MailDeliveryModel } from '../comms/mail/mail-delivery.model';
import { removeFromOutbox } from '../comms/mail/outbox';
import { pickRows } from '../db/pick';
import { inTransaction } from '../db/transaction';
import { CycleStatus } from '../evaluation/cycles/cycle-status';
import { CycleModel } from '../evaluation/cycles/cycle.model';
import { EvaluationModel } from '../evaluation/evaluation.model';
import { guestLinkStart } from '../evaluation/guests/guest-link';
import { type Guest, GuestModel } from '../evaluation/guests/guest.model';
import { withdrawEvaluations } from '../evaluation/guests/guests.store';
import { ParticipantStatus } from '../evaluation/participants/participant-status';
import { ParticipantModel } from '../evaluation/participants/participant.model';
import { deleteFile } from '../infra/files';
import { addMonths } from '../kernel/calendar-dates';
import { now } from '../kernel/clock';
import { AuditEntity } from '../platform/audit/audit-events';
import { recordAudit } from '../platform/audit/audit.store';
import { destroyKeys } from '../platform/person-keys.store';
import { recordErasure } from './erased-employee.store';
import { eraseImportsOfGuests } from './imported-cells.store';
import { emptiedFields } from './personal-data';
import { PrivacyRequestModel } from './privacy-request.model';
import { PrivacyStatus } from './privacy-status';

/** Guests are erased this long after their cycle closed. */
const KEPT_MONTHS = 12;
const AT_ONCE = 500;

/** Runs a change in a transaction. */
type Write = <T>(change: () => Promise<T>) => Promise<T>;

/**
 * Erases a guest whole, as `closeGuest` and `eraseAroundGuest` do. Returns whether there was something to erase; safe to repeat.
 */
export async function eraseGuest(id: string): Promise<boolean> {
  const isClosed = await inTransaction(() => closeGuest(id));
  await eraseAroundGuest(id, inTransaction);
  return isClosed;
}

/**
 * Deletes name, email and language of a guest, of whom nothing is asked any more; `eraseAroundGuest` has to follow. Returns
 * whether there was something to erase; safe to repeat. Call it in a transaction.
 */
export async function closeGuest(id: string): Promise<boolean> {
  const row = await GuestModel.findById(id);
  if (!row || row.erasedAt) return false;
  const { cycleId, email }: Guest = row.toObject();
  await EvaluationModel.updateMany(
    { cycleId, 'nomination.guests.email': email },
    { $pull: { 'nomination.guests': { email } } },
  );
  await withdrawEvaluations({ evaluatorId: id });
  row.set({ ...emptiedFields(GuestModel, 'guest'), erasedAt: now() });
  await row.save();
  await recordAudit('guest.erased', { entityType: AuditEntity.Guest, entityId: id });
  return true;
}

/**
 * Deletes drafts, reasons, emails, imported cells and copies of the data of a closed guest and the key of the audit entries; what was
 * submitted stays without the person. The ledger repeats it after a restored backup. Safe to repeat.
 */
export async function eraseAroundGuest(id: string, write: Write): Promise<void> {
  const guest = await GuestModel.findById(id).lean<Guest>();
  if (!guest?.erasedAt) return;
  const { erasedAt } = guest;
  for (const { fileId } of await pickRows(PrivacyRequestModel.find({ guestId: id }), 'fileId'))
    if (fileId !== null) await deleteFile(fileId);
  await write(async () => {
    const own = { evaluatorId: id };
    await ParticipantModel.updateMany({ ...own, status: ParticipantStatus.InProgress }, { $set: { answers: [] } });
    await ParticipantModel.updateMany(
      { ...own, 'declined.reason': { $ne: null } },
      { $set: { 'declined.reason': null } },
    );
    await MailDeliveryModel.deleteMany({ employeeId: id });
    await PrivacyRequestModel.updateMany({ guestId: id }, { $set: { fileId: null, note: null, reason: null } });
    await PrivacyRequestModel.updateMany(
      { guestId: id, openFor: { $ne: null } },
      { $set: { status: PrivacyStatus.Cancelled, openFor: null } },
    );
    await recordErasure([id], { requestId: id, accountIds: [], redactions: [], erasedAt });
  });
  await eraseImportsOfGuests(guest.cycleId, write);
  await destroyKeys([id]);
  const link = guestLinkStart(guest);
  await removeFromOutbox((text) => text.includes(link));
}

/** Erases the guests of cycles that closed a year ago, and those who were only nominated; returns the number of the former. */
export async function eraseGuestsOfOldCycles(): Promise<number> {
  const cycles = await pickRows(
    CycleModel.find({
      status: { $in: [CycleStatus.Closed, CycleStatus.Archived] },
      closedAt: { $lt: addMonths(now(), -KEPT_MONTHS) },
    }),
    '_id',
  );
  let erased = 0;
  for (const { _id: cycleId } of cycles) {
    await EvaluationModel.updateMany(
      { cycleId, 'nomination.guests.email': { $ne: null } },
      { $set: { 'nomination.guests': [] } },
    );
    for (;;) {
      const guests = await pickRows(GuestModel.find({ cycleId, erasedAt: null }).limit(AT_ONCE), '_id');
      if (guests.length === 0) break;
      for (const { _id } of guests) erased += Number(await eraseGuest(_id));
    }
  }
  return erased;
}
