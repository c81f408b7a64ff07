import { Semaphore } from 'async-mutex';
import { DeliveryStatus, MailDeliveryModel } from '../../shared/comms/mail/mail-delivery.model';
import { MailFailure } from '../../shared/comms/mail/mail-failure';
import { POOL_CONNECTIONS } from '../../shared/comms/mail/mail-transport';
import { type Mailing, prepareMailing } from '../../shared/comms/mail/mail.store';
import { notify } from '../../shared/comms/notification.store';
import { pickRows } from '../../shared/db/pick';
import { cycleValues, recipientsOf } from '../../shared/evaluation/cycles/cycle-mail-recipients.store';
import { type MailTrigger, MailTriggerModel } from '../../shared/evaluation/cycles/cycle-mail.model';
import { cycleMailPath } from '../../shared/evaluation/cycles/cycle-mail.rules';
import { recentlyMailed } from '../../shared/evaluation/cycles/cycle-mailed.store';
import type { Cycle } from '../../shared/evaluation/cycles/cycle.model';
import { findCycle } from '../../shared/evaluation/cycles/cycle.store';
import type { CycleMailResult } from '../../shared/jobs/contract';
import { now } from '../../shared/kernel/clock';
import { notFound } from '../../shared/kernel/errors';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { UserModel } from '../../shared/platform/accounts/user.model';
import { AuditEntity } from '../../shared/platform/audit/audit-events';
import {
  deliveryCounts,
  failedDeliveries,
  outcomeWriter,
  pendingDeliveries,
  type PendingDelivery,
  plannedDeliveries,
} from '../comms/mail-delivery.store';
import { MAILING, defineJob, type Run } from '../define-job';
import { insertRows } from '../insert-rows';
import { recordJob } from '../job-audit';
import { inLanes } from '../lanes';

/** Recipients per batch. */
const CHUNK = 500;
/** Enough to keep every connection of the pool busy while as many outcomes are stored. */
const LANES = 2 * POOL_CONNECTIONS;
/** An email deferred this many times counts as failed. */
const MAX_ATTEMPTS = 6;
const MAX_REPORTED_FAILURES = 100;

type Person = Pick<Employee, '_id' | 'email' | 'fullName'> & { locale: string | null };

/** The inputs of one run of a mailing. */
interface MailingRun {
  run: Run<'evaluation.send-cycle-mail'>;
  trigger: MailTrigger;
  cycle: Cycle;
  mailing: Mailing;
  /** Unsubmitted evaluations by employee; employees who are missing get no email. */
  open: ReadonlyMap<string, number>;
  store: ReturnType<typeof outcomeWriter>['store'];
  /** As many as the pool has, so that no email waits inside it. */
  connections: Semaphore;
  /** The link for every recipient. */
  link: string;
}

/**
 * Emails and notifies the recipients of a cycle's mailing. Each email has a row before it is sent, which is updated
 * after, so that a repeated run continues; an email whose update was lost is sent again with the same Message-ID. An
 * unavailable mail server fails the run, which is retried; a refused address does not.
 */
export const sendCycleMail = defineJob({
  name: 'evaluation.send-cycle-mail',
  retry: MAILING,
  onFailed: null,
  run: sendAll,
});

async function sendAll(run: Run<'evaluation.send-cycle-mail'>): Promise<CycleMailResult> {
  const trigger = await MailTriggerModel.findById(run.payload.triggerId).lean<MailTrigger>();
  if (!trigger) throw notFound();
  const { kind } = trigger;
  const cycle = await findCycle(trigger.cycleId);
  const mailing = await prepareMailing(kind);
  const open = await recipientsOf(kind, cycle, trigger);
  const link = mailing.address(cycleMailPath(kind, cycle._id));
  const { store } = outcomeWriter((change) => run.write(change));
  const connections = new Semaphore(POOL_CONNECTIONS);
  const context: MailingRun = { run, trigger, cycle, mailing, open, store, link, connections };
  if (trigger.plannedAt === null) await plan({ ...context, open: await plannedRecipients(trigger, open) });
  await sendPending(context);
  const counts = await deliveryCounts(trigger._id);
  const { Sent: sent, Failed: failed, Skipped: skipped } = counts;
  // The run fails while emails wait, so that the job runs again.
  if (counts.Pending > 0) throw new Error(`${counts.Pending} emails were deferred by the mail server.`);
  const about = { entityType: AuditEntity.Cycle, entityId: cycle._id };
  recordJob(run, 'mail.sent', about, { kind, recipients: sent + failed + skipped, sent, failed, skipped });
  const failures = await failedDeliveries(trigger._id, MAX_REPORTED_FAILURES);
  return {
    recipients: sent + failed + skipped,
    sent,
    failed,
    skipped,
    failures: failures.map(({ employeeId, reason }) => ({ employeeId, reason: reason ?? '' })),
  };
}

