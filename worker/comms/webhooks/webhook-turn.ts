import { CONSOLE_PAGES } from '../../../shared/comms/console-pages';
import { type WebhookDelivery, WebhookDeliveryModel } from '../../../shared/comms/webhooks/webhook-delivery.model';
import { DeliveryStatus, PauseReason } from '../../../shared/comms/webhooks/webhook-event';
import { webhookMessage } from '../../../shared/comms/webhooks/webhook-message';
import { type WebhookPosition, WebhookPositionModel } from '../../../shared/comms/webhooks/webhook-position.model';
import { type Webhook, WebhookModel, webhookPurpose } from '../../../shared/comms/webhooks/webhook.model';
import { inTransaction } from '../../../shared/db/transaction';
import { now } from '../../../shared/kernel/clock';
import { decrypt } from '../../../shared/kernel/encryption';
import { derivedId } from '../../../shared/kernel/ids';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import type { AuditLog } from '../../../shared/platform/audit/audit-log.model';
import { readableEntries } from '../../../shared/platform/audit/audit-privacy.store';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { admitsSignIn } from '../../../shared/platform/tenant-status';
import type { Tenant } from '../../../shared/platform/tenant.model';
import { deliverNext, type LogReceiver } from '../../platform/log-delivery';
import { notifyAdmins } from '../admin-notice';
import { EVENT_SOURCES, eventOf, type FoundEvent } from './webhook-events.rules';
import { type Attempt, postJson } from './webhook-request';
import { nextAttempt } from './webhook-retry.rules';
import { webhookSignature } from './webhook-signature';

/** Returns the name of a cycle or survey, null when it is deleted. */
export type NameOf = (named: NonNullable<FoundEvent['named']>) => Promise<string | null>;

/** What a turn needs besides the data. */
export interface TurnOptions {
  nameOf: NameOf;
  /** Aborted when this worker stops: the running request ends at once. */
  stopping: AbortSignal;
  /** Whether other organizations should have their turn. */
  isOver: () => boolean;
}

/** Tests and redeliveries that one turn sends. */
const ASKED_AT_ONCE = 20;

/** The receiver did not accept a message; the attempt is stored. */
class NotAccepted extends Error {}

/**
 * Sends what waits for the receivers of the context's organization, one request at a time: first the messages that a
 * TenantAdmin asked for, then the events of each webhook in the order of the audit log. Ends when nothing waits that may
 * be sent now.
 */
export async function takeTurn(options: TurnOptions): Promise<void> {
  const isOver = (): boolean => options.isOver() || options.stopping.aborted;
  const tenant = await currentTenant();
  if (!admitsSignIn(tenant.status)) return;
  await sendAsked(options.stopping);
  for (const webhook of await WebhookModel.find({ pausedAt: null }).lean<Webhook[]>()) {
    if (isOver()) return;
    const position = await WebhookPositionModel.findById(webhook._id).lean<WebhookPosition>();
    if (!position || (position.retryAt !== null && position.retryAt > now())) continue;
    const receiver = receiverOf(webhook, tenant, options);
    try {
      while (await deliverNext(receiver, isOver)) if (isOver()) return;
    } catch (error) {
      if (!(error instanceof NotAccepted)) throw error;
    }
  }
}

function receiverOf(webhook: Webhook, tenant: Tenant, { nameOf, stopping }: TurnOptions): LogReceiver {
  const { _id, events, format } = webhook;
  const isSource = ({ eventType }: AuditLog): boolean => EVENT_SOURCES.has(eventType);
  return {
    position: async () => (await WebhookPositionModel.findById(_id).lean<WebhookPosition>())?.sequence ?? 0,
    // Each possible event ends a portion, so that the position moves after each message.
    portions: (entries) =>
      entries.reduce<AuditLog[][]>((portions, entry, at) => {
        const before = entries[at - 1];
        const portion = before && !isSource(before) ? portions.at(-1) : undefined;
        if (portion) portion.push(entry);
        else portions.push([entry]);
        return portions;
      }, []),
    async take(portion) {
      const [entry] = await readableEntries(portion.filter(isSource));
      const found = entry && eventOf(entry);
      if (!found || !events.includes(found.type)) return;
      const id = derivedId('webhook', _id, entry._id);
      // An event that was tried before keeps its content, also if the cycle has another name now.
      const tried = await WebhookDeliveryModel.findById(id).lean<WebhookDelivery>();
      if (tried?.status === DeliveryStatus.Delivered) return;
      const name = found.named && !tried ? await nameOf(found.named) : null;
      const data = name === null ? found.data : { ...found.data, name };
      const event = { type: found.type, occurredAt: entry.occurredAt, data };
      const message = { _id: id, type: found.type, body: tried?.body ?? webhookMessage(format, event, tenant) };
      const attempt = await send(webhook, message, stopping);
      const result = outcome(attempt, DeliveryStatus.Waiting);
      if (tried) await storeRepetition(id, result);
      else await WebhookDeliveryModel.create({ ...message, ...result, webhookId: _id, attempts: 1 });
      if (attempt.failure === null) return;
      await storeFailure(webhook);
      throw new NotAccepted();
    },
    async moveTo(sequence) {
      const reached = { sequence, failures: 0, failingSince: null, retryAt: null };
      await WebhookPositionModel.updateOne({ _id, sequence: { $lt: sequence } }, { $set: reached });
    },
  };
}

