import { pickRow } from '../../../shared/db/pick';
import { answersAreWritable } from '../../../shared/evaluation/cycles/cycle-status';
import type { Cycle } from '../../../shared/evaluation/cycles/cycle.model';
import { type Guest, GuestModel } from '../../../shared/evaluation/guests/guest.model';
import { storeJob } from '../../../shared/jobs/enqueue';
import type { Job } from '../../../shared/jobs/job.model';
import { context } from '../../../shared/kernel/context';
import { normalizeEmail } from '../../../shared/kernel/email';
import { AppError, assertValid, conflict, invalid } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { canonicalLocale } from '../../../shared/kernel/locale.rules';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { GuestsAllowed } from '../../../shared/platform/guests-allowed';
import { signedIn } from '../../../shared/policies/viewer';
import { mayInviteGuest } from '../../policies/guest.policy';
import type { GuestInput } from './guests.dto';

/** Throws CONFLICT where no one may invite guests. */
export async function assertGuestsAllowed(): Promise<void> {
  if ((await guestsAllowed()) === GuestsAllowed.Off) throw conflict(refusal('GUESTS_NOT_ALLOWED'));
}

/** Returns who invites guests in the organization. */
export async function guestsAllowed(): Promise<GuestsAllowed> {
  const { settings } = await currentTenant();
  return settings.guests?.allowed ?? GuestsAllowed.Off;
}

/** Whether the caller may ask a guest about this subject. */
export async function mayInvite(subjectId: string): Promise<boolean> {
  const subject = await pickRow(EmployeeModel.findById(subjectId), 'managerId');
  return mayInviteGuest(signedIn(), await guestsAllowed(), subject?.managerId ?? null);
}

/** Throws FORBIDDEN unless the caller may ask a guest about this subject, and CONFLICT where no one may. */
export async function assertMayInvite(subjectId: string): Promise<void> {
  if (!(await mayInvite(subjectId)))
    throw new AppError('FORBIDDEN', 'Only HR, and managers where guests are theirs to invite, ask guests.');
  await assertGuestsAllowed();
}

/**
 * Returns the id of the guest of a cycle with this email, who is added if new; someone who was withdrawn takes part again, by a
 * new link. Throws VALIDATION on `guest.email` for the email of an employee, and on `guest.locale`. Call it in a transaction.
 */
export async function ensureGuest(cycleId: string, input: GuestInput): Promise<string> {
  const email = normalizeEmail(input.email);
  const locale = input.locale ? canonicalLocale(input.locale) : null;
  assertValid(input.locale && locale === null ? [{ field: 'guest.locale', ...refusal('NOT_A_LANGUAGE') }] : []);
  if (await EmployeeModel.exists({ email })) throw invalid({ field: 'guest.email', ...refusal('BELONGS_TO_EMPLOYEE') });
  const known = await GuestModel.findOne({ cycleId, email }).lean<Guest>();
  if (known?.withdrawnAt)
    await GuestModel.updateOne({ _id: known._id }, { $set: { withdrawnAt: null }, $inc: { generation: 1 } });
  if (known) return known._id;
  const invitedBy = context().actor?.userId ?? null;
  const guest = { _id: newId(), cycleId, email, name: input.name.trim(), locale, invitedBy };
  await new GuestModel(guest).save();
  return guest._id;
}

/** Records that a guest was asked about a subject. Call it in a transaction. */
export async function recordInvitation(guestId: string, cycleId: string, subjectId: string): Promise<void> {
  const about = { cycleId, subjectId };
  await recordAudit('guest.invited', {
    entityType: AuditEntity.Guest,
    entityId: guestId,
    changes: Object.entries(about).map(([field, after]) => ({ field, before: null, after })),
  });
}

/** Stores the job that sends the links of a cycle's guests, or of some; null while the cycle takes no answers. */
export async function storeInvitations(
  cycle: Pick<Cycle, '_id' | 'status'>,
  guestIds: string[] | null,
): Promise<Job | null> {
  if (!answersAreWritable(cycle.status)) return null;
  if (guestIds === null && !(await GuestModel.exists({ cycleId: cycle._id }))) return null;
  return storeJob('evaluation.invite-guests', { cycleId: cycle._id, guestIds, triggerId: newId() });
}
