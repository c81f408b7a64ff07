import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { components } from '../../build/openapi/internal';
import { RowMenu } from '../list/row-menu';
import type { SaidProblem } from '../texts/refusals/say-row';
import { Button } from '../ui/button';
import { type CheckedFile, correctRows, rowsCorrected, useCheckedFile } from './checked-file';
import { cellsOf } from './corrected-csv';
import { useCheckAgain } from './use-check-again';
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
  const file = useCheckedFile(jobId);
  const check = useCheckAgain(jobId, width);
  if (!file || file.corrections.size === 0) return null;
  return (
    <>
      <Button kind="primary" isBusy={check.isPending} onClick={() => check.mutate(undefined)}>
        {t('checkAgain')}
      </Button>
      <p role="status">{t('correctedRows', { count: file.corrections.size })}</p>
    </>
  );
}

/** A row of the checked file, and what the user does with it. */
interface RowCorrection {
  file: CheckedFile;
  row: number;
  /** Its cells in the file; only while it is open. */
  original: readonly string[];
  /** Its cells as they are now, null when it is left out, undefined while it is closed. */
  cells: readonly string[] | null | undefined;
  /** It is left out, or differs from the file. */
  isCorrected: boolean;
  /** The user has just begun to correct it, and goes on in one of its cells. */
  isOpened: boolean;
  correct: () => void;
  write: (at: number, text: string) => void;
  leaveOut: () => void;
  undo: () => void;
}

/** What can be done with a row of a file with so many headings; null while this tab does not have the file. */
export function useRowCorrection(jobId: string, row: number, width: number): RowCorrection | null {
  const file = useCheckedFile(jobId);
  const [isOpened, setOpened] = useState(false);
  const changed = file?.corrections.get(row);
  const text = isOpened || changed ? file?.text : undefined;
  const original = useMemo(() => (text === undefined ? [] : cellsOf(text, width, row)), [text, width, row]);
  if (!file || width === 0) return null;
  const change = (cells: readonly string[] | null | undefined, isOpen: boolean): void => {
    setOpened(isOpen);
    correctRows([[row, cells]]);
  };
  return {
    file,
    row,
    original,
    cells: changed === undefined && isOpened ? original : changed,
    isCorrected: changed !== undefined,
    isOpened,
    correct: () => change(undefined, true),
    write(at, written) {
      const cells = (changed ?? original).with(at, written);
      change(cells.every((cell, index) => cell === original[index]) ? undefined : cells, true);
    },
    leaveOut: () => change(null, false),
    undo: () => change(undefined, false),
  };
}

/** Corrects a row, takes it out of the file, or gives up its changes. */
export function CorrectionMenu({ correction }: { correction: RowCorrection }): ReactNode {
  const t = useTranslations('imports');
  const { row, cells, isCorrected, correct, leaveOut, undo } = correction;
  const actions = [
    // An open menu keeps the focus, which is for the first cell.
    ...(cells ? [] : [{ text: t('correct'), onAction: () => requestAnimationFrame(correct) }]),
    ...(cells === null ? [] : [{ text: t('leaveOut'), onAction: leaveOut }]),
    ...(cells === undefined ? [] : [{ text: t(isCorrected ? 'undo' : 'close'), onAction: undo }]),
  ];
  return <RowMenu name={t('rowNumber', { row })} actions={actions} />;
}

/** The quickest way to correct a row with a problem. */
export function CorrectButton({ correction: { row, correct } }: { correction: RowCorrection }): ReactNode {
  const t = useTranslations('imports');
  return (
    <Button kind="quiet" aria-label={t('correctRow', { row })} onClick={correct}>
      {t('correct')}
    </Button>
  );
}

interface CorrectionFieldsProps {
  correction: RowCorrection;
  headings: readonly ImportHeading[];
  /** What the check said of the row, and where it is said. */
  problems: readonly (SaidProblem & { id: string })[];
}

/** The fields of a row that is being corrected, and the way back. */
export function CorrectionFields({ correction, headings, problems }: CorrectionFieldsProps): ReactNode {
  const t = useTranslations('imports');
  const { file, row, original, cells, isCorrected, isOpened, write, undo } = correction;
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
        <div className={styles.correctedCells} role="group" aria-label={t('correctRow', { row })}>
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
        aria-label={t(isCorrected ? 'undoRow' : 'closeRow', { row })}
        onClick={({ currentTarget }) => {
          focusMenu(currentTarget);
          undo();
        }}
      >
        {t(isCorrected ? 'undo' : 'close')}
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
  const others = useMemo(() => rowsCorrected(file, width, { at, wrong, text }), [file, width, at, wrong, text]);
  if (others.length === 0) return null;
  return (
    <Button
      kind="quiet"
      onClick={({ currentTarget }) => {
        focusMenu(currentTarget);
        correctRows(others);
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
