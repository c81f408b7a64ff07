import { type CsvColumns, CsvError, type CsvHeading, type CsvRow, readCsv, readCsvHeadings } from '../shared/infra/csv';
import { readFile } from '../shared/infra/files';
import { invalid } from '../shared/kernel/errors';

/** More rows would make a plan and an answer that are too large for the memory of a worker. */
const MAX_ROWS = 30_000;

/**
 * The rows of an uploaded CSV file, one after the other; throws VALIDATION on `file` when it cannot be read or has too many
 * rows, NOT_FOUND when it is gone.
 */
export async function* eachImportRow(fileId: string, columns: CsvColumns): AsyncGenerator<CsvRow, void> {
  const bytes = await readFile(fileId);
  let count = 0;
  try {
    for await (const row of readCsv(bytes, columns)) {
      count += 1;
      if (count > MAX_ROWS) throw new CsvError(`The file has more than ${MAX_ROWS} rows. Divide it.`);
      yield row;
    }
  } catch (error) {
    if (error instanceof CsvError) throw invalid({ field: 'file', message: error.message });
    throw error;
  }
}

/** The headings of an uploaded CSV file with the columns that they name; throws as `eachImportRow`. */
export async function importHeadings(fileId: string, columns: CsvColumns): Promise<CsvHeading[]> {
  try {
    return readCsvHeadings(await readFile(fileId), columns);
  } catch (error) {
    if (error instanceof CsvError) throw invalid({ field: 'file', message: error.message });
    throw error;
  }
}

/** All rows of an uploaded CSV file, in its order; throws as `eachImportRow`. */
export async function importRows(fileId: string, columns: CsvColumns): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of eachImportRow(fileId, columns)) rows.push(row);
  return rows;
}
