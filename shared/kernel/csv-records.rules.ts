/** One record of a CSV text: its row number, and its cells as clean CSV (either without quotes or entirely quoted). */
export interface CsvRecord {
  /**
   * 1-based, as a text editor counts lines, but line breaks inside quoted cells do not count: blank records and a line
   * "sep=;" do.
   */
  row: number;
  /** Its position in the text, without its line end. */
  start: number;
  end: number;
  cells: string[];
  problem?: 'QUOTE_NOT_CLOSED' | 'TEXT_AFTER_QUOTE';
}

/** What separates cells; the one under which the header row makes most sense is taken. */
export const CSV_SEPARATORS = [',', ';', '\t'];

/** A first line that sets the separator for Excel, which does not show it. */
const SEPARATOR_HINT = /^(?:sep=[,;\t]?|"sep=[,;\t]?")(?:\r\n|\r|\n)/i;
const BLANK_CELL = /^"?\s*"?$/;

/**
 * Reads the records of a CSV text with any line ends (CRLF, LF, CR), without blank ones and without a first line "sep=;".
 *
 * A quote opens a quoted cell only at its start; elsewhere it is a character. An unclosed quoted cell is a problem of
 * the row where it began, and reading continues with the next line, so that no row is lost. Linear time: the text after
 * a broken cell contains only doubled quotes, hence cells that end where they begin.
 */
export function* csvRecords(text: string, separator: string): Generator<CsvRecord, void> {
  const delimiter = new RegExp(`[${separator}\r\n]|$`, 'g');
  const lineEnd = /[\r\n]|$/g;
  const hint = SEPARATOR_HINT.exec(text)?.[0] ?? '';
  let at = hint.length;
  for (let row = hint === '' ? 1 : 2; at < text.length; row++) {
    const record: CsvRecord = { row, start: at, end: at, cells: [] };
    for (let more = true; more;) {
      const start = skipSpaces(text, at);
      if (text[start] === '"') {
        const close = closingQuote(text, start);
        const end = close === -1 ? text.length : next(delimiter, text, close + 1);
        if (close !== -1 && text.slice(close + 1, end).trim() === '') {
          record.cells.push(text.slice(start, close + 1));
          at = end;
        } else {
          at = next(lineEnd, text, start);
          record.problem = close === -1 || at < close ? 'QUOTE_NOT_CLOSED' : 'TEXT_AFTER_QUOTE';
        }
      } else {
        at = next(delimiter, text, start);
        record.cells.push(bareCell(text.slice(start, at)));
      }
      more = text[at] === separator;
      if (more) at++;
    }
    record.end = at;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    if (record.problem !== undefined || !record.cells.every((cell) => BLANK_CELL.test(cell))) yield record;
  }
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** Returns the index of the quote that closes the cell opened at `open`, or -1. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

export function quotedCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function bareCell(cell: string): string {
  return cell.includes('"') ? quotedCell(cell) : cell;
}

/** Returns the index of the next match at or after `from`; both patterns also match the end of the text. */
function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}
