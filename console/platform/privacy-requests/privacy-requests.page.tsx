import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { choicesOf } from '../../form/choices';
import { type ReadResult, useRead } from '../../http/use-read';
import { Badge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { ChoiceFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { KINDS } from './kinds';
import { NewRequestDialog } from './new-request-dialog';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';

type PrivacyRequest = ReadResult<'/api/privacy-requests'>['items'][number];

const PAGE_SIZE = 50;
const STATUSES = [
  'Collecting',
  'Review',
  'Completing',
  'Completed',
  'Cancelled',
] as const satisfies readonly PrivacyRequest['status'][];
const TONES: Record<PrivacyRequest['status'], 'plain' | 'good' | 'warn' | 'info'> = {
  Collecting: 'info',
  Review: 'warn',
  Completing: 'info',
  Completed: 'good',
  Cancelled: 'plain',
};

/** /privacy-requests: who asked for a copy of their data, or whose data is to be erased. */
export function PrivacyRequestsPage(): ReactNode {
  const t = useTranslations('privacyRequests');
  const pages = useTranslations('pages');
  const address = useAddress();
  const query = {
    page: address.page,
    pageSize: PAGE_SIZE,
    kind: address.get('kind') || undefined,
    status: address.get('status') || undefined,
  };
  const list = useRead('/api/privacy-requests', { query }, { keep: true });
  return (
    <ListPage
      title={pages('privacyRequests')}
      actions={
        <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href={address.with({ edit: 'new' })}>
          {t('new')}
        </Link>
      }
      filters={
        <>
          <ChoiceFilter name="kind" label={t('kind')} choices={choicesOf(KINDS, t)} />
          <ChoiceFilter name="status" label={t('status')} choices={choicesOf(STATUSES, t)} />
        </>
      }
      read={list}
      table={(rows) => <RequestTable requests={rows} isFiltered={Boolean(query.kind ?? query.status)} />}
    >
      <NewRequestDialog />
    </ListPage>
  );
}

interface RequestTableProps {
  requests: readonly PrivacyRequest[];
  isFiltered: boolean;
}

function RequestTable({ requests, isFiltered }: RequestTableProps): ReactNode {
  const t = useTranslations('privacyRequests');
  const pages = useTranslations('pages');
  const format = useFormatter();
  const day = (instant: string): string => format.dateTime(new Date(instant), { dateStyle: 'medium' });
  const columns: Column<PrivacyRequest>[] = [
    {
      name: 'employee',
      heading: t('person'),
      cell: ({ id, employee }) => <Link href={`/privacy-requests/${id}`}>{employee ?? t('formerAccount')}</Link>,
    },
    { name: 'kind', heading: t('kind'), cell: ({ kind }) => t(kind) },
    { name: 'status', heading: t('status'), cell: ({ status }) => <RequestStatus status={status} /> },
    {
      name: 'created',
      heading: t('created'),
      cell: ({ createdAt }) => <span className={dataTableStyles.date}>{day(createdAt)}</span>,
    },
    { name: 'due', heading: t('due'), cell: ({ dueAt }) => <span className={dataTableStyles.date}>{day(dueAt)}</span> },
  ];
  return (
    <DataTable
      label={pages('privacyRequests')}
      columns={columns}
      rows={requests}
      rowKey={({ id }) => id}
      empty={<p>{isFiltered ? t('noneFound') : t('empty')}</p>}
    />
  );
}

/** How far a request is. */
export function RequestStatus({ status }: Pick<PrivacyRequest, 'status'>): ReactNode {
  const t = useTranslations('privacyRequests');
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}
