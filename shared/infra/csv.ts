import { pipeline, Readable } from 'node:stream';
import csvParser from 'csv-parser';
import { type CsvRecord, csvRecords } from './csv-records';
import { decodeText } from './csv-text';

/** The file as a whole cannot be imported; the message is fit to be shown to the user who uploaded it. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/** Column names in lower case without spaces (spec 2.8); `known` may leave out the required ones. */
export interface CsvColumns {
  required: readonly string[];
  known: readonly string[];
}

/** One row of an upload. */
export interface CsvRow {
  /** Row number as a spreadsheet shows it: the header is row 1, the first row below it is 2. */
  row: number;
  /** Trimmed text by column name, for the known columns that the file has; has no prototype. */
  cells: Record<string, string>;
  /** Why the row cannot be read as it stands; its cells are then incomplete. */
  problem?: string;
}

interface Layout {
  separator: string;
  headerRow: number;
  width: number;
  /** Column name -> index of its cell. */
  positions: ReadonlyMap<string, number>;
}

const SEPARATORS = [',', ';', '\t'];
const MAX_ROWS = 100_000;
const SEPARATOR_HINT = /^sep=[,;\t]?(?:\r\n|\r|\n)/i;
const CONTROL_CHARACTER = /(?![\t\r\n])\p{Cc}/u;

/**
 * Reads an uploaded CSV file (decisions "CSV import"). Throws `CsvError` at once when the file is not CSV or its header row will not do,
 * and while iterating when it has more than 100,000 rows. Blank rows are left out.
 */
export function readCsv(bytes: Buffer, columns: CsvColumns): AsyncGenerator<CsvRow, void> {
  const decoded = decodeText(bytes);
  if (!decoded.ok) throw new CsvError(`The file is ${decoded.reason}.`);
  // A first line "sep=;" is a note to Excel, which does not show it either.
  const text = decoded.text.replace(SEPARATOR_HINT, '');
  return rowsOf(text, layoutOf(text, columns));
}

/** Takes the separator under which the header row has the most known columns, and checks that row. */
function layoutOf(text: string, columns: CsvColumns): Layout {
  const known = new Set([...columns.required, ...columns.known]);
  const readings = SEPARATORS.map((separator) => {
    const header = csvRecords(text, separator).next().value ?? { row: 1, cells: [] };
    const names = header.cells.map(columnName);
    return { separator, header, names, hits: names.filter((name) => known.has(name)).length };
  });
  const best = readings.reduce((a, b) => (b.hits > a.hits ? b : a));
  if (best.header.problem !== undefined) throw new CsvError(`The header row cannot be read: ${best.header.problem}.`);

  const positions = new Map<string, number>();
  best.names.forEach((name, index) => {
    if (!known.has(name)) return;
    if (positions.has(name)) throw new CsvError(`The column "${name}" appears more than once in the header row.`);
    positions.set(name, index);
  });
  const missing = columns.required.filter((name) => !positions.has(name));
  if (missing.length > 0) throw new CsvError(`The header row lacks the required columns: ${missing.join(', ')}.`);
  return { separator: best.separator, headerRow: best.header.row, width: best.names.length, positions };
}

/** "First Name", "first_name" and "FIRST-NAME" all name the column `firstname`. */
function columnName(header: string): string {
  return header.replace(/["\s_-]+/g, '').toLowerCase();
}

/**
 * csv-parser takes the cells apart; it is fed clean records, one at a time, because left alone it loses row numbers, reads on past an
 * unclosed quote and takes any quote for an opening one.
 */
async function* rowsOf(text: string, layout: Layout): AsyncGenerator<CsvRow, void> {
  const fed: CsvRecord[] = []; // records on their way through the parser, which answers each with exactly one row
  function* feed(): Generator<Buffer, void> {
    let count = 0;
    for (const record of csvRecords(text, layout.separator)) {
      if (record.row === layout.headerRow) continue;
      if (++count > MAX_ROWS) throw new CsvError(`The file has more than ${MAX_ROWS} rows.`);
      fed.push(record);
      yield Buffer.from(record.cells.join(layout.separator) + '\n');
    }
  }
  const parser = csvParser({ headers: false, separator: layout.separator });
  const parsedRows: AsyncIterable<Record<number, string>> = parser;
  // An error of the source reaches the loop below through the parser; the callback has nothing to add.
  pipeline(Readable.from(feed()), parser, () => undefined);
  for await (const parsed of parsedRows) {
    const record = fed.shift();
    if (record) yield toRow(record, parsed, layout);
  }
}

function toRow(record: CsvRecord, parsed: Record<number, string>, { width, positions }: Layout): CsvRow {
  const cells: Record<string, string> = {};
  Object.setPrototypeOf(cells, null);
  for (const [name, index] of positions) cells[name] = (parsed[index] ?? '').trim();
  const problem = record.problem ?? problemOf(Object.values(parsed), width);
  return problem === undefined ? { row: record.row, cells } : { row: record.row, cells, problem };
}

/** A short row is well (spreadsheets drop empty cells at the end), and so are separators at the end of a line. */
function problemOf(values: string[], width: number): string | undefined {
  if (values.slice(width).some((value) => value.trim() !== '')) {
    return `the row has more cells than the header row, which has ${width}`;
  }
  return values.some((value) => CONTROL_CHARACTER.test(value)) ? 'the row holds control characters' : undefined;
}
