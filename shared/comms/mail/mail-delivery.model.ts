import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** How far a mail of a mailing is. */
export enum DeliveryStatus {
  /** Planned, and not known to be taken by the mail server. */
  Pending = 'Pending',
  Sent = 'Sent',
  /** The mail server does not take it. */
  Failed = 'Failed',
  /** No one to send it to any more. */
  Skipped = 'Skipped',
}

/** One mail of a mass mailing: written before the mail is sent, and marked after. */
export interface MailDelivery extends TenantRow {
  /** What started the mailing. */
  triggerId: string;
  employeeId: string;
  status: DeliveryStatus;
  /** Times that it was tried and not taken, for the moment. */
  attempts: number;
  /** The mail server's words about the last time. */
  reason: string | null;
}

export const MailDeliveryModel = tenantModel<MailDelivery>(
  'MailDelivery',
  {
    triggerId: { type: String, required: true },
    employeeId: { type: String, required: true },
    status: { type: String, required: true, enum: Object.values(DeliveryStatus), default: DeliveryStatus.Pending },
    attempts: { type: Number, required: true, default: 0 },
    reason: { type: String, default: null },
  },
  {
    indexes: [
      { keys: { triggerId: 1, employeeId: 1 }, unique: true },
      { keys: { triggerId: 1, status: 1, attempts: 1, _id: 1 } },
      { keys: { employeeId: 1 } },
    ],
  },
);
