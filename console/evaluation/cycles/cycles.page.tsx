import { clsx } from 'clsx';
import { type ReactNode, Suspense } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { CYCLE_STATUSES } from '../../../shared/evaluation/cycles/cycle-status';
import { Pending } from '../../app/ready-mark';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { choicesOf } from '../../form/choices';
import { answered, api } from '../../http/client';
import { type ReadResult, useRead } from '../../http/use-read';
import { ListTable } from '../../list/list-table';
import { Bar } from '../../ui/bar';
import type { Column } from '../../ui/data-table';
import { useDeletion } from '../../ui/delete-button';
import { Empty } from '../../ui/empty';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { lazyPart } from '../../ui/lazy-part';
import { ListPage } from '../../ui/list-page';
import { useCycleDates } from '../cycle/cycle-dates';
import { CycleState } from '../cycle/cycle-state';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './cycles.module.css';

const NewCycleDialog = lazyPart(() => import('./new-cycle-dialog'));

type Cycle = ReadResult<'/api/evaluation-cycles'>['items'][number];

/** /cycles: the evaluation cycles with their state and completion, the newest first. */
export function CyclesPage(): ReactNode {
  const t = useTranslations('cycles');
  const pages = useTranslations('pages');
  const statuses = useTranslations('cycleStatus');
  const address = useAddress();
  const { query, isFiltered } = useListQuery({ status: 'status' });
  const list = useRead('/api/evaluation-cycles', { query }, { keepPrevious: true });
  return (
    <ListPage
      title={pages('cycles')}
      actions={
        <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href={address.with({ edit: 'new' })}>
          {t('new')}
        </Link>
      }
      filters={
        <>
          <SearchFilter />
          <ChoiceFilter name="status" label={t('status')} choices={choicesOf(CYCLE_STATUSES, statuses)} />
        </>
      }
      read={list}
      table={(rows) => <CycleTable cycles={rows} isFiltered={isFiltered} />}
    >
      {address.get('edit') === 'new' && (
        <Suspense fallback={<Pending />}>
          <NewCycleDialog />
        </Suspense>
      )}
    </ListPage>
  );
}

function CycleTable({ cycles, isFiltered }: { cycles: readonly Cycle[]; isFiltered: boolean }): ReactNode {
  const address = useAddress();
  const t = useTranslations('cycles');
  const pages = useTranslations('pages');
  const dates = useCycleDates();
  const deletion = useDeletion<Cycle>({
    nameOf: ({ name }) => name,
    send: ({ id }) => answered(api.DELETE('/api/evaluation-cycles/{id}', { params: { path: { id } } })),
    refreshes: ['/api/evaluation-cycles'],
    text: ({ counts: { subjects, participants } }) => t('deleteText', { subjects, participants }),
  });
  const columns: Column<Cycle>[] = [
    {
      name: 'name',
      heading: t('name'),
      cell: ({ id, name, template }) => (
        <>
          <Link href={`/cycles/${id}`}>{name}</Link>
          <span className={dataTableStyles.below}>{template ?? t('noTemplate')}</span>
        </>
      ),
    },
    { name: 'status', heading: t('status'), cell: ({ status }) => <CycleState status={status} /> },
    { name: 'dates', heading: t('dates'), cell: dates },
    { name: 'subjects', heading: t('subjects'), isNumber: true, cell: ({ counts }) => counts.subjects },
    { name: 'completion', heading: t('completion'), cell: ({ counts }) => <Completion {...counts} /> },
  ];
  return (
    <ListTable
      label={pages('cycles')}
      list="cycles"
      columns={columns}
      rows={cycles}
      rowKey={({ id }) => id}
      empty={
        isFiltered ? <Empty>{t('noneFound')}</Empty> : <Empty href={address.with({ edit: 'new' })}>{t('empty')}</Empty>
      }
      menu={(cycle) => ({ name: cycle.name, actions: cycle.status === 'Draft' ? [deletion(cycle)] : [] })}
    />
  );
}

function Completion({ submitted, participants }: Cycle['counts']): ReactNode {
  const t = useTranslations('cycles');
  const format = useFormatter();
  if (participants === 0) return <span className="muted">{t('notGenerated')}</span>;
  const share = submitted / participants;
  return (
    <div className={styles.cycleCompletion}>
      <Bar share={share} />
      <span>{format.number(share, { style: 'percent' })}</span>
      <span className="muted">{t('submitted', { submitted, participants })}</span>
    </div>
  );
}
