import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { DeliveryFailure, DeliveryStatus } from './webhook-event';

/** One message to the receiver of a webhook, with the result of its last attempt. The id is the `webhook-id`. */
export interface WebhookDelivery extends TenantRow {
  webhookId: string;
  /** A `WebhookEvent`, or `test`. */
  type: string;
  /** The text that is sent and signed. */
  body: string;
  status: DeliveryStatus;
  attempts: number;
  attemptedAt: Date | null;
  statusCode: number | null;
  milliseconds: number | null;
  /** The beginning of the answer. */
  answer: string | null;
  failure: DeliveryFailure | null;
  /** Whether a TenantAdmin asked for one attempt, out of turn. */
  isAsked: boolean;
}

/** Days after which a delivery is deleted. */
export const DELIVERY_DAYS = 30;

export const WebhookDeliveryModel = tenantModel<WebhookDelivery>(
  'WebhookDelivery',
  {
    webhookId: { type: String, required: true, personal: 'none' },
    type: { type: String, required: true, personal: 'none' },
    body: { type: String, required: true, personal: 'none' },
    status: { type: String, required: true, enum: Object.values(DeliveryStatus), personal: 'none' },
    attempts: { type: Number, required: true, default: 0, personal: 'none' },
    attemptedAt: { type: Date, default: null, personal: 'none' },
    statusCode: { type: Number, default: null, personal: 'none' },
    milliseconds: { type: Number, default: null, personal: 'none' },
    answer: { type: String, default: null, personal: 'none' },
    failure: { type: String, enum: [...Object.values(DeliveryFailure), null], default: null, personal: 'none' },
    isAsked: { type: Boolean, required: true, default: false, personal: 'none' },
  },
  {
    privacy: {
      purpose: 'Shows administrators what was sent to a receiver, and what it answered',
      seenBy: 'TenantAdmin',
      kept: '30 days',
    },
    indexes: [
      { keys: { webhookId: 1, createdAt: -1, _id: 1 } },
      { keys: { webhookId: 1, status: 1, createdAt: -1, _id: 1 } },
      { keys: { isAsked: 1, tenantId: 1, createdAt: 1 }, whereTrue: ['isAsked'], acrossTenants: true },
      { keys: { createdAt: 1 }, acrossTenants: true },
    ],
  },
);
