import { Controller, Get, Path, Post, Query, Route, Security, Tags } from '@tsoa/runtime';
import { type Page, pageRequest, toPage } from '../http/pagination';
import type { PageNumber, PageSize } from '../http/types';
import { type MarkedRead, type NotificationView, toNotificationView, type UnreadCount } from './notifications.dto';
import { countUnread, listNotifications } from './notifications.queries';
import { markAllRead, markRead } from './notifications.service';

@Route('api/notifications')
@Tags('Notifications')
@Security('jwt', ['notifications:use'])
export class NotificationsController extends Controller {
  /**
   * Returns your notifications, newest first.
   * @summary List notifications
   * @param isRead true: only read ones, false: only unread ones
   */
  @Get()
  public async listNotifications(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() isRead?: boolean,
  ): Promise<Page<NotificationView>> {
    const request = pageRequest(page, pageSize);
    const { rows, totalCount } = await listNotifications(isRead, request);
    return toPage(rows.map(toNotificationView), totalCount, request);
  }

  /**
   * Returns the number of your unread notifications.
   * @summary Count unread notifications
   */
  @Get('unread-count')
  public async countUnread(): Promise<UnreadCount> {
    return { count: await countUnread() };
  }

  /**
   * Marks all your notifications as read and returns how many were unread.
   * @summary Mark all notifications as read
   */
  @Post('mark-all-read')
  public async markAllRead(): Promise<MarkedRead> {
    return { marked: await markAllRead() };
  }

  /**
   * Marks a notification as read. Repeating the call has no effect.
   * @summary Mark a notification as read
   */
  @Post('{id}/mark-read')
  public async markRead(@Path() id: string): Promise<NotificationView> {
    return toNotificationView(await markRead(id));
  }
}
