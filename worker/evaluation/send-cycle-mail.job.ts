import { type Mailing, prepareMailing } from '../../shared/comms/mail.store';
import { DeliveryStatus } from '../../shared/comms/mail-delivery.model';
import {
  deliveryCounts,
  failedDeliveries,
  outcomeNotes,
  pendingDeliveries,
  type PendingDelivery,
  planDeliveries,
} from '../../shared/comms/mail-delivery.store';
import { MailFailure } from '../../shared/comms/mail-failure';
import { notify } from '../../shared/comms/notification.store';
import type { Cycle } from '../../shared/evaluation/cycle.model';
import { cycleMailPath } from '../../shared/evaluation/cycle-mail.rules';
import { findCycle } from '../../shared/evaluation/cycle.store';
import { type MailTrigger, MailTriggerModel } from '../../shared/evaluation/mail-trigger.model';
import type { CycleMailResult } from '../../shared/jobs/contract';
import { now } from '../../shared/kernel/clock';
import { notFound } from '../../shared/kernel/errors';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { type User, UserModel } from '../../shared/platform/user.model';
import { inLanes } from '../lanes';
import type { Run } from '../run-job';
import { cycleValues, recipientsOf } from './cycle-mail-recipients';

/** Recipients that are read at once. */
const CHUNK = 500;
/** Mails under way: enough to keep every connection of the pool busy while outcomes are noted. */
const LANES = 32;
/** A mail that is put off ("try later") so often has failed. */
const MOST_ATTEMPTS = 6;
const MOST_FAILURES_TOLD = 100;

type Person = Pick<Employee, '_id' | 'email' | 'fullName'> & { locale: string | null };

/** What one run of a mailing works with. */
interface MailingRun {
  run: Run<'evaluation.send-cycle-mail'>;
  trigger: MailTrigger;
  cycle: Cycle;
  mailing: Mailing;
  /** Unsubmitted evaluations by employee; who is not in it is not written to any more. */
  open: ReadonlyMap<string, number>;
  note: ReturnType<typeof outcomeNotes>['note'];
  /** Where every recipient continues. */
  link: string;
}

/**
 * Mails and notifies the people of a cycle (spec 4.8). Each mail stands in the ledger before it is sent and is marked after,
 * so a run that begins again goes on where the last one ended; a mail whose mark was lost goes again under the same
 * Message-ID. A mail server that is away makes the run fail, to be tried again; an address that it refuses does not.
 */
export async function sendCycleMail(run: Run<'evaluation.send-cycle-mail'>): Promise<CycleMailResult> {
  const trigger = await MailTriggerModel.findById(run.payload.triggerId).lean<MailTrigger>();
  if (!trigger) throw notFound();
  const { kind } = trigger;
  const cycle = await findCycle(trigger.cycleId);
  const mailing = await prepareMailing(kind);
  const open = await recipientsOf(kind, cycle._id);
  const link = mailing.address(cycleMailPath(kind, cycle._id));
  const context: MailingRun = { run, trigger, cycle, mailing, open, note: outcomeNotes().note, link };
  if (trigger.plannedAt === null) await plan(context);
  await sendPending(context);
  const counts = await deliveryCounts(trigger._id);
  const { Sent: sent, Failed: failed, Skipped: skipped } = counts;
  // The run is not over while mails wait: the job is run again, after a while.
  if (counts.Pending > 0) throw new Error(`${counts.Pending} mails were put off by the mail server.`);
  const failures = await failedDeliveries(trigger._id, MOST_FAILURES_TOLD);
  return {
    recipients: sent + failed + skipped,
    sent,
    failed,
    skipped,
    failures: failures.map(({ employeeId, reason }) => ({ employeeId, reason: reason ?? '' })),
  };
}

async function plan({ run, trigger, cycle, open }: MailingRun): Promise<void> {
  await planDeliveries(trigger._id, [...open.keys()], () => run.progress(0, open.size));
  const recipients = [...open].map(([employeeId, count]) => {
    return { employeeId, values: cycleValues(cycle, count), link: cycleMailPath(trigger.kind, cycle._id) };
  });
  await notify(trigger.kind, `${trigger.kind}:${trigger._id}`, recipients);
  await MailTriggerModel.updateOne({ _id: trigger._id }, { $set: { plannedAt: now() } });
}

async function sendPending(context: MailingRun): Promise<void> {
  const { run, trigger } = context;
  const pending = await pendingDeliveries(trigger._id);
  const ended = await deliveryCounts(trigger._id);
  const total = ended.Pending + ended.Sent + ended.Failed + ended.Skipped;
  let done = total - pending.length;
  for (let start = 0; start < pending.length; start += CHUNK) {
    const chunk = pending.slice(start, start + CHUNK);
    const people = await peopleOf(chunk);
    await inLanes(chunk, LANES, async (delivery) => {
      await run.progress(done, total);
      await sendOne(context, delivery, people.get(delivery.employeeId));
      done += 1;
    });
  }
  await run.progress(done, total);
}

async function peopleOf(deliveries: readonly PendingDelivery[]): Promise<Map<string, Person>> {
  const ids = deliveries.map(({ employeeId }) => employeeId);
  const [employees, accounts] = await Promise.all([
    EmployeeModel.find({ _id: { $in: ids }, status: { $ne: EmployeeStatus.Terminated } })
      .select('email fullName')
      .lean<Pick<Employee, '_id' | 'email' | 'fullName'>[]>(),
    UserModel.find({ employeeId: { $in: ids } })
      .select('employeeId locale')
      .lean<Pick<User, 'employeeId' | 'locale'>[]>(),
  ]);
  const localeOf = new Map(accounts.map(({ employeeId, locale }) => [employeeId, locale]));
  return new Map(
    employees.map((employee) => [employee._id, { ...employee, locale: localeOf.get(employee._id) ?? null }]),
  );
}

async function sendOne(context: MailingRun, delivery: PendingDelivery, person: Person | undefined): Promise<void> {
  const { trigger, cycle, mailing, open, note, link } = context;
  const { _id, employeeId, attempts } = delivery;
  const count = open.get(employeeId);
  if (!person || count === undefined) return note({ _id, status: DeliveryStatus.Skipped, reason: null });
  const messageKey = `${trigger.kind}:${cycle._id}:${employeeId}:${trigger._id}`;
  try {
    const to = { email: person.email, name: person.fullName, locale: person.locale };
    await mailing.send(to, { ...cycleValues(cycle, count), link }, messageKey);
    await note({ _id, status: DeliveryStatus.Sent, reason: null });
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const hasFailed = error.kind === 'refused' || (error.kind === 'temporary' && attempts + 1 >= MOST_ATTEMPTS);
    const status = hasFailed ? DeliveryStatus.Failed : DeliveryStatus.Pending;
    await note({ _id, status, reason: error.reply });
    if (error.kind === 'unavailable') throw error;
  }
}
