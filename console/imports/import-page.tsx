import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PageTitle } from '../app/page-title';
import { useAddress } from '../app/use-address';
import { JobFailure } from '../jobs/job-failure';
import { JobOnPage } from '../jobs/job-progress';
import { hasEnded, type Job } from '../jobs/job-watch';
import { useJob } from '../jobs/use-job';
import { AreaTexts } from '../texts/texts';
import { ErrorView } from '../ui/error-view';
import { lazyPart } from '../ui/lazy-part';
import { Loading } from '../ui/loaded';
import { CheckForm } from './check-form';
import { type ImportKind, ImportKindContext, useImportKind } from './import-kind';
import type { ImportSummary } from './import-summary';
import { importAddress } from './start-import';
import buttonStyles from '../ui/button.module.css';
import errorViewStyles from '../ui/error-view.module.css';

// The rows of a file come with their table; whoever chooses one waits for the form alone.
const CheckedFile = lazyPart(async () => ({ default: (await import('./import-outcome')).CheckedFile }));
const ImportedFile = lazyPart(async () => ({ default: (await import('./import-outcome')).ImportedFile }));

/** Checks a file, then imports it. The address names the job, so that a reload goes on where it was. */
export function ImportPage({ kind }: { kind: ImportKind }): ReactNode {
  return (
    <AreaTexts area="imports">
      <ImportKindContext value={kind}>
        <ImportSteps />
      </ImportKindContext>
    </AreaTexts>
  );
}

function ImportSteps(): ReactNode {
  const pages = useTranslations('pages');
  const t = useTranslations('imports');
  const { list, texts } = useImportKind();
  const address = useAddress();
  const [check, job] = [address.get('check'), address.get('job')];
  return (
    <>
      <div className="page-head">
        <PageTitle>{pages(texts)}</PageTitle>
        {(check || job) && (
          <Link className={buttonStyles.button} href={`${list}/import`}>
            {t('another')}
          </Link>
        )}
      </div>
      {job ? (
        <FollowedJob key={job} id={job} isDryRun={false} />
      ) : check ? (
        <FollowedJob key={check} id={check} isDryRun />
      ) : (
        <CheckForm />
      )}
    </>
  );
}

/** A check or an import: its progress, then the outcome of its rows. */
function FollowedJob({ id, isDryRun }: { id: string; isDryRun: boolean }): ReactNode {
  const t = useTranslations('imports');
  const kind = useImportKind();
  const label = isDryRun ? t('checking') : t('importing');
  const read = useJob(id, {
    label,
    href: importAddress(kind, { id, dryRun: isDryRun }),
    refreshes: isDryRun ? [] : kind.refreshes,
  });
  const { data: job, error } = read;
  if (!job) return error ? <ErrorView error={error} onRetry={() => void read.refetch()} /> : <Loading />;
  if (!hasEnded(job))
    return <Running label={label} job={job} hint={isDryRun ? t('checkingHint') : t('importingHint')} />;
  if (job.error) return <Failed error={job.error} />;
  // The API answers what its route documents: the type of a job's result belongs to the route that started it.
  const summary = job.result as ImportSummary;
  return (
    <Suspense fallback={<Loading />}>
      {isDryRun ? <CheckedFile jobId={id} summary={summary} /> : <ImportedFile jobId={id} summary={summary} />}
    </Suspense>
  );
}

function Running({ label, hint, job }: { label: string; hint: string; job: Job }): ReactNode {
  return (
    <section className="card stack narrow" aria-busy="true">
      <h2>{label}</h2>
      <JobOnPage id={job.id} label={label} job={job} />
      <p className="muted">{hint}</p>
    </section>
  );
}

function Failed({ error }: { error: NonNullable<Job['error']> }): ReactNode {
  const t = useTranslations('imports');
  return (
    <div className={errorViewStyles.errorView} role="alert">
      <p>{t('failed')}</p>
      <JobFailure error={error} />
    </div>
  );
}
