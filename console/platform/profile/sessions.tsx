import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { answered, api } from '../../http/client';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { type Column, DataTable } from '../../ui/data-table';
import { Loaded } from '../../ui/loaded';
import { browserName } from './browser-name';

type SessionView = components['schemas']['SessionView'];

/** Where the account is signed in, and the way to end each of these sessions. */
export function Sessions(): ReactNode {
  const t = useTranslations('profile');
  const format = useFormatter();
  const sessions = useRead('/api/my-profile/sessions');
  const end = useSend(
    (id: string) => answered(api.DELETE('/api/my-profile/sessions/{id}', { params: { path: { id } } })),
    { refreshes: ['/api/my-profile/sessions'] },
  );
  const time = (instant: string): string =>
    format.dateTime(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' });
  const columns: Column<SessionView>[] = [
    {
      name: 'device',
      heading: t('device'),
      cell: ({ userAgent, isCurrent }) => browserName(userAgent) + (isCurrent ? ` ${t('thisSession')}` : ''),
    },
    { name: 'ip', heading: t('ip'), cell: ({ ip }) => ip },
    { name: 'lastSeen', heading: t('lastSeen'), cell: ({ lastSeenAt }) => time(lastSeenAt) },
    { name: 'created', heading: t('signedIn'), cell: ({ createdAt }) => time(createdAt) },
  ];
  return (
    <section aria-labelledby="profile-sessions" className="stack">
      <h2 id="profile-sessions">{t('sessions')}</h2>
      <Loaded read={sessions}>
        {({ items }) => (
          <DataTable
            label={t('sessions')}
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            empty={null}
            menu={({ id, userAgent, lastSeenAt, isCurrent }) => ({
              name: `${browserName(userAgent)}, ${time(lastSeenAt)}`,
              actions: isCurrent
                ? []
                : [{ text: t('endSession'), isDisabled: end.isPending, onAction: () => end.mutate(id) }],
            })}
          />
        )}
      </Loaded>
    </section>
  );
}
