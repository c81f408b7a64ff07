import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { choicesOf } from '../../form/choices';
import { useRead } from '../../http/use-read';
import { hasEnded, type Job } from '../../jobs/job-watch';
import { ListTable } from '../../list/list-table';
import { useRowsPerPage } from '../../list/rows-per-page';
import { useRefusals } from '../../texts/refusals/refusals';
import type { Column } from '../../ui/data-table';
import { ChoiceFilter } from '../../ui/filters';
import { ListPage } from '../../ui/list-page';
import { Progress } from '../../ui/progress';
import { JobDialog } from './job-dialog';
import { JOB_TYPES, JobStatusBadge, JobTopics, useJobName } from './job-name';
import { useJobMenu } from './use-job-menu';
import dataTableStyles from '../../ui/data-table.module.css';

const RUNNING_EVERY_MS = 4_000;
const IDLE_EVERY_MS = 20_000;
const STATUSES = ['Queued', 'Running', 'Succeeded', 'Failed'] as const satisfies readonly Job['status'][];

/** /jobs: the background work of the organization; the list follows what runs. */
export function JobsPage(): ReactNode {
  const t = useTranslations('backgroundWork');
  const pages = useTranslations('pages');
  const nameOf = useJobName();
  const address = useAddress();
  const [pageSize] = useRowsPerPage();
  const query = {
    page: address.page,
    pageSize,
    status: address.get('status') || undefined,
    type: address.get('type') || undefined,
  };
  const first = useRead('/api/jobs', { query }, { keepPrevious: true });
  const isRunning = first.data?.items.some((job) => !hasEnded(job)) ?? false;
  // The same read, repeated: it is one request for both.
  const list = useRead(
    '/api/jobs',
    { query },
    { keepPrevious: true, every: isRunning ? RUNNING_EVERY_MS : IDLE_EVERY_MS },
  );
  return (
    <ListPage
      title={pages('jobs')}
      filters={
        <>
          <ChoiceFilter
            name="status"
            label={t('status')}
            choices={choicesOf(STATUSES, (status) => t(`statuses.${status}`))}
          />
          <ChoiceFilter name="type" label={t('work')} choices={choicesOf(JOB_TYPES, nameOf)} />
        </>
      }
      read={list}
      table={(rows) => <JobTable jobs={rows} empty={query.status || query.type ? t('noneFound') : t('empty')} />}
    >
      <JobDialog />
    </ListPage>
  );
}

function JobTable({ jobs, empty }: { jobs: readonly Job[]; empty: string }): ReactNode {
  const t = useTranslations('backgroundWork');
  const pages = useTranslations('pages');
  const format = useFormatter();
  const nameOf = useJobName();
  const say = useRefusals();
  const moment = (instant: string | null): ReactNode =>
    instant !== null && format.dateTime(new Date(instant), { dateStyle: 'medium', timeStyle: 'short' });
  const menu = useJobMenu();
  const columns: Column<Job>[] = [
    {
      name: 'work',
      heading: t('work'),
      cell: (job) => (
        <>
          {nameOf(job.type)}
          <span className={dataTableStyles.below}>
            <JobTopics job={job} />
          </span>
        </>
      ),
    },
    { name: 'status', heading: t('status'), cell: ({ status }) => <JobStatusBadge status={status} /> },
    {
      name: 'progress',
      heading: t('progress'),
      cell: (job) =>
        job.error ? (
          say?.(job.error.message, job.error.reason)
        ) : hasEnded(job) ? (
          job.progress.total > 0 && `${format.number(job.progress.done)} / ${format.number(job.progress.total)}`
        ) : (
          <Progress label={nameOf(job.type)} done={job.progress.done} total={job.progress.total} />
        ),
    },
    { name: 'created', heading: t('created'), cell: ({ createdAt }) => moment(createdAt) },
    { name: 'finished', heading: t('finished'), cell: ({ finishedAt }) => moment(finishedAt) },
  ];
  return (
    <ListTable
      label={pages('jobs')}
      list="jobs"
      columns={columns}
      rows={jobs}
      rowKey={({ id }) => id}
      empty={<p>{empty}</p>}
      menu={menu}
    />
  );
}
