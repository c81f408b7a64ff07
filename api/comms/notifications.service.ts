import { type Notification, NotificationModel } from '../../shared/comms/notification.model';
import { now } from '../../shared/kernel/clock';
import { actor } from '../../shared/kernel/context';
import { findNotification } from './notifications.queries';

/** Marks a notification of the caller as read and returns it; one that is already read keeps its time. Throws NOT_FOUND. */
export async function markRead(id: string): Promise<Notification> {
  await NotificationModel.updateOne({ _id: id, userId: actor().userId, readAt: null }, { $set: { readAt: now() } });
  return findNotification(id);
}

/** Marks all of the caller's notifications as read and returns how many were unread. */
export async function markAllRead(): Promise<number> {
  const unread = { userId: actor().userId, readAt: null };
  return (await NotificationModel.updateMany(unread, { $set: { readAt: now() } })).modifiedCount;
}
