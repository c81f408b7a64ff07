import { randomBytes } from 'node:crypto';
import { WebhookDeliveryModel } from '../../../shared/comms/webhooks/webhook-delivery.model';
import {
  CHAT_EVENTS,
  DeliveryStatus,
  PauseReason,
  TEST_MESSAGE,
  type WebhookEvent,
  type WebhookFormat,
} from '../../../shared/comms/webhooks/webhook-event';
import { webhookMessage } from '../../../shared/comms/webhooks/webhook-message';
import { WebhookPositionModel } from '../../../shared/comms/webhooks/webhook-position.model';
import { type Webhook, WebhookModel, webhookPurpose } from '../../../shared/comms/webhooks/webhook.model';
import { inTransaction } from '../../../shared/db/transaction';
import { DAY_MS, inMs, now } from '../../../shared/kernel/clock';
import { actor } from '../../../shared/kernel/context';
import { encrypt } from '../../../shared/kernel/encryption';
import { conflict, invalid, notFound } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { refusal } from '../../../shared/kernel/refusals/refusal';
import { type AuditChange, auditChanges } from '../../../shared/platform/audit/audit-chain';
import { AuditEntity } from '../../../shared/platform/audit/audit-events';
import { lastEntry } from '../../../shared/platform/audit/audit-position.store';
import { recordAudit } from '../../../shared/platform/audit/audit.store';
import { currentTenant } from '../../../shared/platform/current-tenant.store';
import { allowsLoopback, leadsToPrivate } from '../../../shared/platform/public-fetch';
import { validateProgramAddress } from '../../../shared/platform/sso/issuer.rules';
import { type ExpectedRevision, rowToChange } from '../../db/expected-revision';
import { type CreateWebhook, shownAddress, type UpdateWebhook } from './webhooks.dto';
import { addressOf } from './webhooks.queries';

const MAX_WEBHOOKS = 50;
const SECRET_BYTES = 32;
/** How long the secret before a rotation also signs. */
const FORMER_SECRET_MS = DAY_MS;

/**
 * Creates a webhook, which gets the events from now on, and returns its secret; null for chats. Throws VALIDATION, and
 * CONFLICT for a taken id and at most 50 webhooks.
 */
export async function createWebhook(input: CreateWebhook): Promise<{ id: string; secret: string | null }> {
  const { id = newId(), url, description = '', format = null } = input;
  await assertAddress(url);
  const events = chosen(input.events, format);
  if ((await WebhookModel.countDocuments()) >= MAX_WEBHOOKS)
    throw conflict(refusal('WEBHOOKS_LIMIT', { max: MAX_WEBHOOKS }));
  const secret = format === null ? newSecret() : null;
  const purpose = webhookPurpose(id);
  await inTransaction(async () => {
    const row = new WebhookModel({
      _id: id,
      sealedUrl: encrypt(url, purpose),
      events,
      description: description.trim(),
      format,
      sealedSecret: secret && encrypt(secret, purpose),
      createdBy: actor().userId,
    });
    await row.save();
    await new WebhookPositionModel({ _id: id, sequence: await lastEntry() }).save();
    await recordWebhook('webhook.created', id, auditChanges<Audited>({}, audited(row), AUDITED));
  });
  return { id, secret };
}

/**
 * Updates a webhook: omitted fields keep their values. Throws NOT_FOUND, VALIDATION, PRECONDITION_FAILED.
 */
export async function updateWebhook(id: string, input: UpdateWebhook, expected?: ExpectedRevision): Promise<void> {
  const { url, events, description, isActive } = input;
  if (url !== undefined) await assertAddress(url);
  await inTransaction(async () => {
    const row = await rowToChange(WebhookModel, id, expected);
    const before = audited(row);
    if (url !== undefined) row.sealedUrl = encrypt(url, webhookPurpose(id));
    if (events !== undefined) row.events = chosen(events, row.format);
    if (description !== undefined) row.description = description.trim();
    if (isActive === true) row.set({ pausedAt: null, pauseReason: null });
    if (isActive === false && row.pausedAt === null) row.set({ pausedAt: now(), pauseReason: PauseReason.Stopped });
    await row.save();
    if (url !== undefined || (isActive === true && !before.isActive)) await forgetFailures(id);
    await recordWebhook('webhook.updated', id, auditChanges(before, audited(row), AUDITED));
  });
}

