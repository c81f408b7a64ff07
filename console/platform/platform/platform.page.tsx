import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../../app/page-title';
import { type ReadResult, useRead } from '../../http/use-read';
import { useMoment } from '../../texts/moment';
import { Badge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { Facts } from '../../ui/facts';
import { Loaded } from '../../ui/loaded';
import buttonStyles from '../../ui/button.module.css';
import styles from './platform.module.css';

type Dashboard = ReadResult<'/api/dashboards/platform'>;

const EVERY_MS = 30_000;

/** /platform: organizations by state, what plans are used for, and the state of background work. */
export function PlatformPage(): ReactNode {
  const t = useTranslations('platformHome');
  const pages = useTranslations('pages');
  const dashboard = useRead('/api/dashboards/platform', undefined, { every: EVERY_MS });
  return (
    <div className="stack">
      <div className="page-head">
        <PageTitle>{pages('platform')}</PageTitle>
        {/* Bull Board is a page of its own, outside of the console. */}
        <a className={buttonStyles.button} href="/admin/queues">
          {t('queues')}
        </a>
      </div>
      <Loaded read={dashboard}>
        {(figures) => (
          <>
            <Organizations figures={figures} />
            <PlanUses figures={figures} />
            <BackgroundWork figures={figures} />
            <Installation figures={figures} />
          </>
        )}
      </Loaded>
    </div>
  );
}

interface PartProps {
  figures: Dashboard;
}

function Organizations({ figures: { tenants } }: PartProps): ReactNode {
  const t = useTranslations('platformHome');
  const status = useTranslations('organizationStatus');
  const format = useFormatter();
  return (
    <section className="stack tight" aria-labelledby="platform-organizations">
      <h2 id="platform-organizations">{t('organizations')}</h2>
      <ul className={styles.figureCards}>
        <li>
          <Link href="/platform/tenants" className="card">
            <strong>{format.number(tenants.total)}</strong> {t('allOrganizations')}
          </Link>
        </li>
        {tenants.byStatus.map(({ status: name, count }) => (
          <li key={name}>
            <Link href={`/platform/tenants?status=${name}`} className="card">
              <strong>{format.number(count)}</strong> {status(name)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PlanUses({ figures: { plans } }: PartProps): ReactNode {
  const t = useTranslations('platformHome');
  const format = useFormatter();
  const columns: Column<Dashboard['plans'][number]>[] = [
    { name: 'plan', heading: t('plan'), cell: ({ plan }) => plan ?? t('noPlan') },
    {
      name: 'tenants',
      heading: t('organizations'),
      isNumber: true,
      cell: ({ tenants, planId }) =>
        planId === null ? (
          format.number(tenants)
        ) : (
          <Link href={`/platform/tenants?plan=${planId}`}>{format.number(tenants)}</Link>
        ),
    },
    { name: 'employees', heading: t('employees'), isNumber: true, cell: ({ employees }) => format.number(employees) },
    { name: 'cycles', heading: t('cycles'), isNumber: true, cell: ({ cycles }) => format.number(cycles) },
    {
      name: 'nearLimit',
      heading: t('nearLimit'),
      isNumber: true,
      cell: ({ nearLimit }) =>
        nearLimit > 0 ? <Badge tone="warn">{format.number(nearLimit)}</Badge> : format.number(nearLimit),
    },
  ];
  return (
    <section className="stack tight" aria-labelledby="platform-plans">
      <h2 id="platform-plans">{t('plans')}</h2>
      <p className="muted">{t('plansText')}</p>
      <DataTable
        label={t('plans')}
        columns={columns}
        rows={plans}
        rowKey={({ planId }) => planId ?? ''}
        empty={<p>{t('noPlans')}</p>}
      />
    </section>
  );
}

function BackgroundWork({ figures: { queues, jobs } }: PartProps): ReactNode {
  const t = useTranslations('platformHome');
  const format = useFormatter();
  const moment = useMoment();
  const figure = (count: number | null): string => (count === null ? t('unreachable') : format.number(count));
  const columns: Column<Dashboard['queues'][number]>[] = [
    { name: 'queue', heading: t('queue'), cell: ({ queue }) => queue },
    { name: 'waiting', heading: t('waiting'), isNumber: true, cell: ({ waiting }) => figure(waiting) },
    { name: 'active', heading: t('active'), isNumber: true, cell: ({ active }) => figure(active) },
    { name: 'failed', heading: t('failed'), isNumber: true, cell: ({ failed }) => figure(failed) },
    {
      name: 'workers',
      heading: t('workers'),
      isNumber: true,
      cell: ({ workers }) => (workers === 0 ? <Badge tone="warn">{t('noWorker')}</Badge> : figure(workers)),
    },
  ];
  return (
    <section className="stack tight" aria-labelledby="platform-work">
      <h2 id="platform-work">{t('work')}</h2>
      <div className={styles.workParts}>
        <DataTable label={t('work')} columns={columns} rows={queues} rowKey={({ queue }) => queue} empty={null} />
        <div className="card">
          <Facts
            facts={[
              { name: t('jobsQueued'), value: format.number(jobs.queued) },
              { name: t('jobsRunning'), value: format.number(jobs.running) },
              { name: t('oldestQueued'), value: moment(jobs.oldestQueuedAt) },
              { name: t('deadLetters'), value: format.number(jobs.deadLetters) },
            ]}
          />
        </div>
      </div>
    </section>
  );
}

function Installation({ figures: { installation } }: PartProps): ReactNode {
  const t = useTranslations('platformHome');
  const moment = useMoment();
  const { version, schema, lastBackupAt, mailServer } = installation;
  const isMigrating = schema.stored !== schema.expected;
  const mailServers = {
    Outbox: t('mailOutbox'),
    Own: '',
    Platform: t('mailSaved', { host: mailServer?.host ?? '', port: String(mailServer?.port ?? '') }),
    Environment: t('mailEnvironment', { host: mailServer?.host ?? '', port: String(mailServer?.port ?? '') }),
  };
  return (
    <section className="stack tight" aria-labelledby="platform-installation">
      <h2 id="platform-installation">{t('installation')}</h2>
      <div className="card">
        <Facts
          facts={[
            { name: t('version'), value: version },
            {
              name: t('schema'),
              value: isMigrating
                ? t('schemaPending', { stored: String(schema.stored ?? 0), expected: String(schema.expected) })
                : String(schema.expected),
            },
            {
              name: t('lastBackup'),
              value: lastBackupAt === null ? <Badge tone="warn">{t('noBackup')}</Badge> : moment(lastBackupAt),
            },
            {
              name: t('mailServer'),
              value:
                mailServer === null ? <Badge tone="warn">{t('noMailServer')}</Badge> : mailServers[mailServer.source],
            },
          ]}
        />
      </div>
    </section>
  );
}
