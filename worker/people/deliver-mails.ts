import { Semaphore } from 'async-mutex';
import { DeliveryStatus, MailDeliveryModel } from '../../shared/comms/mail/mail-delivery.model';
import { deliveryCounts } from '../../shared/comms/mail/mail-delivery.store';
import { MailFailure } from '../../shared/comms/mail/mail-failure';
import { findMailRoute } from '../../shared/comms/mail/mail-route.store';
import { POOL_CONNECTIONS } from '../../shared/comms/mail/mail-transport';
import { type Mailing, type MailRecipient, type MailValues, prepareMailing } from '../../shared/comms/mail/mail.store';
import type { TemplateKey } from '../../shared/comms/template-key';
import type { JobName, MailsResult } from '../../shared/jobs/contract';
import { mailRecipients } from '../../shared/people/mail-recipients.store';
import { outcomeWriter, pendingDeliveries, type PendingDelivery, plannedDeliveries } from '../comms/mailing.store';
import type { Run } from '../define-job';
import { insertRows } from '../insert-rows';
import { inLanes } from '../lanes';

/** Recipients per batch. */
const CHUNK = 500;
/** Enough to keep every connection of the pool busy while as many outcomes are stored. */
const LANES = 2 * POOL_CONNECTIONS;
/** An email deferred this many times counts as failed. */
const MAX_ATTEMPTS = 6;

export type MailingRun = Pick<Run<JobName>, 'write' | 'progress'>;

/** The emails of one occasion, such as one reminder; each employee gets at most one of them. */
export interface MailOccasion {
  kind: TemplateKey;
  /** Identifies the occasion in the rows of its deliveries. */
  triggerId: string;
  /** What the emails are about; a part of their Message-IDs. */
  aboutId: string;
  /** Values by employee; an employee who is missing gets no email. */
  values: ReadonlyMap<string, MailValues>;
  /** The page that the emails lead to, below the organization's address. */
  path: string;
  /** Returns whom the email reaches among these, where it is not `mailRecipients`, and the pages of those who have one of their own. */
  reach?: (ids: readonly string[]) => Promise<Reached>;
}

interface Reached {
  recipients: ReadonlyMap<string, MailRecipient>;
  pages: ReadonlyMap<string, string>;
}

const reachedBy = async ({ kind, reach }: MailOccasion, ids: readonly string[]): Promise<Reached> =>
  reach ? reach(ids) : { recipients: await mailRecipients(kind, ids), pages: new Map() };

interface Delivering extends MailOccasion {
  run: MailingRun;
  mailing: Mailing;
  store: ReturnType<typeof outcomeWriter>['store'];
  /** As many as the pool has, so that no email waits inside it. */
  connections: Semaphore;
}

/**
 * Plans an email for each employee with values whom it reaches and who has none of the occasion yet. Each email has a row before it is
 * sent, which is updated after, so that a repeated run continues.
 */
export async function planMails(run: MailingRun, occasion: MailOccasion): Promise<void> {
  const { recipients } = await reachedBy(occasion, [...occasion.values.keys()]);
  await insertRows(run, MailDeliveryModel, plannedDeliveries(occasion.triggerId, [...recipients.keys()]));
}

/**
 * Sends the planned emails of an occasion. An email whose update was lost is sent again with the same Message-ID. An unavailable mail
 * server fails the run, which is retried; a refused address does not.
 */
export async function deliverMails(run: MailingRun, occasion: MailOccasion, mailing: Mailing): Promise<MailsResult> {
  const { store } = outcomeWriter((change) => run.write(change));
  await sendPending({ ...occasion, run, mailing, store, connections: new Semaphore(POOL_CONNECTIONS) });
  const {
    Pending: pending,
    Sent: sent,
    Failed: failed,
    Skipped: skipped,
  } = (await deliveryCounts([occasion.triggerId]))(occasion.triggerId);
  // The run fails while emails wait, so that the job runs again.
  if (pending > 0) throw new Error(`${pending} emails were deferred by the mail server.`);
  return { recipients: sent + failed + skipped, sent, failed, skipped };
}

/** Plans and sends the emails of an occasion; none without a mail server. */
export async function sendMails(run: MailingRun, occasion: MailOccasion): Promise<MailsResult> {
  if ((await findMailRoute()) === null) return { recipients: 0, sent: 0, failed: 0, skipped: 0 };
  const mailing = await prepareMailing(occasion.kind);
  await planMails(run, occasion);
  return deliverMails(run, occasion, mailing);
}

async function sendPending(context: Delivering): Promise<void> {
  const { run, triggerId, path } = context;
  const pending = await pendingDeliveries(triggerId);
  const ended = (await deliveryCounts([triggerId]))(triggerId);
  const total = ended.Pending + ended.Sent + ended.Failed + ended.Skipped;
  let done = total - pending.length;
  for (let start = 0; start < pending.length; start += CHUNK) {
    const chunk = pending.slice(start, start + CHUNK);
    const { recipients, pages } = await reachedBy(
      context,
      chunk.map(({ employeeId }) => employeeId),
    );
    await inLanes(chunk, LANES, async (delivery) => {
      const { employeeId } = delivery;
      const to = { recipient: recipients.get(employeeId), page: pages.get(employeeId) ?? path };
      await sendOne(context, delivery, to, () => run.progress(done, total));
      done += 1;
    });
  }
  await run.progress(done, total);
}

async function sendOne(
  { kind, triggerId, aboutId, values, mailing, store, connections }: Delivering,
  { _id, employeeId, attempts }: PendingDelivery,
  { recipient, page }: { recipient: MailRecipient | undefined; page: string },
  assertHeld: () => Promise<void>,
): Promise<void> {
  const own = values.get(employeeId);
  if (!recipient || !own) return store({ _id, status: DeliveryStatus.Skipped, reason: null });
  const messageKey = `${kind}:${aboutId}:${employeeId}:${triggerId}`;
  try {
    await connections.runExclusive(async () => {
      await assertHeld(); // a suspended run sends at most the email that each connection is sending
      await mailing.send(recipient, { ...own, link: mailing.address(page) }, messageKey);
    });
    await store({ _id, status: DeliveryStatus.Sent, reason: null });
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const hasFailed = error.kind === 'refused' || (error.kind === 'temporary' && attempts + 1 >= MAX_ATTEMPTS);
    await store({ _id, status: hasFailed ? DeliveryStatus.Failed : DeliveryStatus.Pending, reason: error.reply });
    if (error.kind === 'unavailable') throw error;
  }
}
