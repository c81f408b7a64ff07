/** What checking one row of an import gives: its value, or a sentence for the import result. */
export type RowCheck<Value> = { ok: true; value: Value } | { ok: false; message: string };

/** The text of a cell on one line: trimmed, white space collapsed, in composed form (a Mac writes "é" as two characters). */
export function cellText(cell: string | undefined): string {
  return (cell ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** The text of a cell that may have several lines: trimmed, lines ended by "\n", in composed form. */
export function cellLines(cell: string | undefined): string {
  return (cell ?? '').normalize('NFC').replace(/\r\n?/g, '\n').trim();
}

/** The complaint about a cell of more than `max` characters, or false. */
export function tooLong(column: string, text: string, max: number): string | false {
  return text.length > max && `${column} is longer than ${max} characters`;
}
