import { Controller, Get, Path, Post, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { type Page, pageRequest, toPage } from '../http/pagination';
import type { PageNumber, PageSize } from '../http/types';
import { type MarkedRead, type NotificationView, toNotificationView, type UnreadCount } from './notifications.dto';
import { countUnread, listNotifications } from './notifications.queries';
import { markAllRead, markRead } from './notifications.service';

@Route('api/notifications')
@Tags('Notifications')
@Security('jwt', ['notifications:use'])
@Response(401, 'The token is missing or not valid (no body)')
@Response(403, 'The role does not allow this (no body)')
export class NotificationsController extends Controller {
  /**
   * The caller's own notifications, newest first.
   * @summary List notifications
   * @param isRead true: only read ones, false: only unread ones
   */
  @Get()
  @Response<ErrorBody>(400, 'VALIDATION')
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
   * How many of the caller's notifications are unread.
   * @summary Count unread notifications
   */
  @Get('unread-count')
  public async countUnread(): Promise<UnreadCount> {
    return { count: await countUnread() };
  }

  /**
   * Marks all of the caller's notifications as read; says how many were not.
   * @summary Mark all notifications as read
   */
  @Post('mark-all-read')
  public async markAllRead(): Promise<MarkedRead> {
    return { marked: await markAllRead() };
  }

  /**
   * Marks a notification as read. One that is read already stays as it is.
   * @summary Mark a notification as read
   */
  @Post('{id}/mark-read')
  @Response<ErrorBody>(404, 'NOT_FOUND')
  public async markRead(@Path() id: string): Promise<NotificationView> {
    return toNotificationView(await markRead(id));
  }
}
