import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../build/openapi/internal';
import { useAddress } from '../app/use-address';
import { useSend } from '../http/use-send';
import { Button } from '../ui/button';
import { fileOf, mendRow, useCheckedFile } from './checked-file';
import { useImportKind } from './import-kind';
import { startCheck } from './start-import';
import formStyles from '../form/form.module.css';
import styles from './imports.module.css';

type ImportRow = components['schemas']['ImportRow'];
type ImportHeading = components['schemas']['ImportHeading'];

interface CheckAgainProps {
  jobId: string;
  /** How many headings the file has. */
  width: number;
}

/** Checks the file with the rows that were corrected, before any of it is imported. */
export function CheckAgain({ jobId, width }: CheckAgainProps): ReactNode {
  const t = useTranslations('imports');
  const kind = useImportKind();
  const address = useAddress();
  const file = useCheckedFile(jobId);
  const check = useSend(
    async () => {
      if (!file) return null;
      const { name, options } = file;
      return startCheck(kind, { file: fileOf(file, width), options, label: t('checkOf', { file: name }) });
    },
    { refreshes: [], onDone: (job) => job && address.change({ check: job.id, job: '' }) },
  );
  if (!file || file.mends.size === 0) return null;
  return (
    <>
      <Button kind="primary" isBusy={check.isPending} onClick={() => check.mutate()}>
        {t('checkAgain')}
      </Button>
      <p role="status">{t('mended', { count: file.mends.size })}</p>
    </>
  );
}

interface RowMendingProps {
  jobId: string;
  row: ImportRow;
  headings: readonly ImportHeading[];
}

/** Corrects a row of the file, or takes it out of it; nothing while this tab does not have the file. */
export function RowMending({ jobId, row, headings }: RowMendingProps): ReactNode {
  const t = useTranslations('imports');
  const file = useCheckedFile(jobId);
  if (!file || row.cells === undefined || headings.length === 0) return null;
  const number = row.row;
  const written = headings.map((_heading, at) => row.cells?.[at] ?? '');
  const cells = file.mends.get(number);
  if (cells === undefined)
    return (
      <div className={styles.mendActions}>
        <Button kind="quiet" aria-label={t('correctRow', { row: number })} onClick={() => mendRow(number, written)}>
          {t('correct')}
        </Button>
        <Button kind="quiet" aria-label={t('leaveOutRow', { row: number })} onClick={() => mendRow(number, null)}>
          {t('leaveOut')}
        </Button>
      </div>
    );
  return (
    <div className="stack tight">
      {cells === null ? (
        <p>{t('leftOut')}</p>
      ) : (
        <div className={styles.mendedCells} role="group" aria-label={t('correctRow', { row: number })}>
          {headings.map(({ heading }, at) => (
            <Cell
              key={at}
              heading={heading}
              text={cells[at] ?? ''}
              onChange={(text) =>
                mendRow(
                  number,
                  cells.map((cell, index) => (index === at ? text : cell)),
                )
              }
            />
          ))}
        </div>
      )}
      <div className={styles.mendActions}>
        <Button kind="quiet" aria-label={t('undoRow', { row: number })} onClick={() => mendRow(number, undefined)}>
          {t('undo')}
        </Button>
      </div>
    </div>
  );
}

interface CellProps {
  heading: string;
  text: string;
  onChange: (text: string) => void;
}

function Cell({ heading, text, onChange }: CellProps): ReactNode {
  const id = useId();
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{heading}</label>
      <input
        id={id}
        type="text"
        className={formStyles.input}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
