import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { api } from '../../http/client';
import { useSend } from '../../http/use-send';
import type { Job } from '../../jobs/job-watch';
import { startJob } from '../../jobs/start-job';
import { Button } from '../../ui/button';
import { useJobLabel } from './job-name';

/** "Run again" of a job that can be repeated safely; nothing for the others. */
export function RunAgainButton({ job }: { job: Job }): ReactNode {
  const t = useTranslations('backgroundWork');
  const labelOf = useJobLabel();
  const { id, type, canRunAgain } = job;
  const run = useSend(
    () =>
      startJob(api.POST('/api/jobs/{id}/run-again', { params: { path: { id } } }), {
        label: labelOf(job),
        savesFile: type.startsWith('insight.export-'),
        refreshes: ['/api/jobs'],
      }),
    { refreshes: ['/api/jobs'] },
  );
  if (!canRunAgain) return null;
  return (
    <Button kind="quiet" isBusy={run.isPending} onClick={() => run.mutate()}>
      {t('runAgain')}
    </Button>
  );
}
