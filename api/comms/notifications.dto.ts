import type { Notification } from '../../shared/comms/notification.model';
import type { NotificationType } from '../../shared/comms/notification-texts.rules';
import { toInstantOrNull } from '../../shared/kernel/clock';
import { resourceFields } from '../http/resource-fields';
import type { Instant, ResourceFields } from '../http/types';

/** A message to the caller inside the service (spec 4.12), in the language that the account had when it was written. */
export interface NotificationView extends ResourceFields {
  /** @example "cycle-opened" */
  type: NotificationType;
  /** @example "Evaluations are open: Annual review 2026" */
  title: string;
  /** @example "You have 4 evaluation(s) to answer until 2026-12-15." */
  body: string;
  /**
   * A path below the organization's address.
   * @example "/my-evaluations"
   */
  link: string | null;
  /** @example false */
  isRead: boolean;
  readAt: Instant | null;
}

/** How many notifications of the caller are unread. */
export interface UnreadCount {
  /** @example 3 */
  count: number;
}

/** What marking all as read did. */
export interface MarkedRead {
  /**
   * Notifications that were unread until now.
   * @example 3
   */
  marked: number;
}

/** A notification as the API shows it. */
export function toNotificationView(row: Notification): NotificationView {
  return {
    ...resourceFields(row),
    type: row.type,
    title: row.title,
    body: row.body,
    link: row.link,
    isRead: row.readAt !== null,
    readAt: toInstantOrNull(row.readAt),
  };
}
