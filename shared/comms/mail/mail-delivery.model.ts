import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** State of one email of a mass mailing. */
export enum DeliveryStatus {
  /** Planned; the mail server has not confirmed it. */
  Pending = 'Pending',
  Sent = 'Sent',
  /** The mail server refused it permanently, or too often. */
  Failed = 'Failed',
  /** The recipient is gone. */
  Skipped = 'Skipped',
}

/** One email of a mass mailing; stored before the email is sent and updated after. */
export interface MailDelivery extends TenantRow {
  /** The id of the MailTrigger. */
  triggerId: string;
  employeeId: string;
  status: DeliveryStatus;
  /** How often the mail server deferred it. */
  attempts: number;
  /** The mail server's last reply. */
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