/** The receiver gets its next event at once, and three days to accept it. */
async function forgetFailures(id: string): Promise<void> {
  await WebhookPositionModel.updateOne({ _id: id }, { $set: { failures: 0, failingSince: null, retryAt: null } });
}

/** Deletes a webhook with its deliveries; throws NOT_FOUND. */
export async function deleteWebhook(id: string): Promise<void> {
  await inTransaction(async () => {
    const row = await rowToChange(WebhookModel, id);
    const before = audited(row);
    await WebhookModel.deleteOne({ _id: id });
    await WebhookPositionModel.deleteOne({ _id: id });
    await recordWebhook('webhook.deleted', id, auditChanges<Audited>(before, {}, AUDITED));
  });
  await WebhookDeliveryModel.deleteMany({ webhookId: id });
}

/**
 * Replaces the secret of a webhook and returns the new one; the old one also signs for 24 hours. Throws NOT_FOUND, and
 * CONFLICT for a chat.
 */
export async function rotateWebhook(id: string): Promise<string> {
  const secret = newSecret();
  await inTransaction(async () => {
    const row = await rowToChange(WebhookModel, id);
    if (row.sealedSecret === null) throw conflict(refusal('WEBHOOK_NOT_SIGNED'));
    row.sealedFormerSecret = row.sealedSecret;
    row.formerSecretUntil = inMs(FORMER_SECRET_MS);
    row.sealedSecret = encrypt(secret, webhookPurpose(id));
    await row.save();
    await recordWebhook('webhook.rotated', id);
  });
  return secret;
}

/** Asks the worker to send a test message and returns its id; throws NOT_FOUND. */
export async function testWebhook(webhookId: string): Promise<string> {
  const webhook = await WebhookModel.findById(webhookId).lean<Webhook>();
  if (!webhook) throw notFound();
  const event = { type: TEST_MESSAGE, occurredAt: now(), data: { webhookId } } as const;
  const body = webhookMessage(webhook.format, event, await currentTenant());
  const row = new WebhookDeliveryModel({
    webhookId,
    type: TEST_MESSAGE,
    body,
    status: DeliveryStatus.Waiting,
    isAsked: true,
  });
  await row.save();
  return row._id;
}

/** Asks the worker to send a message again, with its id; safe to repeat. Throws NOT_FOUND. */
export async function redeliver(webhookId: string, id: string): Promise<void> {
  const asked = await WebhookDeliveryModel.updateOne({ _id: id, webhookId }, { $set: { isAsked: true } });
  if (asked.matchedCount === 0) throw notFound();
}

async function assertAddress(url: string): Promise<void> {
  const problem = validateProgramAddress(url, allowsLoopback());
  if (problem !== null) throw invalid({ field: 'url', ...problem });
  if (await leadsToPrivate(new URL(url))) throw invalid({ field: 'url', ...refusal('MUST_HAVE_PUBLIC_ADDRESS') });
}

/** Returns each event once; throws VALIDATION for one that the chat has no sentence for. */
function chosen(events: readonly WebhookEvent[], format: WebhookFormat | null): WebhookEvent[] {
  const available: readonly WebhookEvent[] = CHAT_EVENTS;
  if (format !== null && !events.every((event) => available.includes(event)))
    throw invalid({ field: 'events', ...refusal('NOT_ONE_OF', { choices: CHAT_EVENTS.join(', ') }) });
  return [...new Set(events)];
}

function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

const AUDITED = ['url', 'events', 'description', 'format', 'isActive'] as const;

type Audited = { [name in (typeof AUDITED)[number]]?: unknown };

function audited(row: Pick<Webhook, '_id' | 'sealedUrl' | 'events' | 'description' | 'format' | 'pausedAt'>): Audited {
  const { description, format, pausedAt } = row;
  const url = shownAddress(addressOf(row), format);
  return { url, events: [...row.events].join(', '), description, format, isActive: pausedAt === null };
}

async function recordWebhook(
  event: 'webhook.created' | 'webhook.updated' | 'webhook.deleted' | 'webhook.rotated',
  entityId: string,
  changes: readonly AuditChange[] = [],
): Promise<void> {
  await recordAudit(event, { entityType: AuditEntity.Webhook, entityId, changes });
}
