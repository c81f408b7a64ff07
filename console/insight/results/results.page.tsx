import { type ReactNode, Suspense, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Pending } from '../../app/ready-mark';
import type { PageProps } from '../../app/route';
import { useAddress } from '../../app/use-address';
import { useListQuery } from '../../app/use-list-query';
import { rowChoices } from '../../form/choices';
import { type ReadResult, useRead } from '../../http/use-read';
import { useIsRunning } from '../../jobs/job-watch';
import { ListTable } from '../../list/list-table';
import { Button } from '../../ui/button';
import type { Column } from '../../ui/data-table';
import { ChoiceFilter, SearchFilter } from '../../ui/filters';
import { lazyPart } from '../../ui/lazy-part';
import { ListPage } from '../../ui/list-page';
import { Loaded } from '../../ui/loaded';
import { Person } from '../../ui/person';
import { Completeness } from '../subject-result/completeness';
import type { Cycle, Order, Query } from './results-query';
import { REPORTS_JOB } from './start-reports';
import buttonStyles from '../../ui/button.module.css';
import dataTableStyles from '../../ui/data-table.module.css';
import styles from './results.module.css';

const ReportsDialog = lazyPart(() => import('./reports-dialog'));

type Result = ReadResult<'/api/evaluation-results'>['items'][number];

const SCORE_RANGE = /^(none|[\d.]+-[\d.]+)$/;
const ORDERS: readonly Order[] = ['name', '-name', 'effective', '-effective'];

/** /cycles/:id/results: the scores of a cycle, one row per subject. */
export function ResultsPage({ params: { id = '' } }: PageProps): ReactNode {
  const cycle = useRead('/api/evaluation-cycles/{id}', { path: { id } });
  return <Loaded read={cycle}>{(found) => <Results cycle={found} />}</Loaded>;
}

function Results({ cycle }: { cycle: Cycle }): ReactNode {
  const t = useTranslations('results');
  const address = useAddress();
  const { id, name } = cycle;
  const sort = ORDERS.find((order) => order === address.get('sort'));
  const filters = useListQuery({ departmentId: 'department' });
  const query: Query = {
    ...filters.query,
    cycleId: id,
    score: SCORE_RANGE.test(address.get('score')) ? address.get('score') : undefined,
    sort,
  };
  const list = useRead('/api/evaluation-results', { query }, { keepPrevious: true });
  const departments = useRead('/api/departments/options');
  const [isAsking, setAsking] = useState(false);
  const isPrinting = useIsRunning(REPORTS_JOB, id);
  const { totalCount: count = 0 } = list.data ?? {};
  return (
    <ListPage
      title={t('title', { name })}
      actions={
        <>
          <Button isBusy={isPrinting} disabled={count === 0} onClick={() => setAsking(true)}>
            {t('downloadReports')}
          </Button>
          <Link className={buttonStyles.button} href={`/cycles/${id}/quality`}>
            {t('toQuality')}
          </Link>
          <Link className={buttonStyles.button} href={`/cycles/${id}`}>
            {t('toCycle')}
          </Link>
        </>
      }
      filters={
        <>
          <SearchFilter />
          <ChoiceFilter name="department" label={t('department')} choices={rowChoices(departments.data)} />
        </>
      }
      read={list}
      table={(rows) => (
        <>
          {query.score !== undefined && (
            <p className={styles.resultsRange}>
              {query.score === 'none' ? t('withoutScore') : t('inRange', { range: query.score.replace('-', '–') })}{' '}
              <Link href={address.with({ score: '', page: '' })}>{t('everyone')}</Link>
            </p>
          )}
          <ResultTable cycle={cycle} results={rows} isFiltered={filters.isFiltered || query.score !== undefined} />
        </>
      )}
    >
      {isAsking && (
        <Suspense fallback={<Pending />}>
          <ReportsDialog cycle={cycle} query={query} count={count} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </ListPage>
  );
}

interface TableProps {
  cycle: Cycle;
  results: readonly Result[];
  isFiltered: boolean;
}

function ResultTable({ cycle, results, isFiltered }: TableProps): ReactNode {
  const t = useTranslations('results');
  const format = useFormatter();
  const { id, name, status } = cycle;
  const score = (value: number | null): ReactNode =>
    value === null ? <NoScore /> : format.number(value, { minimumFractionDigits: 2 });
  const columns: Column<Result>[] = [
    {
      name: 'subject',
      heading: t('subject'),
      sort: 'name',
      cell: ({ subjectId, subject, employeeCode }) => (
        <Person id={subjectId} name={subject}>
          <Link href={`/cycles/${id}/results/${subjectId}`}>{subject}</Link>
          {employeeCode !== null && <span className={dataTableStyles.below}>{employeeCode}</span>}
        </Person>
      ),
    },
    { name: 'department', heading: t('department'), cell: ({ department }) => department },
    { name: 'jobProfile', heading: t('jobProfile'), cell: ({ jobProfile }) => jobProfile },
    { name: 'overall', heading: t('overall'), isNumber: true, cell: ({ overall }) => score(overall) },
    { name: 'calibrated', heading: t('calibrated'), isNumber: true, cell: ({ calibrated }) => score(calibrated) },
    {
      name: 'effective',
      heading: t('effective'),
      sort: 'effective',
      isNumber: true,
      cell: ({ effective }) => <b>{score(effective)}</b>,
    },
    {
      name: 'submitted',
      heading: t('submitted'),
      isNumber: true,
      cell: ({ submitted, totalParticipants }) => t('count', { submitted, total: totalParticipants }),
    },
    {
      name: 'complete',
      heading: t('report'),
      cell: (result) => <Completeness result={result} cycleStatus={status} />,
    },
    ...(cycle.settings.release === 'Manager'
      ? [
          {
            name: 'releasedAt',
            heading: t('released'),
            cell: ({ releasedAt }: Result) =>
              releasedAt === null ? '' : format.dateTime(new Date(releasedAt), { dateStyle: 'medium' }),
          },
        ]
      : []),
  ];
  return (
    <ListTable
      label={t('title', { name })}
      list="results"
      columns={columns}
      rows={results}
      rowKey={({ subjectId }) => subjectId}
      defaultSort="name"
      empty={<p>{isFiltered ? t('noneFound') : t('empty')}</p>}
    />
  );
}

function NoScore(): ReactNode {
  const t = useTranslations('results');
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('noScore')}</span>
    </>
  );
}
