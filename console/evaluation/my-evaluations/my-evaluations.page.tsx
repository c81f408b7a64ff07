import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { type ReadResult, useRead } from '../../http/use-read';
import { useRowsPerPage } from '../../list/rows-per-page';
import { useCalendarDate } from '../../texts/calendar-date';
import { Badge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { ChoiceFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { Person } from '../../ui/person';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';

type Row = ReadResult<'/api/my-evaluations'>['items'][number];

const STATUSES = ['InProgress', 'Submitted', 'Acknowledged'] as const satisfies readonly Row['status'][];

/** /my-evaluations: what the user is asked to answer, and what is answered. */
export function MyEvaluationsPage(): ReactNode {
  const t = useTranslations('myEvaluations');
  const pages = useTranslations('pages');
  const names = useTranslations('nominations');
  const address = useAddress();
  const [pageSize] = useRowsPerPage();
  const status = address.get('status') || undefined;
  const nominations = useRead('/api/my-nominations');
  const isAsked = nominations.data?.items.some((nomination) => ['Open', 'Returned'].includes(nomination.status));
  const list = useRead(
    '/api/my-evaluations',
    { query: { page: address.page, pageSize, status } },
    { keepPrevious: true },
  );
  return (
    <ListPage
      title={pages('myEvaluations')}
      actions={
        isAsked && (
          <Link className={buttonStyles.button} href="/my-nominations">
            {names('nameYours')}
          </Link>
        )
      }
      filters={
        <ChoiceFilter
          name="status"
          label={t('status')}
          choices={STATUSES.map((value) => ({ value, text: t(`statuses.${value}`) }))}
        />
      }
      read={list}
      table={(rows) => <EvaluationTable rows={rows} isFiltered={status !== undefined} />}
    />
  );
}

function EvaluationTable({ rows, isFiltered }: { rows: readonly Row[]; isFiltered: boolean }): ReactNode {
  const t = useTranslations('myEvaluations');
  const pages = useTranslations('pages');
  const columns: Column<Row>[] = [
    {
      name: 'subject',
      heading: t('subject'),
      cell: ({ id, subjectId, subject, evaluatorType, cycle }) => (
        <Person id={subjectId} name={subject.name}>
          <Link href={`/my-evaluations/${id}`}>{subject.name ?? t('deleted')}</Link>
          <span className={dataTableStyles.below}>{t(`types.${evaluatorType}`)}</span>
          <span className={dataTableStyles.below}>{cycle.name}</span>
        </Person>
      ),
    },
    { name: 'status', heading: t('status'), cell: (row) => <Status row={row} /> },
    { name: 'date', heading: t('date'), cell: (row) => <When row={row} /> },
  ];
  return (
    <DataTable
      label={pages('myEvaluations')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<p>{isFiltered ? t('noneFound') : t('empty')}</p>}
    />
  );
}

function Status({ row: { status, startedAt } }: { row: Row }): ReactNode {
  const t = useTranslations('myEvaluations');
  if (status !== 'InProgress') return <Badge tone="good">{t(`statuses.${status}`)}</Badge>;
  return startedAt === null ? (
    <Badge tone="info">{t('notStarted')}</Badge>
  ) : (
    <Badge tone="warn">{t(`statuses.${status}`)}</Badge>
  );
}

/** Until when it is to be answered, or when it was submitted. */
function When({ row: { status, submittedAt, cycle } }: { row: Row }): ReactNode {
  const t = useTranslations('myEvaluations');
  const date = useCalendarDate();
  const format = useFormatter();
  if (submittedAt !== null)
    return t('submittedOn', { date: format.dateTime(new Date(submittedAt), { dateStyle: 'medium' }) });
  if (status === 'InProgress' && cycle.status !== 'Open' && cycle.status !== 'InProgress') return t('over');
  return cycle.endDate === null ? null : t('until', { date: date(cycle.endDate) });
}
