import { type Notification, NotificationModel } from '../../shared/comms/notification.model';
import { listRows } from '../../shared/db/list';
import { actor } from '../../shared/kernel/context';
import { notFound } from '../../shared/kernel/errors';
import type { PageRequest } from '../http/pagination';

/** The caller's notifications, newest first; `isRead` filters. */
export async function listNotifications(
  isRead: boolean | undefined,
  page: PageRequest,
): Promise<{ rows: Notification[]; totalCount: number }> {
  const read = isRead === undefined ? {} : { readAt: isRead ? { $ne: null } : null };
  return listRows(NotificationModel, { userId: actor().userId, ...read }, { createdAt: -1 }, page);
}

/** How many of the caller's notifications are unread. */
export async function countUnread(): Promise<number> {
  return NotificationModel.countDocuments({ userId: actor().userId, readAt: null });
}

/** A notification of the caller; throws NOT_FOUND for everyone else's. */
export async function findNotification(id: string): Promise<Notification> {
  const row = await NotificationModel.findOne({ _id: id, userId: actor().userId }).lean<Notification>();
  if (!row) throw notFound();
  return row;
}
