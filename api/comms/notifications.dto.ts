import type { NotificationType } from '../../shared/comms/notification-texts.rules';
import type { Notification } from '../../shared/comms/notification.model';
import { toInstantOrNull } from '../../shared/kernel/clock';
import { resourceFields } from '../http/resource-fields';
import type { Instant, ResourceFields } from '../http/types';

/** A message to you within the service, in your language at the time it was created. */
export interface NotificationView extends ResourceFields {
  /** @example "cycle-opened" */
  type: NotificationType;
  /** @example "Evaluations are open: Annual review 2026" */
  title: string;
  /** @example "You have 4 evaluations to answer by December 15, 2026." */
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

/** The number of your unread notifications. */
export interface UnreadCount {
  /** @example 3 */
  count: number;
}

/** The result of marking all notifications as read. */
export interface MarkedRead {
  /**
   * Number of notifications that were unread.
   * @example 3
   */
  marked: number;
}

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
