import { randomBytes } from 'node:crypto';
import { WebhookEvent, type WebhookFormat } from '../../shared/comms/webhooks/webhook-event';
import { WebhookPositionModel } from '../../shared/comms/webhooks/webhook-position.model';
import { WebhookModel, webhookPurpose } from '../../shared/comms/webhooks/webhook.model';
import { encrypt } from '../../shared/kernel/encryption';
import { newId } from '../../shared/kernel/ids';
import { lastEntry } from '../../shared/platform/audit/audit-position.store';

/** A webhook of the context's organization, which gets the events from now on. */
export async function makeWebhook(
  url = 'https://hooks.example.com/',
  fields: { events?: WebhookEvent[]; format?: WebhookFormat } = {},
): Promise<{ id: string; secret: string }> {
  const [id, secret] = [newId(), `whsec_${randomBytes(32).toString('base64')}`];
  const { events = Object.values(WebhookEvent), format = null } = fields;
  await WebhookModel.create({
    _id: id,
    sealedUrl: encrypt(url, webhookPurpose(id)),
    events,
    format,
    sealedSecret: format === null ? encrypt(secret, webhookPurpose(id)) : null,
  });
  await WebhookPositionModel.create({ _id: id, sequence: await lastEntry() });
  return { id, secret };
}
