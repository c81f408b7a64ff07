import { useTranslations } from 'use-intl';
import { useAddress } from '../../app/use-address';
import { api } from '../../http/client';
import { useSend } from '../../http/use-send';
import type { Job } from '../../jobs/job-watch';
import { startJob } from '../../jobs/start-job';
import type { RowMenuProps } from '../../list/row-menu';
import { useMoment } from '../../texts/moment';
import { hasFile, useDownload } from './download-file';
import { useJobLabel } from './job-name';

/** What can be done with a job of the list: its file, running it again where that is safe, its details. */
export function useJobMenu(): (job: Job) => RowMenuProps {
  const t = useTranslations('backgroundWork');
  const labelOf = useJobLabel();
  const moment = useMoment();
  const address = useAddress();
  const download = useDownload();
  const run = useSend(
    (job: Job) =>
      startJob(api.POST('/api/jobs/{id}/run-again', { params: { path: { id: job.id } } }), {
        label: labelOf(job),
        savesFile: job.type.startsWith('insight.export-'),
        refreshes: ['/api/jobs'],
      }),
    { refreshes: ['/api/jobs'] },
  );
  return (job) => ({
    name: `${labelOf(job)}, ${moment(job.createdAt) ?? ''}`,
    actions: [
      ...(hasFile(job) ? [{ text: t('download'), onAction: () => download.mutate(job) }] : []),
      ...(job.canRunAgain ? [{ text: t('runAgain'), isDisabled: run.isPending, onAction: () => run.mutate(job) }] : []),
      { text: t('details'), onAction: () => address.change({ job: job.id }) },
    ],
  });
}
