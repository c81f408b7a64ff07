import { SUBJECT } from '../../db/fields';
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
  triggerId: string;
  /**
   * An employee, or a guest who evaluates (ADR 74). The name is older than guests: another one would rewrite the rows of every
   * mailing, and two of their indexes.
   */
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
    triggerId: { type: String, required: true, personal: 'none' },
    employeeId: { type: String, required: true, personal: 'subject: deleted', access: 'internal' },
    status: {
      type: String,
      required: true,
      enum: Object.values(DeliveryStatus),
      default: DeliveryStatus.Pending,
      personal: 'subject: deleted',
      access: 'shown',
    },
    attempts: { type: Number, required: true, default: 0, personal: 'subject: deleted', access: 'internal' },
    reason: { type: String, default: null, personal: 'subject: deleted', access: 'shown' },
  },
  {
    privacy: {
      purpose: 'Sends each email of a mailing once',
      seenBy: 'HR, as counts and failures',
      kept: 'Until erasure',
      links: { employeeId: SUBJECT },
    },
    indexes: [
      { keys: { triggerId: 1, employeeId: 1 }, unique: true },
      { keys: { triggerId: 1, status: 1, attempts: 1, _id: 1 } },
      { keys: { employeeId: 1 } },
    ],
  },
);
