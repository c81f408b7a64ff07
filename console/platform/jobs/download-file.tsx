import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../http/save-file';
import { useSend } from '../../http/use-send';
import type { Job } from '../../jobs/job-watch';
import { Button } from '../../ui/button';

/** "Download" of the file that a job left; nothing where it left none. */
export function DownloadFile({ job, kind }: { job: Job; kind: 'plain' | 'quiet' }): ReactNode {
  const t = useTranslations('backgroundWork');
  const download = useSend(() => saveFile(`/api/jobs/${job.id}/file`), { refreshes: [] });
  if (job.status !== 'Succeeded' || job.fileId === null) return null;
  return (
    <Button kind={kind} isBusy={download.isPending} onClick={() => download.mutate()}>
      {t('download')}
    </Button>
  );
}
