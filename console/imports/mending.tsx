import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../build/openapi/internal';
import { useAddress } from '../app/use-address';
import { useSend } from '../http/use-send';
import { RowMenu } from '../list/row-menu';
import { Button } from '../ui/button';
import { fileOf, mendRow, useCheckedFile } from './checked-file';
import { useImportKind } from './import-kind';
import { cellsOf } from './mended-csv';
import { startCheck } from './start-import';
import formStyles from '../form/form.module.css';
import styles from './imports.module.css';

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
    {
      refreshes: [],
      // The check before has lost the file to this one: back leads past it.
      onDone: (job) => job && address.change({ check: job.id, job: '' }, address.get('job') === '' ? 'replace' : 'add'),
    },
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

/** A row of the checked file, and what the user does with it. */
interface Mending {
  row: number;
  /** Its cells as they are now, null when it is left out, undefined while it is as the file has it. */
  cells: readonly string[] | null | undefined;
  /** The user has just begun to correct it, and goes on in its first cell. */
  isOpened: boolean;
  correct: () => void;
  leaveOut: () => void;
  undo: () => void;
}

/** What can be done with a row of a file with so many headings; null while this tab does not have the file. */
export function useMending(jobId: string, row: number, width: number): Mending | null {
  const file = useCheckedFile(jobId);
  const [isOpened, setOpened] = useState(false);
  if (!file || width === 0) return null;
  return {
    row,
    cells: file.mends.get(row),
    isOpened,
    correct() {
      setOpened(true);
      mendRow(row, cellsOf(file.text, width, row));
    },
    leaveOut: () => mendRow(row, null),
    undo: () => mendRow(row, undefined),
  };
}

/** Corrects a row, takes it out of the file, or gives its changes up. */
export function MendingMenu({ mending: { row, cells, correct, leaveOut, undo } }: { mending: Mending }): ReactNode {
  const t = useTranslations('imports');
  const actions = [
    // An open menu keeps the focus, which is for the first cell.
    ...(cells ? [] : [{ text: t('correct'), onAction: () => requestAnimationFrame(correct) }]),
    ...(cells === null ? [] : [{ text: t('leaveOut'), onAction: leaveOut }]),
    ...(cells === undefined ? [] : [{ text: t('undo'), onAction: undo }]),
  ];
  return <RowMenu name={t('rowNumber', { row })} actions={actions} />;
}

/** The quickest way to correct a row with a problem. */
export function CorrectButton({ mending: { row, correct } }: { mending: Mending }): ReactNode {
  const t = useTranslations('imports');
  return (
    <Button kind="quiet" aria-label={t('correctRow', { row })} onClick={correct}>
      {t('correct')}
    </Button>
  );
}

interface MendedRowProps {
  mending: Mending;
  headings: readonly ImportHeading[];
}

/** The fields of a row that is being corrected, and the way back. */
export function MendedRow({ mending, headings }: MendedRowProps): ReactNode {
  const t = useTranslations('imports');
  const { row, cells, isOpened, undo } = mending;
  return (
    <>
      {cells && (
        <div className={styles.mendedCells} role="group" aria-label={t('correctRow', { row })}>
          {headings.map(({ heading }, at) => (
            <Cell
              key={at}
              heading={heading}
              text={cells[at] ?? ''}
              isFirst={isOpened && at === 0}
              onChange={(text) => mendRow(row, cells.with(at, text))}
            />
          ))}
        </div>
      )}
      <Button
        kind="quiet"
        aria-label={t('undoRow', { row })}
        onClick={({ currentTarget }) => {
          // The button goes, its row's menu stays.
          currentTarget.closest('tr')?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
          undo();
        }}
      >
        {t('undo')}
      </Button>
    </>
  );
}

interface CellProps {
  heading: string;
  text: string;
  /** It takes the focus. */
  isFirst: boolean;
  onChange: (text: string) => void;
}

function Cell({ heading, text, isFirst, onChange }: CellProps): ReactNode {
  const id = useId();
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{heading}</label>
      <input
        id={id}
        type="text"
        className={formStyles.input}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- who begins to correct a row goes on in it
        autoFocus={isFirst}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
