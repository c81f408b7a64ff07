import { pipeline, Readable } from 'node:stream';
import csvParser from 'csv-parser';
import { type CsvRecord, CSV_SEPARATORS, csvRecords } from '../kernel/csv-records.rules';
import { refusal, type Refusal } from '../kernel/refusals/refusal';
import { decodeText } from './csv-text';

/** The file as a whole cannot be imported; the message can be shown to the user. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
  constructor(
    readonly why: Refusal,
    /** The headings of a header row that lacks required columns. */
    readonly headings: readonly CsvHeading[] = [],
  ) {
    super(why.message);
  }
}

/** A heading as its author wrote it, and the column that it names; null: none, so it is ignored. */
export interface CsvHeading {
  heading: string;
  column: string | null;
}

/** Column names in lower case without spaces; `known` may omit the required ones. */
export interface CsvColumns {
  /** Each entry a column, or columns of which one is enough. */
  required: readonly (string | readonly string[])[];
  accepted: readonly string[];
  /** Columns by other headings (`headingName`), used when the file does not name the column itself. */
  aliases?: ReadonlyMap<string, string>;
  /** Returns the columns that headings mean, apart from those that are `taken` by names and aliases. */
  meaningsOf?: (headings: readonly string[], taken: ReadonlySet<string>) => readonly (string | null)[];
}

export interface CsvRow {
  /** Line of the file: the header is row 1, or 2 below a line "sep=;". Line breaks inside quoted cells do not count. */
  row: number;
  /** Trimmed text by column name, for the known columns that the file has; has no prototype. */
  cells: Record<string, string>;
  /** All cells in their order, also those of ignored columns; untrimmed except for spaces before them. */
  written: string[];
  /** Why the row cannot be read; its cells are then incomplete. */
  problem?: Refusal;
}

/** An uploaded file whose header row has been read; its rows are read on demand. */
export interface CsvFile {
  headings: CsvHeading[];
  rows: AsyncGenerator<CsvRow, void>;
}

interface Layout {
  separator: string;
  header: CsvRecord;
  headings: CsvHeading[];
  width: number;
  /** Column name -> index of its cell. */
  positions: ReadonlyMap<string, number>;
}

const CONTROL_CHARACTER = /(?![\t\r\n])\p{Cc}/u;

/**
 * Reads an uploaded CSV file; `rows` omits blank ones. Throws `CsvError` when the file is not CSV or its header row is invalid.
 */
export function readCsv(bytes: Buffer, columns: CsvColumns): CsvFile {
  const text = textOf(bytes);
  const layout = layoutOf(text, columns);
  return { headings: layout.headings, rows: rowsOf(text, layout) };
}

function textOf(bytes: Buffer): string {
  const decoded = decodeText(bytes);
  if (!decoded.ok) throw new CsvError(refusal(decoded.why));
  return decoded.text;
}

function* recordsBelow(
  text: string,
  { separator, header }: Pick<Layout, 'separator' | 'header'>,
): Generator<CsvRecord> {
  for (const record of csvRecords(text, separator)) if (record.row !== header.row) yield record;
}

/** Chooses the separator under which the header row has the most known columns, and validates that row. */
function layoutOf(text: string, columns: CsvColumns): Layout {
  const acceptedHeaders = new Set(columns.accepted);
  const readings = CSV_SEPARATORS.map((separator) => {
    const header = csvRecords(text, separator).next().value ?? { row: 1, start: 0, end: 0, cells: [] };
    const names = columnNames(header.cells, acceptedHeaders, columns);
    return { separator, header, names, hits: names.filter((name) => acceptedHeaders.has(name)).length };
  });
  const best = readings.reduce((a, b) =>
    b.hits > a.hits || (b.hits === a.hits && b.names.length > a.names.length) ? b : a,
  );
  if (best.header.problem !== undefined) throw new CsvError(refusal(`HEADER_${best.header.problem}`));

  const positions = new Map<string, number>();
  best.names.forEach((name, index) => {
    if (!acceptedHeaders.has(name)) return;
    if (positions.has(name)) throw new CsvError(refusal('COLUMN_TWICE', { column: name }));
    positions.set(name, index);
  });
  const headings = best.header.cells.map((cell, index) => {
    const name = best.names[index] ?? '';
    return { heading: cell.replaceAll('"', '').trim(), column: acceptedHeaders.has(name) ? name : null };
  });
  const missing = columns.required.flatMap((names) => {
    const anyOf = [names].flat();
    return anyOf.some((name) => positions.has(name)) ? [] : anyOf.slice(0, 1);
  });
  if (missing.length > 0) throw new CsvError(refusal('COLUMNS_MISSING', { columns: missing.join(', ') }), headings);
  return { separator: best.separator, header: best.header, headings, width: best.names.length, positions };
}

/** Returns the columns that headings name: by their own names, else by an alias of a column that the file does not name, else by meaning. */
function columnNames(
  cells: readonly string[],
  accepted: ReadonlySet<string>,
  { aliases = new Map<string, string>(), meaningsOf }: CsvColumns,
): string[] {
  const written = cells.map(headingName);
  const own = new Set(written.filter((name) => accepted.has(name)));
  const named = written.map((name) => {
    const alias = aliases.get(name);
    return accepted.has(name) || alias === undefined || own.has(alias) ? name : alias;
  });
  const isSettled = (name: string, at: number): boolean => accepted.has(name) || aliases.has(written[at] ?? '');
  const open = named.map((name, at) => (isSettled(name, at) ? '' : (cells[at] ?? '').replaceAll('"', '')));
  const meant = meaningsOf?.(open, new Set(named.filter((name) => accepted.has(name)))) ?? [];
  return named.map((name, at) => (isSettled(name, at) ? name : (meant[at] ?? name)));
}

/** Normalizes a heading for comparison: "First Name", "first_name" and "FIRST-NAME" all become `firstname`. */
export function headingName(heading: string): string {
  return heading
    .normalize('NFC')
    .replace(/["\s_-]+/g, '')
    .toLowerCase();
}

/**
 * csv-parser splits the cells. It gets clean records one at a time: on its own it loses row numbers, reads on past an
 * unclosed quote and accepts a quote anywhere.
 */
async function* rowsOf(text: string, layout: Layout): AsyncGenerator<CsvRow, void> {
  const fed: CsvRecord[] = []; // records inside the parser, which returns exactly one row for each
  function* feed(): Generator<Buffer, void> {
    for (const record of recordsBelow(text, layout)) {
      fed.push(record);
      yield Buffer.from(record.cells.join(layout.separator) + '\n');
    }
  }
  const parser = csvParser({ headers: false, separator: layout.separator });
  const parsedRows: AsyncIterable<Record<number, string>> = parser;
  // The loop below receives errors of the source through the parser.
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
  const written = Object.values(parsed);
  const problem = record.problem ? refusal(record.problem) : problemOf(written, width, cells);
  return { row: record.row, cells, written, ...(problem && { problem }) };
}

/** A row may be shorter than the header, since spreadsheets drop empty cells at the end, or have more separators at its end. */
function problemOf(values: string[], width: number, cells: Readonly<Record<string, string>>): Refusal | undefined {
  if (values.slice(width).some((value) => value.trim() !== '')) {
    return refusal('ROW_TOO_WIDE', { width });
  }
  return Object.values(cells).some((cell) => CONTROL_CHARACTER.test(cell))
    ? refusal('ROW_HAS_CONTROL_CHARACTERS')
    : undefined;
}
