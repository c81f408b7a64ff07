import type { components } from '../../build/openapi/internal';
import { quotedCell } from '../../shared/kernel/csv-records.rules';
import type { ReadResult } from '../http/use-read';
import type { SayRefusal } from '../texts/refusals/refusal-translator';
import { sayRow } from '../texts/refusals/say-row';

type Result = NonNullable<ReadResult<'/api/jobs/{id}'>['result']>;
type ImportRow = components['schemas']['ImportRow'];
type ImportHeading = components['schemas']['ImportHeading'];

/** Excel takes a file without it for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Spreadsheets take a cell that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * The rows of the result of an import that stored nothing, as a CSV file: the columns of the uploaded file, then row number,
 * outcome and reason, whose headings are `names`.
 */
export function rejectedRows(
  result: Result,
  names: readonly string[],
  outcomeName: (outcome: ImportRow['outcome']) => string,
  say: SayRefusal,
): Blob {
  const { rows, headings = [] } = result as { rows: ImportRow[]; headings?: ImportHeading[] };
  const lines = rows
    .filter(({ outcome }) => outcome === 'skipped' || outcome === 'error')
    .map((row) => [
      ...headings.map((heading, at) => cellOf(row, heading, at)),
      String(row.row),
      outcomeName(row.outcome),
      sayRow(row, say)
        .map(({ text }) => text)
        .join('; '),
    ]);
  const head = [...headings.map(({ heading }) => heading), ...names];
  return new Blob([BYTE_ORDER_MARK, ...[head, ...lines].map(csvLine)], { type: 'text/csv' });
}

/** Reports of employees of before rows were quoted have the email alone. */
function cellOf({ cells, email }: ImportRow, { column }: ImportHeading, at: number): string {
  return cells?.[at] ?? (cells === undefined && column === 'email' ? (email ?? '') : '');
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? quotedCell(safe) : safe;
}
