import { DeliveryStatus, MailDeliveryModel } from '../../comms/mail/mail-delivery.model';
import type { MailRecipient } from '../../comms/mail/mail.store';
import type { TemplateKey } from '../../comms/template-key';
import { pickRows } from '../../db/pick';
import { namesById } from '../../db/references';
import { EmployeeModel } from '../../people/employee.model';
import { mailRecipients } from '../../people/mail-recipients.store';
import { ParticipantModel } from '../participants/participant.model';
import { Presence } from '../participants/presence';
import { updateTallies } from '../subject-tally.store';
import { guestPage } from './guest-link';
import { type Guest, GuestModel } from './guest.model';

/** Most guests that one query reads by id. */
const ASK_AT_ONCE = 1_000;

/** Guests who can be asked: neither withdrawn nor erased. */
const PRESENT_GUESTS = { withdrawnAt: null, erasedAt: null };

/** Reads the names of evaluators: those of employees, also of deleted ones, and those of guests. Two queries at most. */
export async function evaluatorNames(ids: readonly string[]): Promise<(id: string) => string | null> {
  const employee = await namesById(EmployeeModel, ids, 'fullName', { ofDeletedToo: true });
  const guest = await namesById(
    GuestModel,
    ids.filter((id) => employee(id) === null),
    'name',
  );
  return (id) => employee(id) ?? guest(id);
}

export async function guestsAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = ids.length === 0 ? [] : await pickRows(GuestModel.find({ _id: { $in: [...ids] } }), '_id');
  return new Set(rows.map(({ _id }) => _id));
}

/** The recipients of an email, and the pages of their own that it leads some of them to. */
export interface EvaluatorRecipients {
  recipients: Map<string, MailRecipient>;
  /** The page of a guest's link, by guest. */
  pages: Map<string, string>;
}

/** Returns whom an email to guests reaches among these, and their links. */
export async function guestRecipients(ids: readonly string[]): Promise<EvaluatorRecipients> {
  const found: EvaluatorRecipients = { recipients: new Map(), pages: new Map() };
  for (let start = 0; start < ids.length; start += ASK_AT_ONCE) {
    const some = { _id: { $in: ids.slice(start, start + ASK_AT_ONCE) }, ...PRESENT_GUESTS };
    for (const guest of await GuestModel.find(some).lean<Guest[]>()) {
      const { _id, email, name, locale } = guest;
      if (email === null || name === null) continue;
      found.recipients.set(_id, { email, name, locale, isGuest: true });
      found.pages.set(_id, guestPage(guest));
    }
  }
  return found;
}

/** The emails about a cycle that guests get too; the one that opens it is `guest-invited`. */
const ALSO_TO_GUESTS: readonly TemplateKey[] = ['deadline-reminder'];

/** Returns whom an email of a kind reaches among these evaluators: `mailRecipients`, and guests where it goes to them. */
export async function evaluatorRecipients(key: TemplateKey, ids: readonly string[]): Promise<EvaluatorRecipients> {
  const recipients = await mailRecipients(key, ids);
  const others = ALSO_TO_GUESTS.includes(key) ? ids.filter((id) => !recipients.has(id)) : [];
  const guests = await guestRecipients(others);
  return { recipients: new Map([...recipients, ...guests.recipients]), pages: guests.pages };
}

/** The last email to a guest. */
export interface LastMail {
  isSent: boolean;
  isRefused: boolean;
  at: Date;
  /** The mail server's last reply, of one that failed. */
  reason: string | null;
}

/** Returns the last email to each of these guests that was not skipped. */
export async function lastMails(guestIds: readonly string[]): Promise<Map<string, LastMail>> {
  const rows = await pickRows(
    MailDeliveryModel.find({ employeeId: { $in: [...guestIds] }, status: { $ne: DeliveryStatus.Skipped } }),
    'employeeId',
    'status',
    'reason',
    'createdAt',
    'updatedAt',
  );
  rows.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return new Map(
    rows.map(({ employeeId, status, reason, updatedAt }): [string, LastMail] => {
      const outcome = { isSent: status === DeliveryStatus.Sent, isRefused: status === DeliveryStatus.Failed };
      return [employeeId, { ...outcome, reason, at: updatedAt }];
    }),
  );
}

/**
 * Withdraws evaluators that are guests, or only some of their evaluations, like someone who left: what is submitted stays and
 * counts, the rest is no longer asked. Call it in a transaction.
 */
export async function withdrawEvaluations(filter: {
  evaluatorId: string | { $in: string[] };
  _id?: string;
}): Promise<void> {
  const here = { ...filter, evaluatorPresence: { $ne: Presence.Withdrawn } };
  const rows = await pickRows(ParticipantModel.find(here), 'cycleId', 'subjectId');
  if (rows.length === 0) return;
  await ParticipantModel.updateMany(here, { $set: { evaluatorPresence: Presence.Withdrawn } });
  for (const cycleId of new Set(rows.map((row) => row.cycleId)))
    await updateTallies(
      cycleId,
      rows.filter((row) => row.cycleId === cycleId).map(({ subjectId }) => subjectId),
    );
}
