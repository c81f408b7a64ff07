import { type CsvColumns, CsvError, type CsvRow, readCsv } from '../shared/infra/csv';
import { readFile } from '../shared/infra/files';
import { invalid } from '../shared/kernel/errors';

/** More rows would make an answer that is too large to be stored with the job. */
const MOST_ROWS = 30_000;

/**
 * All rows of an uploaded CSV file, in its order; throws VALIDATION on `file` when it cannot be read or has too many rows,
 * NOT_FOUND when it is gone.
 */
export async function importRows(fileId: string, columns: CsvColumns): Promise<CsvRow[]> {
  const bytes = await readFile(fileId);
  const rows: CsvRow[] = [];
  try {
    for await (const row of readCsv(bytes, columns)) rows.push(row);
  } catch (error) {
    if (error instanceof CsvError) throw invalid({ field: 'file', message: error.message });
    throw error;
  }
  if (rows.length > MOST_ROWS)
    throw invalid({ field: 'file', message: `The file has more than ${MOST_ROWS} rows; divide it.` });
  return rows;
}
