import { once } from 'node:events';
import { type Writable, PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type ExcelJS from 'exceljs';
import type { Row, Style } from 'exceljs';
import { printableText } from './report/printable-text';

/** Cells between two turns of the event loop, so that a large sheet does not delay the worker's lock renewals. */
const CELLS_PER_TURN = 2_000;
const MAX_TEXT_LENGTH = 32_767;
/** Number format "Text" (`@`): built-in format 49. Every cell with text of a user has it, and no other cell. */
const TEXT_FORMAT = '@';
const TEXT_FORMAT_XF = /<xf numFmtId="49"/g;

/** Style of cells that hold text of users: format "Text", and the quote prefix once the styles are written. */
export function textStyle(style: Partial<Style> = {}): Partial<Style> {
  return { ...style, numFmt: TEXT_FORMAT };
}

/**
 * A text as the value of a string cell: what XML cannot carry is left out, Excel's own escapes (`_x0041_`) and carriage returns are
 * escaped so that they read back as they were, and what passes the limit of a cell is cut.
 */
export function textValue(text: string): string {
  const whole = printableText(text);
  const fitting =
    whole.length <= MAX_TEXT_LENGTH ? whole : `${whole.slice(0, MAX_TEXT_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  return fitting.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_').replaceAll('\r', '_x000D_');
}

/**
 * ExcelJS's streaming writer that marks every cell of format "Text" with the quote prefix, which it cannot do by itself: so a text
 * that begins with `=` stays text even after someone edits the cell. `styles` and `zip` are its own, undeclared members.
 */
async function quotingWriter(stream: Writable): Promise<ExcelJS.stream.xlsx.WorkbookWriter> {
  const { default: excel } = await import('exceljs'); // half a second that only the first workbook needs
  class QuotingWorkbookWriter extends excel.stream.xlsx.WorkbookWriter {
    declare private readonly styles: { readonly xml: string };
    declare private readonly zip: { append(content: string, entry: { name: string }): unknown };

    override async addStyles(): Promise<void> {
      this.zip.append(this.styles.xml.replace(TEXT_FORMAT_XF, '$& quotePrefix="1"'), { name: 'xl/styles.xml' });
    }
  }
  return new QuotingWorkbookWriter({ stream, useStyles: true, useSharedStrings: true });
}

/** A workbook on its way to its destination. */
export interface StreamedWorkbook {
  addWorksheet: ExcelJS.Workbook['addWorksheet'];
  /** Hands a finished row to the stream; every few thousand cells other work gets its turn. Rejects when the destination has failed. */
  commitRow(row: Row): Promise<void>;
}

/**
 * Writes a workbook row by row to `destination`, which is ended when all is written. When `fill` fails the destination is destroyed
 * with the error, when the destination fails `fill` is stopped at its next row; the promise rejects in both cases.
 */
export async function streamWorkbook(
  destination: Writable,
  fill: (workbook: StreamedWorkbook) => Promise<void>,
): Promise<void> {
  const body = new PassThrough();
  const delivered = pipeline(body, destination);
  delivered.catch(() => undefined); // it is thrown where it is awaited, below
  const writer = await quotingWriter(body);
  writer.creator = writer.lastModifiedBy = 'Evaluation service';
  // Frozen panes refer to a window of the workbook.
  writer.views = [{ x: 0, y: 0, width: 24_000, height: 14_000, firstSheet: 0, activeTab: 0, visibility: 'visible' }];
  let cells = 0;
  const workbook: StreamedWorkbook = {
    addWorksheet: (name, options) => writer.addWorksheet(name, options),
    async commitRow(row) {
      if (body.destroyed) throw new Error('The destination of the workbook is gone');
      cells += row.cellCount;
      row.commit();
      if (cells < CELLS_PER_TURN) return;
      cells = 0;
      await nextTurn();
      // A slow destination holds up the rows, instead of having the whole workbook pile up in memory.
      if (body.writableNeedDrain) await Promise.race([once(body, 'drain'), delivered]);
    },
  };
  const written = fill(workbook).then(() => writer.commit());
  written.catch((error: Error) => body.destroy(error));
  await delivered;
}
