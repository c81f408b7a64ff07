import { sentence, type Sentence } from './refusals/sentence';

/** The result of validating one row of an import: its value or its problems. */
export type RowCheck<Value> = { ok: true; value: Value } | { ok: false; problems: readonly Sentence[] };

/** The outcome, message and warnings of an import row. */
interface RowReport {
  message: string | null;
  reasons?: Sentence[];
  warnings: string[];
  warningReasons?: Sentence[];
}

/** Marks a row as refused, with its problems as the message. */
export function refuseRow(report: RowReport, problems: readonly Sentence[]): void {
  report.message = problems.map(({ message }) => message).join('; ');
  report.reasons = [...problems];
}

/** Adds a warning about an omitted value to a row. */
export function warnOfRow(report: RowReport, warning: Sentence): void {
  report.warnings.push(warning.message);
  (report.warningReasons ??= []).push(warning);
}

/**
 * Returns the text of a cell on one line: trimmed, white space collapsed, in composed form (a Mac writes "é" as two
 * characters).
 */
export function cellText(cell: string | undefined): string {
  return (cell ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Returns the text of a cell with line breaks: trimmed, lines ended by " ", in composed form. */
export function cellLines(cell: string | undefined): string {
  return (cell ?? '').normalize('NFC').replace(/\r\n?/g, '\n').trim();
}

/** Returns the problem of a cell with more than `max` characters, or false. */
export function tooLong(column: string, text: string, max: number): Sentence | false {
  return text.length > max && sentence`${column} is longer than ${max} characters`;
}
