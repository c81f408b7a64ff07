import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../http/save-file';
import { useSend } from '../../http/use-send';
import type { Job } from '../../jobs/job-watch';
import { Button } from '../../ui/button';

/** Whether a job left a file. */
export const hasFile = ({ status, fileId }: Job): boolean => status === 'Succeeded' && fileId !== null;

/** Saves the file that a job left. */
export function useDownload(): UseMutationResult<unknown, Error, Job> {
  return useSend(({ id }: Job) => saveFile(`/api/jobs/${id}/file`), { refreshes: [] });
}

/** "Download" of the file that a job left; nothing where it left none. */
export function DownloadFile({ job }: { job: Job }): ReactNode {
  const t = useTranslations('backgroundWork');
  const download = useDownload();
  if (!hasFile(job)) return null;
  return (
    <Button isBusy={download.isPending} onClick={() => download.mutate(job)}>
      {t('download')}
    </Button>
  );
}
