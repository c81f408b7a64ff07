import { sentence, type Sentence } from './refusals/sentence';

/** What checking one row of an import gives: its value, or what is wrong with it. */
export type RowCheck<Value> = { ok: true; value: Value } | { ok: false; problems: readonly Sentence[] };

/** What an import says of a row. */
interface RowReport {
  message: string | null;
  reasons?: Sentence[];
  warnings: string[];
  warningReasons?: Sentence[];
}

/** Says in the report of a row why it was not taken. */
export function refuseRow(report: RowReport, problems: readonly Sentence[]): void {
  report.message = problems.map(({ message }) => message).join('; ');
  report.reasons = [...problems];
}

/** Adds to the report of a row what was left out of it. */
export function warnOfRow(report: RowReport, warning: Sentence): void {
  report.warnings.push(warning.message);
  (report.warningReasons ??= []).push(warning);
}

/** The text of a cell on one line: trimmed, white space collapsed, in composed form (a Mac writes "é" as two characters). */
export function cellText(cell: string | undefined): string {
  return (cell ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** The text of a cell that may have several lines: trimmed, lines ended by "\n", in composed form. */
export function cellLines(cell: string | undefined): string {
  return (cell ?? '').normalize('NFC').replace(/\r\n?/g, '\n').trim();
}

/** The complaint about a cell of more than `max` characters, or false. */
export function tooLong(column: string, text: string, max: number): Sentence | false {
  return text.length > max && sentence`${column} is longer than ${max} characters`;
}
