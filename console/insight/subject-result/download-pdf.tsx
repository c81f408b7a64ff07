import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { api } from '../../http/client';
import { useIsRunning } from '../../jobs/job-watch';
import { RESPOND_ASYNC, startJob } from '../../jobs/start-job';
import { Button } from '../../ui/button';
import { useErrorText } from '../../ui/error-view';
import { notify } from '../../ui/notices';
import type { SubjectResult } from './subject-result';

interface DownloadPdfProps {
  result: SubjectResult;
  /** Whether it is what the page is for. */
  isPrimary?: boolean;
}

/** "Download PDF": the report is printed in the background and saved when it is ready, wherever the user is by then. */
export function DownloadPdf({ result, isPrimary = true }: DownloadPdfProps): ReactNode {
  const t = useTranslations('subjectResult');
  const textOf = useErrorText();
  const { cycleId, cycle, subjectId, subject } = result;
  const label = t('pdfLabel', { subject, cycle });
  const [isStarting, setStarting] = useState(false);
  const about = `${cycleId} ${subjectId}`;
  const isPrinting = useIsRunning('insight.export-report', about);
  const print = async (): Promise<void> => {
    setStarting(true);
    const body = { cycleId, subjectId };
    const call = api.POST('/api/evaluation-results/export-pdf', { body, headers: RESPOND_ASYNC });
    try {
      await startJob(call, { label, about, savesFile: true, refreshes: [] });
    } catch (error) {
      notify({ kind: 'failed', text: textOf(error) });
    } finally {
      setStarting(false);
    }
  };
  return (
    <Button {...(isPrimary ? { kind: 'primary' } : {})} isBusy={isStarting || isPrinting} onClick={() => void print()}>
      {t('downloadPdf')}
    </Button>
  );
}
