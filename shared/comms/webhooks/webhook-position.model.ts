import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** How far the receiver of a webhook has taken the audit log of its organization; the id is the webhook's. */
export interface WebhookPosition extends TenantRow {
  /** The last entry that the receiver has accepted, or that is of no concern to it. */
  sequence: number;
  /** Failed attempts at the next event. */
  failures: number;
  /** When the first of them failed. */
  failingSince: Date | null;
  /** When the next attempt is made; null: at once. */
  retryAt: Date | null;
}

export const WebhookPositionModel = tenantModel<WebhookPosition>('WebhookPosition', {
  sequence: { type: Number, required: true, personal: 'none' },
  failures: { type: Number, required: true, default: 0, personal: 'none' },
  failingSince: { type: Date, default: null, personal: 'none' },
  retryAt: { type: Date, default: null, personal: 'none' },
});
