import { once } from 'node:events';
import { type Writable, PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type ExcelJS from 'exceljs';
import type { Row, Style } from 'exceljs';
import { printableText } from './report/printable-text';

/** Cells between two turns of the event loop, so that a large sheet does not delay lease renewals. */
const CELLS_PER_TURN = 2_000;
const MAX_TEXT_LENGTH = 32_767;
/** Number format "Text" (`@`), the built-in format 49; exactly the cells with users' texts have it. */
const TEXT_FORMAT = '@';
const TEXT_FORMAT_XF = /<xf numFmtId="49"/g;

/** Returns the style of cells with users' texts: format "Text"; the quote prefix is added when the styles are written. */
export function textStyle(style: Partial<Style> = {}): Partial<Style> {
  return { ...style, numFmt: TEXT_FORMAT };
}

/**
 * Returns a text as the value of a string cell: characters that XML cannot contain are removed, Excel's own escapes
 * (`_x0041_`) and carriage returns are escaped, and the text is cut at the limit of a cell.
 */
export function textValue(text: string): string {
  const whole = printableText(text);
  const fitting =
    whole.length <= MAX_TEXT_LENGTH ? whole : `${whole.slice(0, MAX_TEXT_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  return fitting.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_').replaceAll('\r', '_x000D_');
}

/**
 * ExcelJS's streaming writer, extended to mark every cell of format "Text" with the quote prefix: a text that begins
 * with `=` remains text even after someone edits the cell. `styles` and `zip` are undeclared members of ExcelJS.
 */
async function quotingWriter(stream: Writable): Promise<ExcelJS.stream.xlsx.WorkbookWriter> {
  const { default: excel } = await import('exceljs'); // takes half a second, which only the first workbook needs
  class QuotingWorkbookWriter extends excel.stream.xlsx.WorkbookWriter {
    declare private readonly styles: { readonly xml: string };
    declare private readonly zip: { append(content: string, entry: { name: string }): unknown };

    override async addStyles(): Promise<void> {
      this.zip.append(this.styles.xml.replace(TEXT_FORMAT_XF, '$& quotePrefix="1"'), { name: 'xl/styles.xml' });
    }
  }
  return new QuotingWorkbookWriter({ stream, useStyles: true, useSharedStrings: true });
}

export interface StreamedWorkbook {
  addWorksheet: ExcelJS.Workbook['addWorksheet'];
  /**
   * Writes a finished row to the stream, and yields to other work every few thousand cells. Rejects when the
   * destination has failed.
   */
  commitRow(row: Row): Promise<void>;
}

/**
 * Writes a workbook row by row and ends `destination`. A failure of `fill` destroys the destination with the error, and
 * a failure of the destination stops `fill` at its next row; the promise rejects in both cases.
 */
export async function streamWorkbook(
  destination: Writable,
  fill: (workbook: StreamedWorkbook) => Promise<void>,
): Promise<void> {
  const body = new PassThrough();
  const delivered = pipeline(body, destination);
  delivered.catch(() => undefined); // thrown where it is awaited, below
  const writer = await quotingWriter(body);
  writer.creator = writer.lastModifiedBy = 'Evaluation service';
  // Frozen panes require a window in the workbook.
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
      // Waits for a slow destination, so that the workbook does not accumulate in memory.
      if (body.writableNeedDrain) await Promise.race([once(body, 'drain'), delivered]);
    },
  };
  const written = fill(workbook).then(() => writer.commit());
  written.catch((error: Error) => body.destroy(error));
  await delivered;
}
