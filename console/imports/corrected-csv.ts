import { CSV_SEPARATORS, csvRecords, quotedCell } from '../../shared/kernel/csv-records.rules';

/** Values of a column that are shown. */
const SAMPLES = 3;

/** The rows of a file that the user changes, by their numbers: their cells, or null for a row that is taken out. */
export type Corrections = ReadonlyMap<number, readonly string[] | null>;

/**
 * The text of a CSV file with these rows replaced; all others stay as they are written. `width` is the number of its headings.
 * A row that is taken out leaves a blank line, so that the numbers of the others stay.
 */
export function correctedCsv(text: string, width: number, corrections: Corrections): string {
  const separator = separatorOf(text, width);
  const parts: string[] = [];
  let at = 0;
  for (const { row, start, end } of csvRecords(text, separator)) {
    const cells = corrections.get(row);
    if (cells === undefined) continue;
    parts.push(text.slice(at, start), (cells ?? []).map(quotedCell).join(separator));
    at = end;
  }
  return [...parts, text.slice(at)].join('');
}

/** The cells of a row of a CSV file, as many as it has headings. The text is read up to that row, so that no row is copied. */
export function cellsOf(text: string, width: number, number: number): string[] {
  let cells: readonly string[] = [];
  for (const record of csvRecords(text, separatorOf(text, width)))
    if (record.row === number) {
      ({ cells } = record);
      break;
    }
  return cellTexts(cells, width);
}

/** The cells of the rows with a text in one column, by row number; without rows that are broken or too wide. */
export function rowsWith(
  text: string,
  width: number,
  { at, cell }: { at: number; cell: string },
): Map<number, string[]> {
  const rows = new Map<number, string[]>();
  const records = csvRecords(text, separatorOf(text, width));
  records.next(); // the headings
  for (const { row, cells, problem } of records)
    if (!problem && cells.length <= width && cellText(cells[at] ?? '').trim() === cell)
      rows.set(row, cellTexts(cells, width));
  return rows;
}

/** The first texts of each column, so that someone can see what it contains. */
export function samplesOf(text: string, width: number): string[][] {
  const samples = Array.from({ length: width }, (): string[] => []);
  const records = csvRecords(text, separatorOf(text, width));
  records.next(); // the headings
  for (const { cells } of records) {
    for (const [at, sample] of samples.entries()) {
      const cell = cellText(cells[at] ?? '').trim();
      if (cell !== '' && sample.length < SAMPLES && !sample.includes(cell)) sample.push(cell);
    }
    if (samples.every(({ length }) => length === SAMPLES)) break;
  }
  return samples;
}

/** The text of a CSV file with these headings in place of its own, of which there are as many. */
export function withHeadings(text: string, headings: readonly string[]): string {
  const header = csvRecords(text, separatorOf(text, headings.length)).next().value;
  return header ? correctedCsv(text, headings.length, new Map([[header.row, headings]])) : text;
}

function cellTexts(cells: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, at) => cellText(cells[at] ?? ''));
}

function cellText(cell: string): string {
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

function separatorOf(text: string, width: number): string {
  return CSV_SEPARATORS.find((each) => csvRecords(text, each).next().value?.cells.length === width) ?? ',';
}
