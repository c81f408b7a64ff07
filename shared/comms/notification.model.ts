import { ACCOUNT } from '../db/fields';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';
import { NOTIFICATION_TYPES, type NotificationType } from './notification-texts.rules';

/** A message to one user inside the service, in the language that the user had when it was written. */
export interface Notification extends TenantRow {
  userId: string;
  type: NotificationType;
  title: string;
  body: string;
  /** A path below the organization's address. */
  link: string | null;
  readAt: Date | null;
}

export const NotificationModel = tenantModel<Notification>(
  'Notification',
  {
    userId: { type: String, required: true, personal: 'subject: deleted', access: 'internal' },
    type: { type: String, required: true, enum: NOTIFICATION_TYPES, personal: 'subject: deleted', access: 'shown' },
    title: {
      type: String,
      required: true,
      personal: 'subject: deleted',
      access: 'shown',
      redacted: 'without a decision',
    },
    body: {
      type: String,
      required: true,
      personal: 'subject: deleted',
      access: 'shown',
      redacted: 'without a decision',
    },
    link: { type: String, default: null, personal: 'subject: deleted', access: 'shown' },
    readAt: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
  },
  {
    privacy: {
      purpose: 'Tells a person what happened',
      seenBy: 'The person',
      kept: 'Until erasure; a name of someone erased is replaced in those of others',
      links: { userId: ACCOUNT },
    },
    indexes: [{ keys: { userId: 1, createdAt: -1, _id: 1 } }, { keys: { userId: 1, readAt: 1 } }],
  },
);
