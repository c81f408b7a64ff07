import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { useRead } from '../../http/use-read';
import { hasEnded, type Job, jobRequest } from '../../jobs/job-watch';
import { useRefusals } from '../../texts/refusals/refusals';
import { Dialog } from '../../ui/dialog';
import { Facts } from '../../ui/facts';
import { Loaded } from '../../ui/loaded';
import { Progress } from '../../ui/progress';
import { DownloadFile } from './download-file';
import { JobStatusBadge, JobTopics, useJobName } from './job-name';
import formStyles from '../../form/form.module.css';

/** The dialog opened by `job` in the address: what one job did, or why it failed. */
export function JobDialog(): ReactNode {
  const t = useTranslations('backgroundWork');
  const address = useAddress();
  const id = address.get('job');
  if (id === '') return null;
  return (
    <Dialog title={t('details')} onClose={() => address.close('job')}>
      <Details key={id} id={id} />
    </Dialog>
  );
}

function Details({ id }: { id: string }): ReactNode {
  const t = useTranslations('backgroundWork');
  const nameOf = useJobName();
  const say = useRefusals();
  const read = useRead('/api/jobs/{id}', jobRequest(id));
  return (
    <Loaded read={read}>
      {(job) => (
        <div className="stack">
          <p>
            <strong>{nameOf(job.type)}</strong> <JobStatusBadge status={job.status} />
          </p>
          {job.about && job.about.length > 0 && (
            <p>
              <JobTopics job={job} />
            </p>
          )}
          {job.error && (
            <div className={formStyles.fieldError} role="alert">
              <p>{say?.(job.error.message, job.error.reason)}</p>
              <ul>
                {job.error.validationErrors.map((wrong) => (
                  <li key={`${wrong.field} ${wrong.message}`}>
                    {wrong.field}: {say?.(wrong.message, wrong)}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {!hasEnded(job) && <Progress label={nameOf(job.type)} done={job.progress.done} total={job.progress.total} />}
          <Figures result={job.result} />
          <p>
            <DownloadFile job={job} />
          </p>
          <p className="muted">
            {t('jobId')} <code>{job.id}</code>
          </p>
        </div>
      )}
    </Loaded>
  );
}

/** The figures that results have in common; lists belong to the pages that started the work. */
const FIGURES = [
  'total',
  'created',
  'updated',
  'existing',
  'skipped',
  'errors',
  'evaluations',
  'participants',
  'assigned',
  'subjects',
  'rows',
  'recipients',
  'sent',
  'failed',
  'notified',
] as const;

function Figures({ result }: Pick<Job, 'result'>): ReactNode {
  const t = useTranslations('backgroundWork');
  const format = useFormatter();
  if (typeof result !== 'object' || result === null) return null;
  const values = new Map<string, unknown>(Object.entries(result));
  const shown = FIGURES.flatMap((name) => {
    const value = values.get(name);
    return typeof value === 'number' ? [{ name, value }] : [];
  });
  return (
    <Facts facts={shown.map(({ name, value }) => ({ name: t(`figures.${name}`), value: format.number(value) }))} />
  );
}
