import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { components } from '../../../build/openapi/internal';
import { PageTitle } from '../../app/page-title';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { Button } from '../../ui/button';
import { Loaded } from '../../ui/loaded';
import { Paged } from '../../ui/paged';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './notifications.module.css';

type Notification = components['schemas']['NotificationView'];

const PAGE_SIZE = 25;

/** /notifications: messages to the user, the newest first. */
export function NotificationsPage(): ReactNode {
  const t = useTranslations('notifications');
  const pages = useTranslations('pages');
  const { page } = useAddress();
  const list = useRead('/api/notifications', { query: { page, pageSize: PAGE_SIZE } }, { keepPrevious: true });
  const refreshes = ['/api/notifications'];
  const readAll = useSend(() => answered(api.POST('/api/notifications/mark-all-read')), { refreshes });
  const read = useSend(
    (id: string) => answered(api.POST('/api/notifications/{id}/mark-read', { params: { path: { id } } })),
    { refreshes },
  );
  return (
    <div className="narrow">
      <div className="page-head">
        <PageTitle>{pages('notifications')}</PageTitle>
        <Button isBusy={readAll.isPending} onClick={() => readAll.mutate()}>
          {t('markAll')}
        </Button>
      </div>
      <Loaded read={list}>
        {(shown) =>
          shown.totalCount === 0 ? (
            <p className={dataTableStyles.tableEmpty}>{t('empty')}</p>
          ) : (
            <Paged shown={shown}>
              <ul className={styles.notifications}>
                {shown.items.map((notification) => (
                  <Entry
                    key={notification.id}
                    notification={notification}
                    onOpen={() => read.mutate(notification.id)}
                  />
                ))}
              </ul>
            </Paged>
          )
        }
      </Loaded>
    </div>
  );
}

function Entry({ notification, onOpen }: { notification: Notification; onOpen: () => void }): ReactNode {
  const t = useTranslations('notifications');
  const format = useFormatter();
  const { title, body, link, isRead, createdAt } = notification;
  const time = new Date(createdAt);
  return (
    <li className={isRead ? undefined : styles.unreadEntry}>
      <h2>
        {link === null ? (
          title
        ) : (
          <Link href={link} onClick={() => !isRead && onOpen()}>
            {title}
          </Link>
        )}
        {!isRead && <span className={styles.mark}>{t('unread')}</span>}
      </h2>
      <p>{body}</p>
      <p className="muted">
        <time dateTime={createdAt}>{format.dateTime(time, { dateStyle: 'medium', timeStyle: 'short' })}</time>
        {!isRead && (
          <Button kind="quiet" onClick={onOpen}>
            {t('markRead')}
          </Button>
        )}
      </p>
    </li>
  );
}
