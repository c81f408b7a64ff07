import { type WebhookDelivery, WebhookDeliveryModel } from '../../../shared/comms/webhooks/webhook-delivery.model';
import type { DeliveryStatus } from '../../../shared/comms/webhooks/webhook-event';
import { WebhookPositionModel } from '../../../shared/comms/webhooks/webhook-position.model';
import { type Webhook, WebhookModel, webhookPurpose } from '../../../shared/comms/webhooks/webhook.model';
import { listRows } from '../../../shared/db/list';
import { pickRows } from '../../../shared/db/pick';
import { decrypt } from '../../../shared/kernel/encryption';
import { notFound } from '../../../shared/kernel/errors';
import type { PageRequest } from '../../http/pagination';
import { toWebhookDeliveryView, toWebhookView, type WebhookDeliveryView, type WebhookView } from './webhooks.dto';

/** Returns one page of the organization's webhooks, newest first. */
export async function listWebhooks(page: PageRequest): Promise<{ items: WebhookView[]; totalCount: number }> {
  const { rows, totalCount } = await listRows(WebhookModel, {}, { createdAt: -1 }, page);
  return { items: await toViews(rows), totalCount };
}

/** Returns one webhook without its secret; throws NOT_FOUND. */
export async function getWebhook(id: string): Promise<WebhookView> {
  const row = await WebhookModel.findById(id).lean<Webhook>();
  const [view] = row ? await toViews([row]) : [];
  if (!view) throw notFound();
  return view;
}

async function toViews(rows: readonly Webhook[]): Promise<WebhookView[]> {
  const positions = await pickRows(
    WebhookPositionModel.find({ _id: { $in: rows.map(({ _id }) => _id) } }),
    'failingSince',
    'retryAt',
  );
  const positionOf = new Map(positions.map((position) => [position._id, position]));
  return rows.map((row) => toWebhookView(row, addressOf(row), positionOf.get(row._id)));
}

export function addressOf({ _id, sealedUrl }: Pick<Webhook, '_id' | 'sealedUrl'>): string {
  return decrypt(sealedUrl, webhookPurpose(_id));
}

/** Returns one page of the messages of a webhook, newest first; throws NOT_FOUND. */
export async function listWebhookDeliveries(
  webhookId: string,
  status: DeliveryStatus | undefined,
  page: PageRequest,
): Promise<{ items: WebhookDeliveryView[]; totalCount: number }> {
  if (!(await WebhookModel.exists({ _id: webhookId }))) throw notFound();
  const filter = status === undefined ? { webhookId } : { webhookId, status };
  const { rows, totalCount } = await listRows(WebhookDeliveryModel, filter, { createdAt: -1 }, page);
  return { items: rows.map(toWebhookDeliveryView), totalCount };
}

/** Returns one message of a webhook; throws NOT_FOUND. */
export async function getWebhookDelivery(webhookId: string, id: string): Promise<WebhookDeliveryView> {
  const row = await WebhookDeliveryModel.findOne({ _id: id, webhookId }).lean<WebhookDelivery>();
  if (!row) throw notFound();
  return toWebhookDeliveryView(row);
}
