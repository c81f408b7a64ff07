import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { choicesOf } from '../../form/choices';
import { type ReadResult, useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import { useRowsPerPage } from '../../list/rows-per-page';
import type { Column } from '../../ui/data-table';
import { ChoiceFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { Person } from '../../ui/person';
import { KINDS } from './kinds';
import { NewRequestDialog } from './new-request-dialog';
import { RequestStatus } from './request-status';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';

type PrivacyRequest = ReadResult<'/api/privacy-requests'>['items'][number];

const STATUSES = [
  'Collecting',
  'Review',
  'Completing',
  'Completed',
  'Cancelled',
] as const satisfies readonly PrivacyRequest['status'][];

/** /privacy-requests: who asked for a copy of their data, or whose data is to be erased. */
export function PrivacyRequestsPage(): ReactNode {
  const t = useTranslations('privacyRequests');
  const pages = useTranslations('pages');
  const address = useAddress();
  const [pageSize] = useRowsPerPage();
  const query = {
    page: address.page,
    pageSize,
    kind: address.get('kind') || undefined,
    status: address.get('status') || undefined,
  };
  const list = useRead('/api/privacy-requests', { query }, { keepPrevious: true });
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
      cell: ({ id, employeeId, employee }) => (
        <Person id={employeeId} name={employee}>
          <Link href={`/privacy-requests/${id}`}>{employee ?? t('formerAccount')}</Link>
        </Person>
      ),
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
    <ListTable
      label={pages('privacyRequests')}
      list="privacy-requests"
      columns={columns}
      rows={requests}
      rowKey={({ id }) => id}
      empty={<p>{isFiltered ? t('noneFound') : t('empty')}</p>}
    />
  );
}
