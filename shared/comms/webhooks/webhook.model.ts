import { ACTOR } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { PauseReason, WebhookEvent, WebhookFormat } from './webhook-event';

/** A receiver of an organization's events. Its secrets are encrypted with the purpose `webhookPurpose`. */
export interface Webhook extends TenantRow {
  /** Encrypted, since addresses of chats and of automation services contain their secret. */
  sealedUrl: string;
  events: WebhookEvent[];
  description: string;
  /** Null: signed messages as JSON. */
  format: WebhookFormat | null;
  /** Null for chats, whose messages are not signed. */
  sealedSecret: string | null;
  /** The secret before the last rotation, which also signs until `formerSecretUntil`. */
  sealedFormerSecret: string | null;
  formerSecretUntil: Date | null;
  /** Null while it gets events. */
  pausedAt: Date | null;
  pauseReason: PauseReason | null;
  createdBy: string | null;
}

export const WebhookModel = tenantModel<Webhook>(
  'Webhook',
  {
    sealedUrl: { type: String, required: true, personal: 'secret' },
    events: { type: [String], required: true, enum: Object.values(WebhookEvent), personal: 'none' },
    description: { type: String, default: '', personal: 'none' },
    format: { type: String, enum: [...Object.values(WebhookFormat), null], default: null, personal: 'none' },
    sealedSecret: { type: String, default: null, personal: 'secret' },
    sealedFormerSecret: { type: String, default: null, personal: 'secret' },
    formerSecretUntil: { type: Date, default: null, personal: 'none' },
    pausedAt: { type: Date, default: null, personal: 'none' },
    pauseReason: { type: String, enum: [...Object.values(PauseReason), null], default: null, personal: 'none' },
    createdBy: { type: String, default: null, personal: 'actor: kept' },
  },
  {
    privacy: {
      purpose: 'Tells programs and chats of the organization what happened',
      seenBy: 'TenantAdmin',
      kept: 'Until a TenantAdmin deletes it',
      links: { createdBy: ACTOR },
    },
    indexes: [{ keys: { createdAt: -1 } }],
  },
);

/** The encryption purpose of the address and the secrets of a webhook. */
export function webhookPurpose(id: string): string {
  return `webhook:${id}`;
}
