import type { ReadResult } from '../../http/use-read';
import type { SayRefusal } from '../../texts/refusals/refusal-translator';
import { sayRow } from '../../texts/refusals/say-row';

type Result = NonNullable<ReadResult<'/api/jobs/{id}'>['result']>;
type ImportRow = ReadResult<'/api/jobs/{id}/rows'>['items'][number];

/** Excel takes a file without it for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Spreadsheets take a cell that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** The rows of the result of an import that created no employee, as a CSV file; `headings` names its four columns. */
export function rejectedRows(
  result: Result,
  headings: readonly string[],
  outcomeName: (outcome: ImportRow['outcome']) => string,
  say: SayRefusal,
): Blob {
  const { rows } = result as { rows: ImportRow[] };
  const lines = rows
    .filter(({ outcome }) => outcome !== 'created')
    .map((row) => [String(row.row), row.email ?? '', outcomeName(row.outcome), sayRow(row, say).join('; ')]);
  return new Blob([BYTE_ORDER_MARK, ...[headings, ...lines].map(csvLine)], { type: 'text/csv' });
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
