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
import { chooseOptions, correctRows, rowsCorrected, useCheckedFile } from './checked-file';
import { IgnoredHeadings } from './ignored-headings';
import { type CheckedImport, useImportKind, useImportWords } from './import-kind';
import { ImportRows } from './import-rows';
import type { ImportSummary } from './import-summary';
import { rejectedRows } from './rejected-rows';
import { CheckAgain } from './row-correction';
import { startImport } from './start-import';
import { useCheckAgain } from './use-check-again';
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
  const file = useCheckedFile(jobId);
  const count = changedRows(summary) + (kind.besides?.(file?.options ?? {}) ?? 0);
  const again = useCheckAgain(jobId, headings.length);
  const isUndecided = summary.dateFormat === null;
  const nothing = t(summary.errors === 0 && (summary.unchanged ?? 0) > 0 ? 'nothingDiffers' : 'nothingToImport');
  const found: CheckedImport = {
    jobId,
    summary,
    options: file?.options ?? {},
    // One choice at a time: the next one begins with what this one has chosen.
    again: file && !again.isPending ? (options) => again.mutate(options) : null,
    choose: file && chooseOptions,
    replace:
      file &&
      ((column, wrong, text) => {
        const at = headings.findIndex((heading) => heading.column === column);
        correctRows(rowsCorrected(file, headings.length, { at, wrong, text }));
      }),
  };
  const start = useSend(
    async () => (file ? startImport(kind, file, headings.length, t('importOf', { file: file.name })) : null),
    {
      refreshes: [],
      onDone: (job) => job && address.change({ check: '', show: '', job: job.id }),
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
      findings={kind.findings?.(found)}
      details={kind.details?.(found)}
      hint={isUndecided ? undefined : count === 0 ? nothing : file ? undefined : t('fileForgotten')}
      step={
        file &&
        count > 0 &&
        !isUndecided &&
        file.corrections.size === 0 && (
          <Button kind="primary" isBusy={start.isPending || again.isPending} onClick={() => start.mutate()}>
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
  const { list, afterwards, details } = useImportKind();
  const { jobId, summary } = props;
  return (
    <Outcome
      {...props}
      details={details?.({ jobId, summary, options: {}, again: null, choose: null, replace: null })}
      hint={summary.created > 0 ? afterwards : undefined}
      title={words('imported', { count: changedRows(summary) + (summary.terminated ?? 0) })}
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
  /** What concerns the whole file. */
  findings?: ReactNode;
  details?: ReactNode;
  hint?: ReactNode;
  step: ReactNode;
}

function Outcome({ jobId, summary, title, headings, findings, details, hint, step }: Shown): ReactNode {
  const t = useTranslations('imports');
  const format = useFormatter();
  const {
    total,
    created,
    updated = 0,
    unchanged,
    skipped,
    errors,
    warnings,
    missingCount,
    terminated,
    dryRun,
  } = summary;
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
    ...(unchanged === undefined ? [] : [{ name: 'unchanged', text: t('outcome.unchanged'), count: unchanged }]),
    { name: 'skipped', text: t('outcome.skipped'), count: skipped },
    { name: 'error', text: t('errors'), count: errors },
    { name: 'warning', text: t('warnings'), count: warnings },
    ...(missingCount === undefined ? [] : [{ name: 'missing', text: t('outcome.missing'), count: missingCount }]),
    ...(dryRun || !terminated ? [] : [{ name: 'terminated', text: t('outcome.terminated'), count: terminated }]),
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
        {findings}
        {hint && <p>{hint}</p>}
        {dryRun && warnings > 0 && <p className="muted">{t('warningsText')}</p>}
        <div className={formStyles.formActions}>
          {step}
          {dryRun && <CheckAgain jobId={jobId} width={summary.headings?.length ?? 0} />}
          {skipped + errors > 0 && (
            <Button isBusy={save.isPending} onClick={() => save.mutate()}>
              {t('download')}
            </Button>
          )}
        </div>
      </section>
      {details}
      <ImportRows jobId={jobId} summary={summary} />
    </div>
  );
}
