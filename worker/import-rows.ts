import { type CsvColumns, CsvError, type CsvHeading, type CsvRow, readCsv, readCsvHeadings } from '../shared/infra/csv';
import { readFile } from '../shared/infra/files';
import { invalid } from '../shared/kernel/errors';

/**
 * The rows of an uploaded CSV file, one after the other; throws VALIDATION on `file` when it cannot be read,
 * NOT_FOUND when it is gone.
 */
export async function* eachImportRow(fileId: string, columns: CsvColumns): AsyncGenerator<CsvRow, void> {
  const bytes = await readFile(fileId);
  try {
    yield* readCsv(bytes, columns);
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
