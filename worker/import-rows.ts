import { type CsvColumns, CsvError, type CsvRow, readCsv } from '../shared/infra/csv';
import { readFile } from '../shared/infra/files';
import { invalid } from '../shared/kernel/errors';

/** More rows would make an answer that is too large to be stored with the job. */
const MOST_ROWS = 30_000;

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
      if (count > MOST_ROWS) throw new CsvError(`The file has more than ${MOST_ROWS} rows; divide it.`);
      yield row;
    }
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
