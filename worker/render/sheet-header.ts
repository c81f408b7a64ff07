import { type Row, type Worksheet } from 'exceljs';
import { type StreamedWorkbook, textStyle, textValue } from './workbook';

const INK = 'FF1B2733';
const MUTED = 'FF5B6875';

/** Color of rules and cell borders. */
export const LINE = { style: 'thin', color: { argb: 'FFD5DCE3' } } as const;

const title = textStyle({ font: { name: 'Calibri', size: 16, bold: true, color: { argb: INK } } });
const label = textStyle({ font: { name: 'Calibri', size: 11, color: { argb: MUTED } } });
const value = textStyle({ font: { name: 'Calibri', size: 11, bold: true, color: { argb: INK } } });
const note = textStyle({ font: { name: 'Calibri', size: 11, italic: true, color: { argb: 'FFB3261E' } } });

export const columnHeading = textStyle({
  font: { name: 'Calibri', size: 11, bold: true, color: { argb: INK } },
  fill: solid('FFF3F5F8'),
  border: { bottom: { style: 'medium', color: { argb: INK } } },
  alignment: { vertical: 'bottom', wrapText: true },
});

/** Returns a fill of one color (`AARRGGBB`); reuse the object, since styles are compared by identity. */
export function solid(argb: string) {
  return { type: 'pattern', pattern: 'solid', fgColor: { argb } } as const;
}

/** The rows above the body of a sheet: a title, named facts (omitted ones are skipped), a note. */
export interface SheetHeader {
  title: string;
  facts: (readonly [label: string, value: string | null | undefined])[];
  note?: string;
}

export function headerHeight({ facts, note: text }: SheetHeader): number {
  return 1 + facts.filter(([, fact]) => fact).length + (text ? 1 : 0);
}

/** Writes the header into the first rows of the sheet; values are in the second column. */
export async function writeHeader(workbook: StreamedWorkbook, sheet: Worksheet, header: SheetHeader): Promise<void> {
  const first = sheet.addRow([header.title]);
  first.getCell(1).style = title;
  first.height = 26;
  await workbook.commitRow(first);
  for (const [name, fact] of header.facts) {
    if (!fact) continue;
    const row = sheet.addRow([name, textValue(fact)]);
    row.getCell(1).style = label;
    row.getCell(2).style = value;
    await workbook.commitRow(row);
  }
  if (header.note) await writeNote(workbook, sheet, header.note);
}

export async function writeNote(workbook: StreamedWorkbook, sheet: Worksheet, text: string): Promise<void> {
  const row: Row = sheet.addRow([textValue(text)]);
  row.getCell(1).style = note;
  await workbook.commitRow(row);
}

/** `yyyy-mm-dd hh:mm UTC`. */
export function sheetInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
