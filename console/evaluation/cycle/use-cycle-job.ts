import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Job, useIsRunning } from '../../jobs/job-watch';
import { startJob } from '../../jobs/start-job';
import { useErrorText } from '../../ui/error-view';
import { notify } from '../../ui/notices';
import type { Cycle } from './cycle-state';

type JobCall = Parameters<typeof startJob>[0];

interface CycleJob {
  /** Whether it is being started, or runs. */
  isBusy: boolean;
  /** Starts the work; null when it was refused, which a notice says. */
  start: (call: () => JobCall) => Promise<Job | null>;
}

interface CycleWork {
  type: Job['type'];
  /** What the user reads. */
  step: string;
  /** Distinguishes jobs of one type, such as the emails of a cycle. */
  part?: string;
}

/** What a job of a cycle is about, as it is followed. */
export function jobTopic({ id }: Pick<Cycle, 'id'>, part?: string): string {
  return part === undefined ? id : `${id} ${part}`;
}

/** Long work on a cycle: while it runs, its step takes no second press, also after a reload. */
export function useCycleJob({ id, name }: Pick<Cycle, 'id' | 'name'>, { type, step, part }: CycleWork): CycleJob {
  const t = useTranslations('cycle');
  const textOf = useErrorText();
  const [isStarting, setStarting] = useState(false);
  const about = jobTopic({ id }, part);
  const isRunning = useIsRunning(type, about);
  return {
    isBusy: isStarting || isRunning,
    async start(call) {
      setStarting(true);
      try {
        const refreshes = [
          '/api/evaluation-cycles',
          '/api/peer-assignments',
          '/api/evaluation-results',
          '/api/email-triggers',
        ];
        return await startJob(call(), {
          label: t('jobLabel', { step, name }),
          about,
          href: `/cycles/${id}`,
          refreshes,
        });
      } catch (error) {
        notify({ kind: 'failed', text: textOf(error) });
        return null;
      } finally {
        setStarting(false);
      }
    },
  };
}
