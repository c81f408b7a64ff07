import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { answered, api } from '../../http/client';
import { type ReadResult, useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { useMoment } from '../../texts/moment';
import { Badge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { type WebhookEvent, WEBHOOKS } from './webhook';
import dataTableStyles from '../../ui/data-table.module.css';

const DELIVERIES = `${WEBHOOKS}/{id}/deliveries` as const;

type Delivery = ReadResult<typeof DELIVERIES>['items'][number];

/** Answers come within seconds. */
const EVERY_MS = 2_000;
const SHOWN = 50;

/** The dialog opened by `deliveries` in the address: what was sent to a webhook last, and what it answered. */
export function DeliveriesDialog({ id }: { id: string }): ReactNode {
  const t = useTranslations('webhooks');
  const address = useAddress();
  const read = useRead(DELIVERIES, { path: { id }, query: { pageSize: SHOWN } }, { every: EVERY_MS });
  return (
    <Dialog title={t('deliveries')} isWide onClose={() => address.close('deliveries')}>
      <Loaded read={read}>
        {({ items }) => (
          <div className="stack">
            <p className="muted">{t('deliveriesText')}</p>
            <DeliveryTable webhookId={id} deliveries={items} />
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function DeliveryTable({ webhookId, deliveries }: { webhookId: string; deliveries: readonly Delivery[] }): ReactNode {
  const t = useTranslations('webhooks');
  const moment = useMoment();
  const eventOf = (type: string): string => (type === 'test' ? t('test') : t(`names.${type as WebhookEvent}`));
  const again = useSend(
    (deliveryId: string) =>
      answered(api.POST(`${DELIVERIES}/{deliveryId}/redeliver`, { params: { path: { id: webhookId, deliveryId } } })),
    { refreshes: [DELIVERIES] },
  );
  const columns: Column<Delivery>[] = [
    {
      name: 'at',
      heading: t('time'),
      cell: ({ createdAt }) => <span className={dataTableStyles.date}>{moment(createdAt)}</span>,
    },
    {
      name: 'event',
      heading: t('event'),
      cell: ({ type }) => eventOf(type),
    },
    { name: 'state', heading: t('state'), cell: (delivery) => <State delivery={delivery} /> },
    {
      name: 'answer',
      heading: t('answer'),
      cell: ({ statusCode, milliseconds, answer, attempts }) => (
        <>
          {statusCode !== null && t('answered', { status: `${statusCode}`, milliseconds: milliseconds ?? 0 })}
          {attempts > 1 && <span className={dataTableStyles.below}>{t('attempts', { count: attempts })}</span>}
          {answer !== null && answer !== '' && (
            <span className={dataTableStyles.below}>
              <code>{answer}</code>
            </span>
          )}
        </>
      ),
    },
  ];
  return (
    <DataTable
      label={t('deliveries')}
      columns={columns}
      rows={deliveries}
      rowKey={({ id }) => id}
      empty={<p>{t('noDeliveries')}</p>}
      menu={({ id, type, createdAt, isAsked }) => ({
        name: `${eventOf(type)}, ${moment(createdAt) ?? ''}`,
        actions: [{ text: t('redeliver'), isDisabled: isAsked || again.isPending, onAction: () => again.mutate(id) }],
      })}
    />
  );
}

function State({ delivery: { status, failure, isAsked } }: { delivery: Delivery }): ReactNode {
  const t = useTranslations('webhooks');
  if (isAsked) return <Badge tone="info">{t('beingSent')}</Badge>;
  const tones = { Delivered: 'good', Waiting: 'warn', Failed: 'bad' } as const;
  return (
    <>
      <Badge tone={tones[status]}>{t(`states.${status}`)}</Badge>
      {failure !== null && <span className={dataTableStyles.below}>{t(`failures.${failure}`)}</span>}
    </>
  );
}
