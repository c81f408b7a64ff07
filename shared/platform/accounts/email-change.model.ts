import { ACCOUNT, EMAIL } from '../../db/fields';
import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** The former email of an account until the worker has notified it of the change; the job contains the id of this row instead. */
export interface EmailChange extends TenantRow {
  userId: string;
  /** The email before the change. */
  email: string;
}

export const EmailChangeModel = tenantModel<EmailChange>(
  'EmailChange',
  {
    userId: { type: String, required: true, personal: 'subject: deleted', access: 'internal' },
    email: { type: String, required: true, personal: 'subject: deleted', access: 'shown' },
  },
  {
    privacy: {
      purpose: 'Tells the former email of an account that it has changed',
      seenBy: 'No one',
      kept: 'Until the message was sent, at most a day',
      links: { userId: ACCOUNT, email: EMAIL },
    },
    indexes: [{ keys: { userId: 1 } }, { keys: { email: 1 } }, { keys: { createdAt: 1 }, acrossTenants: true }],
  },
);
