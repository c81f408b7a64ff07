import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAddress } from '../app/use-address';
import { saveBlob } from '../http/save-file';
import { readOnce } from '../http/use-read';
import { useSend } from '../http/use-send';
import { refusalsIn } from '../texts/refusals/refusals';
import { Button } from '../ui/button';
import { useCheckedFile } from './checked-file';
import { IgnoredHeadings } from './ignored-headings';
import { useImportKind, useImportWords } from './import-kind';
import { ImportRows } from './import-rows';
import type { ImportSummary } from './import-summary';
import { CheckAgain } from './mending';
import { rejectedRows } from './rejected-rows';
import { startImport } from './start-import';
import formStyles from '../form/form.module.css';
import buttonStyles from '../ui/button.module.css';
import styles from './imports.module.css';

/** The rows that an import stored, or would store. */
const changedRows = ({ created, updated = 0 }: ImportSummary): number => created + updated;

interface OutcomeProps {
  jobId: string;
  summary: ImportSummary;
}

/** What an import of the file would do, and the step that does it. */
export function CheckedFile({ jobId, summary }: OutcomeProps): ReactNode {
  const t = useTranslations('imports');
  const words = useImportWords();
  const kind = useImportKind();
  const address = useAddress();
  const { headings = [] } = summary;
  const count = changedRows(summary);
  const file = useCheckedFile(jobId);
  const start = useSend(
    async () => (file ? startImport(kind, file, headings.length, t('importOf', { file: file.name })) : null),
    {
      refreshes: [],
      onDone: (job) => job && address.change({ check: '', problems: '', job: job.id }),
    },
  );
  return (
    <Outcome
      jobId={jobId}
      summary={summary}
      headings={
        <IgnoredHeadings
          headings={headings}
          file={file}
          onChecked={({ id }) => address.change({ check: id }, 'replace')}
        />
      }
      title={file ? t('checked', { file: file.name }) : t('checkedUnnamed')}
      hint={count === 0 ? t('nothingToImport') : file ? undefined : t('fileForgotten')}
      step={
        file &&
        count > 0 &&
        file.mends.size === 0 && (
          <Button kind="primary" isBusy={start.isPending} onClick={() => start.mutate()}>
            {words('import', { count })}
          </Button>
        )
      }
    />
  );
}

/** What an import did. */
export function ImportedFile(props: OutcomeProps): ReactNode {
  const words = useImportWords();
  const { list, afterwards } = useImportKind();
  return (
    <Outcome
      {...props}
      hint={props.summary.created > 0 ? afterwards : undefined}
      title={words('imported', { count: changedRows(props.summary) })}
      step={
        <Link className={clsx(buttonStyles.button, buttonStyles.primary)} href={list}>
          {words('show')}
        </Link>
      }
    />
  );
}

interface Shown extends OutcomeProps {
  title: string;
  /** What the headings of the file were read as. */
  headings?: ReactNode;
  hint?: ReactNode;
  step: ReactNode;
}

function Outcome({ jobId, summary, title, headings, hint, step }: Shown): ReactNode {
  const t = useTranslations('imports');
  const format = useFormatter();
  const { total, created, updated = 0, skipped, errors, warnings, dryRun } = summary;
  const locale = useLocale();
  const save = useSend(
    async () => {
      const { result } = await readOnce('/api/jobs/{id}', { path: { id: jobId } });
      const names = [t('row'), t('result'), t('message')];
      if (result)
        saveBlob(
          rejectedRows(result, names, (outcome) => t(`outcome.${outcome}`), await refusalsIn(locale)),
          t('rejectedFile'),
        );
    },
    { refreshes: [] },
  );
  const counts = [
    { name: 'total', text: t('total'), count: total },
    { name: 'created', text: dryRun ? t('toCreate') : t('outcome.created'), count: created },
    ...(updated > 0 ? [{ name: 'updated', text: dryRun ? t('toUpdate') : t('outcome.updated'), count: updated }] : []),
    { name: 'skipped', text: t('outcome.skipped'), count: skipped },
    { name: 'error', text: t('errors'), count: errors },
    { name: 'warning', text: t('warnings'), count: warnings },
  ];
  return (
    <div className="stack">
      <section className="card stack" aria-label={title}>
        <div role="status">
          <h2>{title}</h2>
        </div>
        <dl className={styles.importCounts}>
          {counts.map(({ name, text, count }) => (
            <div key={name} className={count > 0 ? styles[name] : undefined}>
              <dt>{text}</dt>
              <dd>{format.number(count)}</dd>
            </div>
          ))}
        </dl>
        {headings}
        {hint && <p>{hint}</p>}
        {dryRun && warnings > 0 && <p className="muted">{t('warningsText')}</p>}
        <div className={formStyles.formActions}>
          {step}
          <CheckAgain jobId={jobId} width={summary.headings?.length ?? 0} />
          {skipped + errors > 0 && (
            <Button isBusy={save.isPending} onClick={() => save.mutate()}>
              {t('download')}
            </Button>
          )}
        </div>
      </section>
      <ImportRows jobId={jobId} summary={summary} />
    </div>
  );
}
