import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { choicesOf, rowChoices } from '../../form/choices';
import { answered, api } from '../../http/client';
import { type ReadResult, useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import type { Column } from '../../ui/data-table';
import { useDeletion } from '../../ui/delete-button';
import { Empty } from '../../ui/empty';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { CALIBRATION_STATUSES, SessionState } from '../calibration/session-state';
import { NewSessionDialog } from './new-session-dialog';
import buttonStyles from '../../ui/button.module.css';

type Session = ReadResult<'/api/calibration'>['items'][number];

const MAX_CYCLES = 200;

/** /calibration: the calibration sessions with their state, the newest first. */
export function CalibrationsPage(): ReactNode {
  const t = useTranslations('calibrations');
  const pages = useTranslations('pages');
  const statuses = useTranslations('calibrationStatus');
  const address = useAddress();
  const { query, isFiltered } = useListQuery({ status: 'status', cycleId: 'cycle' });
  const list = useRead('/api/calibration', { query }, { keepPrevious: true });
  const cycles = useRead('/api/evaluation-cycles', { query: { pageSize: MAX_CYCLES } });
  const allCycles = cycles.data?.items ?? [];
  return (
    <ListPage
      title={pages('calibration')}
      actions={
        <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href={address.with({ edit: 'new' })}>
          {t('new')}
        </Link>
      }
      filters={
        <>
          <SearchFilter />
          <ChoiceFilter name="cycle" label={t('cycle')} choices={rowChoices(allCycles)} />
          <ChoiceFilter name="status" label={t('status')} choices={choicesOf(CALIBRATION_STATUSES, statuses)} />
        </>
      }
      read={list}
      table={(rows) => <SessionTable sessions={rows} isFiltered={isFiltered} newHref={address.with({ edit: 'new' })} />}
    >
      <NewSessionDialog cycles={allCycles} />
    </ListPage>
  );
}

interface TableProps {
  sessions: readonly Session[];
  isFiltered: boolean;
  newHref: string;
}

function SessionTable({ sessions, isFiltered, newHref }: TableProps): ReactNode {
  const t = useTranslations('calibrations');
  const pages = useTranslations('pages');
  const deletion = useDeletion<Session>({
    nameOf: ({ name }) => name,
    send: ({ id }) => answered(api.DELETE('/api/calibration/{id}', { params: { path: { id } } })),
    refreshes: ['/api/calibration'],
    text: () => t('deleteText'),
  });
  const columns: Column<Session>[] = [
    { name: 'name', heading: t('name'), cell: ({ id, name }) => <Link href={`/calibration/${id}`}>{name}</Link> },
    { name: 'cycle', heading: t('cycle'), cell: ({ cycle }) => cycle },
    { name: 'status', heading: t('status'), cell: ({ status }) => <SessionState status={status} /> },
    {
      name: 'departments',
      heading: t('departments'),
      cell: ({ departments }) => (departments.length === 0 ? t('wholeCycle') : departments.join(', ')),
    },
    { name: 'entries', heading: t('entries'), isNumber: true, cell: ({ entryCount }) => entryCount },
  ];
  return (
    <ListTable
      label={pages('calibration')}
      list="calibrations"
      columns={columns}
      rows={sessions}
      rowKey={({ id }) => id}
      empty={isFiltered ? <Empty>{t('noneFound')}</Empty> : <Empty href={newHref}>{t('empty')}</Empty>}
      menu={(session) => ({ name: session.name, actions: session.status === 'Draft' ? [deletion(session)] : [] })}
    />
  );
}
