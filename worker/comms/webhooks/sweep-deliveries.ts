import { DELIVERY_DAYS, WebhookDeliveryModel } from '../../../shared/comms/webhooks/webhook-delivery.model';
import { DAY_MS, inMs } from '../../../shared/kernel/clock';
import { asSystem } from '../../../shared/kernel/context';
import { removeSome } from '../../platform/sweep-rows';

/** Deletes messages to webhooks that are 30 days old; returns their number. */
export async function sweepWebhookDeliveries(): Promise<number> {
  const old = { createdAt: { $lte: inMs(-DELIVERY_DAYS * DAY_MS) } };
  return asSystem('old messages to webhooks of every tenant', async () =>
    removeSome(WebhookDeliveryModel, old, 'createdAt'),
  );
}