/** Returns the recipients without those whom an addition leaves out, because an earlier call has emailed them. */
async function plannedRecipients(
  { isAddition, cycleId, kind, sequence, createdAt }: MailTrigger,
  open: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  if (isAddition !== true) return open;
  const mailed = await recentlyMailed(cycleId, kind, { at: createdAt, before: sequence });
  return new Map([...open].filter(([employeeId]) => !mailed.has(employeeId)));
}

async function plan({ run, trigger, cycle, open }: MailingRun): Promise<void> {
  await insertRows(run, MailDeliveryModel, plannedDeliveries(trigger._id, [...open.keys()]));
  const recipients = [...open].map(([employeeId, count]) => {
    return { employeeId, values: cycleValues(cycle, count), link: cycleMailPath(trigger.kind, cycle._id) };
  });
  for (let start = 0; start < recipients.length; start += CHUNK)
    await run.write(() =>
      notify(trigger.kind, `${trigger.kind}:${trigger._id}`, recipients.slice(start, start + CHUNK)),
    );
  await run.write(() => MailTriggerModel.updateOne({ _id: trigger._id }, { $set: { plannedAt: now() } }));
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
      await sendOne(context, delivery, people.get(delivery.employeeId), () => run.progress(done, total));
      done += 1;
    });
  }
  await run.progress(done, total);
}

async function peopleOf(deliveries: readonly PendingDelivery[]): Promise<Map<string, Person>> {
  const ids = deliveries.map(({ employeeId }) => employeeId);
  const [employees, accounts] = await Promise.all([
    pickRows(
      EmployeeModel.find({ _id: { $in: ids }, status: { $ne: EmployeeStatus.Terminated } }),
      'email',
      'fullName',
    ),
    pickRows(UserModel.find({ employeeId: { $in: ids } }), 'employeeId', 'locale'),
  ]);
  const localeOf = new Map(accounts.map(({ employeeId, locale }) => [employeeId, locale]));
  return new Map(
    employees.map((employee) => [employee._id, { ...employee, locale: localeOf.get(employee._id) ?? null }]),
  );
}

async function sendOne(
  context: MailingRun,
  delivery: PendingDelivery,
  person: Person | undefined,
  assertHeld: () => Promise<void>,
): Promise<void> {
  const { trigger, cycle, mailing, open, store, link, connections } = context;
  const { _id, employeeId, attempts } = delivery;
  const count = open.get(employeeId);
  if (!person || count === undefined) return store({ _id, status: DeliveryStatus.Skipped, reason: null });
  const messageKey = `${trigger.kind}:${cycle._id}:${employeeId}:${trigger._id}`;
  try {
    const to = { email: person.email, name: person.fullName, locale: person.locale };
    await connections.runExclusive(async () => {
      await assertHeld(); // a suspended run sends at most the email that each connection is sending
      await mailing.send(to, { ...cycleValues(cycle, count), link }, messageKey);
    });
    await store({ _id, status: DeliveryStatus.Sent, reason: null });
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const hasFailed = error.kind === 'refused' || (error.kind === 'temporary' && attempts + 1 >= MAX_ATTEMPTS);
    const status = hasFailed ? DeliveryStatus.Failed : DeliveryStatus.Pending;
    await store({ _id, status, reason: error.reply });
    if (error.kind === 'unavailable') throw error;
  }
}
