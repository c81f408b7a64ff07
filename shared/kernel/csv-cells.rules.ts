import { refusal, type Refusal } from './refusals/refusal';
import { hasFormatCharacters, isReadable, preparedText } from './typed-text.rules';

/** A problem of an import row. */
export interface ImportProblem extends Refusal {
  /**
   * The column whose cell has the problem; omitted when it is the whole row, and in older reports.
   * @example "hiredate"
   */
  column?: string;
}

/** The result of validating one row of an import: its value or its problems. */
export type RowCheck<Value> = { ok: true; value: Value } | { ok: false; problems: readonly ImportProblem[] };

/** The outcome, message and warnings of an import row. */
interface RowReport {
  message: string | null;
  reasons?: ImportProblem[];
  warnings: string[];
  warningReasons?: ImportProblem[];
}

export function inColumn(column: string, problem: Refusal): ImportProblem {
  return { ...problem, column };
}

export function refuseRow(report: RowReport, problems: readonly ImportProblem[]): void {
  report.message = problems.map(({ message }) => message).join('; ');
  report.reasons = [...problems];
}

/** Adds a warning about an omitted value to a row. */
export function warnOfRow(report: RowReport, warning: ImportProblem): void {
  report.warnings.push(warning.message);
  (report.warningReasons ??= []).push(warning);
}

/**
 * Returns the text of a cell on one line: trimmed, white space collapsed, in composed form (a Mac writes "é" as two
 * characters).
 */
export function cellText(cell: string | undefined): string {
  return preparedText(cell ?? '').replace(/\s+/gu, ' ');
}

/** Returns the text of a cell with line breaks: trimmed, lines ended by " ", in composed form. */
export function cellLines(cell: string | undefined): string {
  return preparedText(cell ?? '').replace(/\r\n?/g, '\n');
}

/** Returns the problem of a cell with more than `max` characters, or false. */
export function tooLong(column: string, text: string, max: number): ImportProblem | false {
  return text.length > max && inColumn(column, refusal('CELL_TOO_LONG', { column, max }));
}

/** Returns the problem of a name in which no letter or digit can be seen, or false; an empty cell has none. */
export function notReadable(column: string, text: string): ImportProblem | false {
  return text !== '' && !isReadable(text) && inColumn(column, refusal('CELL_NOT_READABLE', { column }));
}

/** Returns the problem of a code with characters that cannot be seen, or false. */
export function hasInvisible(column: string, text: string): ImportProblem | false {
  return hasFormatCharacters(text) && inColumn(column, refusal('CELL_HAS_INVISIBLE_CHARACTERS', { column }));
}
