import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../build/openapi/internal';
import { useAddress } from '../app/use-address';
import { useSend } from '../http/use-send';
import { RowMenu } from '../list/row-menu';
import type { SaidProblem } from '../texts/refusals/say-row';
import { Button } from '../ui/button';
import { type CheckedFile, fileOf, mendRows, useCheckedFile } from './checked-file';
import { useImportKind } from './import-kind';
import { cellsOf, rowsWith } from './mended-csv';
import { startCheck } from './start-import';
import formStyles from '../form/form.module.css';
import styles from './imports.module.css';

type ImportHeading = components['schemas']['ImportHeading'];

/** Many rows can name the same thing; other wrong texts, such as an email, belong to one row. */
const NO_SUCH_NAME: ReadonlySet<string> = new Set(['REFERENCE_NOT_FOUND', 'REFERENCE_AMBIGUOUS', 'MANAGER_HAS_LEFT']);

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
  file: CheckedFile;
  row: number;
  /** Its cells in the file; only while it is open. */
  original: readonly string[];
  /** Its cells as they are now, null when it is left out, undefined while it is closed. */
  cells: readonly string[] | null | undefined;
  /** It is left out, or differs from the file. */
  isMended: boolean;
  /** The user has just begun to correct it, and goes on in one of its cells. */
  isOpened: boolean;
  correct: () => void;
  write: (at: number, text: string) => void;
  leaveOut: () => void;
  undo: () => void;
}

/** What can be done with a row of a file with so many headings; null while this tab does not have the file. */
export function useMending(jobId: string, row: number, width: number): Mending | null {
  const file = useCheckedFile(jobId);
  const [isOpened, setOpened] = useState(false);
  const mended = file?.mends.get(row);
  const text = isOpened || mended ? file?.text : undefined;
  const original = useMemo(() => (text === undefined ? [] : cellsOf(text, width, row)), [text, width, row]);
  if (!file || width === 0) return null;
  const mend = (cells: readonly string[] | null | undefined, isOpen: boolean): void => {
    setOpened(isOpen);
    mendRows([[row, cells]]);
  };
  return {
    file,
    row,
    original,
    cells: mended === undefined && isOpened ? original : mended,
    isMended: mended !== undefined,
    isOpened,
    correct: () => mend(undefined, true),
    write(at, written) {
      const cells = (mended ?? original).with(at, written);
      mend(cells.every((cell, index) => cell === original[index]) ? undefined : cells, true);
    },
    leaveOut: () => mend(null, false),
    undo: () => mend(undefined, false),
  };
}

/** Corrects a row, takes it out of the file, or gives its changes up. */
export function MendingMenu({ mending }: { mending: Mending }): ReactNode {
  const t = useTranslations('imports');
  const { row, cells, isMended, correct, leaveOut, undo } = mending;
  const actions = [
    // An open menu keeps the focus, which is for the first cell.
    ...(cells ? [] : [{ text: t('correct'), onAction: () => requestAnimationFrame(correct) }]),
    ...(cells === null ? [] : [{ text: t('leaveOut'), onAction: leaveOut }]),
    ...(cells === undefined ? [] : [{ text: t(isMended ? 'undo' : 'close'), onAction: undo }]),
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
  /** What the check said of the row, and where it stands. */
  problems: readonly (SaidProblem & { id: string })[];
}

/** The fields of a row that is being corrected, and the way back. */
export function MendedRow({ mending, headings, problems }: MendedRowProps): ReactNode {
  const t = useTranslations('imports');
  const { file, row, original, cells, isMended, isOpened, write, undo } = mending;
  const wrong = headings.map((heading, at) =>
    problems.filter(({ column }) => column === heading.column && cells?.[at] === original[at]),
  );
  const first = Math.max(
    0,
    wrong.findIndex(({ length }) => length > 0),
  );
  return (
    <>
      {cells && (
        <div className={styles.mendedCells} role="group" aria-label={t('correctRow', { row })}>
          {headings.map(({ heading }, at) => (
            <Cell
              key={at}
              heading={heading}
              text={cells[at] ?? ''}
              problemIds={wrong[at]?.map(({ id }) => id).join(' ')}
              isFirst={isOpened && at === first}
              onChange={(text) => write(at, text)}
            />
          ))}
        </div>
      )}
      {headings.map(({ column }, at) => {
        const [old, text] = [original[at]?.trim(), cells?.[at]?.trim()];
        const isOffered = problems.some((problem) => problem.column === column && NO_SUCH_NAME.has(problem.code ?? ''));
        return (
          isOffered &&
          old &&
          text &&
          old !== text && <OtherRows key={at} file={file} width={headings.length} at={at} wrong={old} text={text} />
        );
      })}
      <Button
        kind="quiet"
        aria-label={t(isMended ? 'undoRow' : 'closeRow', { row })}
        onClick={({ currentTarget }) => {
          focusMenu(currentTarget);
          undo();
        }}
      >
        {t(isMended ? 'undo' : 'close')}
      </Button>
    </>
  );
}

/** The button goes, its row's menu stays. */
function focusMenu(button: HTMLElement): void {
  button.closest('tr')?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
}

interface OtherRowsProps {
  file: CheckedFile;
  width: number;
  at: number;
  wrong: string;
  text: string;
}

/** Writes the text of a corrected cell in the other rows that have the same wrong one. */
function OtherRows({ file, width, at, wrong, text }: OtherRowsProps): ReactNode {
  const t = useTranslations('imports');
  const inFile = useMemo(() => rowsWith(file.text, width, { at, cell: wrong }), [file.text, width, at, wrong]);
  const others = [...inFile].flatMap(([row, written]) => {
    const mended = file.mends.get(row);
    const cells = mended === undefined ? written : mended;
    return cells?.[at]?.trim() === wrong ? [[row, cells.with(at, text)] as const] : [];
  });
  if (others.length === 0) return null;
  return (
    <Button
      kind="quiet"
      onClick={({ currentTarget }) => {
        focusMenu(currentTarget);
        mendRows(others);
      }}
    >
      {t('writeInOthers', { text, wrong, count: others.length })}
    </Button>
  );
}

interface CellProps {
  heading: string;
  text: string;
  /** Where its problems are said, if it has any. */
  problemIds: string | undefined;
  /** It takes the focus. */
  isFirst: boolean;
  onChange: (text: string) => void;
}

function Cell({ heading, text, problemIds, isFirst, onChange }: CellProps): ReactNode {
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
        aria-invalid={problemIds ? true : undefined}
        aria-describedby={problemIds || undefined}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
