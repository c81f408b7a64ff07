import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../../build/openapi/internal';
import { useAddress } from '../../app/use-address';
import { FieldFrame } from '../../form/field-frame';
import { FileInput } from '../../form/file-input';
import { api } from '../../http/client';
import { AS_MULTIPART, fileBody } from '../../http/upload';
import { useRead } from '../../http/use-read';
import { useSend } from '../../http/use-send';
import { JobFailure } from '../../jobs/job-failure';
import { jobRequest } from '../../jobs/job-watch';
import { RESPOND_ASYNC, startJob } from '../../jobs/start-job';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { Progress } from '../../ui/progress';
import { ImportReport } from './import-report';
import formStyles from '../../form/form.module.css';

type Job = components['schemas']['JobView'];
export type ImportSummary = Omit<components['schemas']['ImportResult'], 'rows'>;

/** The dialog that the address asks for with `import`: `file` to choose one, then the id of the job that reads it. */
export function ImportDialog(): ReactNode {
  const t = useTranslations('competencyImport');
  const address = useAddress();
  const shown = address.get('import');
  const [file, setFile] = useState<File | null>(null);
  const start = useSend(
    (dryRun: boolean) => {
      const name = file?.name ?? '';
      return startJob(
        api.POST('/api/competencies/import-csv', {
          params: { query: { dryRun } },
          headers: RESPOND_ASYNC,
          // The document describes the file as a string; what is sent is a form.
          body: fileBody(file ?? new File([], '')) as never,
          ...AS_MULTIPART,
        }),
        {
          label: dryRun ? t('checking', { name }) : t('importing', { name }),
          href: address.with({}),
          refreshes: dryRun ? [] : ['/api/competencies', '/api/competency-categories'],
        },
      );
    },
    { refreshes: [], onDone: ({ id }) => address.change({ import: id }) },
  );
  if (shown === '') return null;
  const again = (): void => {
    start.reset();
    address.change({ import: 'file' });
  };
  return (
    <Dialog title={t('title')} isWide onClose={() => address.close('import')}>
      {shown === 'file' ? (
        <div className="stack">
          <p>{t('text')}</p>
          <FileField file={file} onChoose={setFile} />
          <p>
            <Button kind="primary" isBusy={start.isPending} disabled={!file} onClick={() => start.mutate(true)}>
              {t('check')}
            </Button>
          </p>
        </div>
      ) : (
        <ImportJob id={shown} isBusy={start.isPending} onImport={file && (() => start.mutate(false))} onAgain={again} />
      )}
    </Dialog>
  );
}

function FileField({ file, onChoose }: { file: File | null; onChoose: (file: File | null) => void }): ReactNode {
  const t = useTranslations('competencyImport');
  const id = useId();
  return (
    <FieldFrame id={id} label={t('file')} hint={t('fileHint')}>
      <FileInput id={id} accept=".csv,text/csv" aria-describedby={`${id}-hint`} file={file} onChoose={onChoose} />
    </FieldFrame>
  );
}

interface ImportJobProps {
  id: string;
  isBusy: boolean;
  /** null: the file is not at hand any more, after a reload. */
  onImport: (() => void) | null;
  onAgain: () => void;
}

function ImportJob({ id, isBusy, onImport, onAgain }: ImportJobProps): ReactNode {
  const t = useTranslations('competencyImport');
  const read = useRead('/api/jobs/{id}', jobRequest(id));
  return (
    <Loaded read={read}>
      {(job) => {
        if (job.status === 'Failed') return <Failed job={job} onAgain={onAgain} />;
        if (job.status !== 'Succeeded')
          return <Progress label={t('title')} done={job.progress.done} total={job.progress.total} />;
        const result = job.result as ImportSummary;
        return (
          <div className="stack">
            <ImportReport jobId={id} summary={result} />
            <p className={formStyles.formActions}>
              {result.dryRun && onImport && result.created > 0 && (
                <Button kind="primary" isBusy={isBusy} onClick={onImport}>
                  {t('import', { count: result.created })}
                </Button>
              )}
              <Button onClick={onAgain}>{t('otherFile')}</Button>
            </p>
          </div>
        );
      }}
    </Loaded>
  );
}

function Failed({ job, onAgain }: { job: Job; onAgain: () => void }): ReactNode {
  const t = useTranslations('competencyImport');
  return (
    <div className="stack">
      <div className={formStyles.fieldError} role="alert">
        {job.error && <JobFailure error={job.error} />}
      </div>
      <p>
        <Button onClick={onAgain}>{t('otherFile')}</Button>
      </p>
    </div>
  );
}
