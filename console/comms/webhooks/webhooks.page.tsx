import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import { useRowsPerPage } from '../../list/rows-per-page';
import { useMoment } from '../../texts/moment';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/data-table';
import { ListPage } from '../../ui/list-page';
import { ShownSecret } from '../../ui/shown-secret';
import { DeliveriesDialog } from './deliveries-dialog';
import { useWebhookMenu } from './use-webhook-menu';
import { EVENTS, nameOf, type NewWebhook, type Webhook, WEBHOOKS } from './webhook';
import { WebhookDialog } from './webhook-dialog';
import dataTableStyles from '../../ui/data-table.module.css';

/** /webhooks: programs and chats that are notified of what happens, and what they answered. A secret is shown once, when it is made. */
export function WebhooksPage(): ReactNode {
  const t = useTranslations('webhooks');
  const pages = useTranslations('pages');
  const address = useAddress();
  const [pageSize] = useRowsPerPage();
  const [shown, setShown] = useState<NewWebhook | null>(null);
  const list = useRead(WEBHOOKS, { query: { page: address.page, pageSize } });
  return (
    <ListPage
      title={pages('webhooks')}
      actions={
        <Button kind="primary" onClick={() => address.change({ edit: 'new' })}>
          {t('create')}
        </Button>
      }
      read={list}
      table={(webhooks) => <WebhookTable webhooks={webhooks} onRotated={setShown} />}
    >
      <WebhookDialog onCreated={setShown} />
      {address.get('deliveries') !== '' && <DeliveriesDialog id={address.get('deliveries')} />}
      {shown && shown.secret !== null && (
        <ShownSecret
          title={t('shownTitle', { name: nameOf(shown) })}
          text={t('shownText')}
          label={t('secret')}
          secret={shown.secret}
          usage={t.rich('usage', { code: (text) => <code>{text}</code>, header: 'webhook-signature' })}
          done={t('stored')}
          onClose={() => setShown(null)}
        />
      )}
    </ListPage>
  );
}

interface WebhookTableProps {
  webhooks: readonly Webhook[];
  onRotated: (webhook: NewWebhook) => void;
}

function WebhookTable({ webhooks, onRotated }: WebhookTableProps): ReactNode {
  const t = useTranslations('webhooks');
  const pages = useTranslations('pages');
  const menu = useWebhookMenu(onRotated);
  const columns: Column<Webhook>[] = [
    {
      name: 'name',
      heading: t('receiver'),
      cell: ({ description, url }) => (
        <>
          {description}
          <span className={description === '' ? undefined : dataTableStyles.below}>
            <code>{url}</code>
          </span>
        </>
      ),
    },
    { name: 'state', heading: t('state'), cell: (webhook) => <State webhook={webhook} /> },
    { name: 'format', heading: t('format'), cell: ({ format }) => format ?? t('signed') },
    {
      name: 'events',
      heading: t('events'),
      cell: ({ events }) =>
        EVENTS.filter((event) => events.includes(event))
          .map((event) => t(`names.${event}`))
          .join(', '),
    },
  ];
  return (
    <ListTable
      label={pages('webhooks')}
      list="webhooks"
      columns={columns}
      rows={webhooks}
      rowKey={({ id }) => id}
      empty={<p>{t('empty')}</p>}
      menu={menu}
    />
  );
}

function State({ webhook: { pauseReason, failingSince, retryAt } }: { webhook: Webhook }): ReactNode {
  const t = useTranslations('webhooks');
  const moment = useMoment();
  if (pauseReason !== null)
    return (
      <>
        <Badge tone={pauseReason === 'Failing' ? 'bad' : 'plain'}>{t('paused')}</Badge>
        <span className={dataTableStyles.below}>{t(`pauses.${pauseReason}`)}</span>
      </>
    );
  if (failingSince === null) return <Badge tone="good">{t('active')}</Badge>;
  return (
    <>
      <Badge tone="warn">{t('failing')}</Badge>
      <span className={dataTableStyles.below}>{t('failingSince', { at: moment(failingSince) ?? '' })}</span>
      {retryAt !== null && <span className={dataTableStyles.below}>{t('retryAt', { at: moment(retryAt) ?? '' })}</span>}
    </>
  );
}
