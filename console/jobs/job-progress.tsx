import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { createStore } from '../app/store';
import { Progress } from '../ui/progress';
import type { Job } from './job-watch';
import styles from './job-progress.module.css';

/** A job that no worker has taken for so long waits for one. */
const WAITS_AFTER_MS = 5_000;

interface JobProgressProps {
  label: string;
  /** Null while it is not known yet. */
  job: Pick<Job, 'status' | 'progress'> | null;
}

/** How far a job is, and that it waits when no worker takes it. */
export function JobProgress({ label, job }: JobProgressProps): ReactNode {
  const t = useTranslations('jobs');
  const isWaiting = useIsLate(job === null || job.status === 'Queued');
  const { done, total } = job?.progress ?? { done: 0, total: 0 };
  return (
    <div className={styles.jobProgress}>
      <Progress label={label} done={done} total={total} />
      <p className="muted" role="status">
        {isWaiting && t('waits')}
      </p>
    </div>
  );
}

/** Whether something has been so for five seconds. */
function useIsLate(isSo: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setLate(true), WAITS_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isSo]);
  return isLate;
}

/** The jobs whose progress the page shows; the tray shows the others. */
export const jobsOnPage = createStore<readonly string[]>([]);

/** The progress of a job on the page that started it. */
export function JobOnPage({ id, ...props }: JobProgressProps & { id: string }): ReactNode {
  useLayoutEffect(() => {
    jobsOnPage.set([...jobsOnPage.get(), id]);
    return () => jobsOnPage.set(jobsOnPage.get().filter((shown) => shown !== id));
  }, [id]);
  return <JobProgress {...props} />;
}
