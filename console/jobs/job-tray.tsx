import { type ReactNode, useEffect, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Link, useLocation, useSearch } from 'wouter';
import { useStore } from '../app/store';
import { saveFile } from '../http/save-file';
import { refusalsIn } from '../texts/refusals/refusals';
import { useErrorText } from '../ui/error-view';
import { notify } from '../ui/notices';
import { JobProgress, jobsOnPage } from './job-progress';
import { resumeWatching, watchedJobs } from './job-watch';
import styles from './job-tray.module.css';

/** The background work that this tab follows, but for what the page itself shows; its end is a notice. */
export function JobTray(): ReactNode {
  const t = useTranslations('jobs');
  const locale = useLocale();
  const textOf = useErrorText();
  const [path] = useLocation();
  const search = useSearch();
  const here = search === '' ? path : `${path}?${search}`;
  const onPage = useStore(jobsOnPage);
  const elsewhere = useStore(watchedJobs).filter(({ id }) => !onPage.includes(id));
  const shown = useRef(here);
  useEffect(() => {
    shown.current = here;
  }, [here]);
  useEffect(() => {
    resumeWatching(({ label, href, savesFile }, job) => {
      const link = href === undefined ? undefined : { href, text: t('show') };
      const fail = (reason: string): void =>
        notify({ kind: 'failed', text: t('failed', { label, reason }), link, isOfJob: true });
      if (job.status === 'Succeeded') {
        // A page of the job itself shows its result.
        if (href === shown.current && href.includes(job.id)) return;
        notify({ kind: 'done', text: t('done', { label }), link, isOfJob: true });
        if (savesFile) saveFile(`/api/jobs/${job.id}/file`).catch((error: unknown) => fail(textOf(error)));
      } else {
        const { message = '', reason } = job.error ?? {};
        void refusalsIn(locale).then((say) => fail(say(message, reason)));
      }
    });
  }, [t, textOf, locale]);
  if (elsewhere.length === 0) return null;
  return (
    <section className={styles.jobTray} aria-label={t('running')}>
      {elsewhere.map(({ id, label, href, job }) => (
        <div key={id}>
          <p>{href === undefined ? label : <Link href={href}>{label}</Link>}</p>
          <JobProgress label={label} job={job} />
        </div>
      ))}
    </section>
  );
}