/** Sends the messages that a TenantAdmin asked for, once each. */
async function sendAsked(stopping: AbortSignal): Promise<void> {
  const asked = await WebhookDeliveryModel.find({ isAsked: true })
    .sort({ createdAt: 1 })
    .limit(ASKED_AT_ONCE)
    .lean<WebhookDelivery[]>();
  for (const delivery of asked) {
    if (stopping.aborted) return;
    const webhook = await WebhookModel.findById(delivery.webhookId).lean<Webhook>();
    if (!webhook) {
      await WebhookDeliveryModel.deleteOne({ _id: delivery._id });
      continue;
    }
    const isRepeated = delivery.status === DeliveryStatus.Waiting && delivery.attempts > 0;
    const attempt = await send(webhook, delivery, stopping);
    await storeRepetition(delivery._id, outcome(attempt, isRepeated ? DeliveryStatus.Waiting : DeliveryStatus.Failed));
    // The receiver works, so what waits for it need not wait longer.
    if (attempt.failure === null)
      await WebhookPositionModel.updateOne(
        { _id: webhook._id },
        { $set: { failures: 0, failingSince: null, retryAt: null } },
      );
  }
}

type Message = Pick<WebhookDelivery, '_id' | 'type' | 'body'>;

async function send(webhook: Webhook, { _id: id, body }: Message, stopping: AbortSignal): Promise<Attempt> {
  const open = (sealed: string): string => decrypt(sealed, webhookPurpose(webhook._id));
  const { sealedUrl, sealedSecret, sealedFormerSecret, formerSecretUntil } = webhook;
  const isFormerValid = formerSecretUntil !== null && formerSecretUntil > now();
  const secrets = [sealedSecret, isFormerValid ? sealedFormerSecret : null].flatMap((sealed) =>
    sealed === null ? [] : open(sealed),
  );
  const timestamp = Math.floor(now().getTime() / 1_000);
  const signature = { 'webhook-signature': webhookSignature({ id, timestamp, body }, secrets) };
  const headers = { 'webhook-id': id, 'webhook-timestamp': `${timestamp}`, ...signature };
  return postJson(open(sealedUrl), { headers: secrets.length > 0 ? headers : {}, body }, stopping);
}

/** Returns what is stored of an attempt; `otherwise` is the status of a message that was not accepted. */
function outcome(attempt: Attempt, otherwise: DeliveryStatus) {
  const status = attempt.failure === null ? DeliveryStatus.Delivered : otherwise;
  return { ...attempt, status, attemptedAt: now(), isAsked: false };
}

async function storeRepetition(_id: string, result: ReturnType<typeof outcome>): Promise<void> {
  await WebhookDeliveryModel.updateOne({ _id }, { $set: result, $inc: { attempts: 1 } });
}

/** Stores when the next attempt is made; after three days pauses the webhook and notifies the TenantAdmins. */
async function storeFailure(webhook: Webhook): Promise<void> {
  const { _id } = webhook;
  const position = await WebhookPositionModel.findById(_id).lean<WebhookPosition>();
  if (!position) return; // deleted concurrently
  const [failures, failingSince] = [position.failures + 1, position.failingSince ?? now()];
  const retryAt = nextAttempt(failures, failingSince, now());
  await WebhookPositionModel.updateOne({ _id }, { $set: { failures, failingSince, retryAt } });
  if (retryAt === null) await pause(webhook);
}

async function pause({ _id, sealedUrl }: Webhook): Promise<void> {
  const pausedAt = now();
  const isPaused = await inTransaction(async () => {
    const paused = await WebhookModel.updateOne(
      { _id, pausedAt: null },
      { $set: { pausedAt, pauseReason: PauseReason.Failing } },
    );
    if (paused.modifiedCount === 0) return false;
    await recordAudit('webhook.paused', { entityType: AuditEntity.Webhook, entityId: _id });
    return true;
  });
  if (!isPaused) return;
  const { host } = new URL(decrypt(sealedUrl, webhookPurpose(_id)));
  await notifyAdmins('webhook-paused', `webhook-paused:${_id}:${pausedAt.toISOString()}`, {
    values: { host },
    link: CONSOLE_PAGES.webhooks,
  });
}
