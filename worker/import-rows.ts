import { type CsvColumns, CsvError, type CsvRow, readCsv } from '../shared/infra/csv';
import { readFile } from '../shared/infra/files';
import { invalid } from '../shared/kernel/errors';

/** All rows of an uploaded CSV file, in its order; throws VALIDATION on `file` when it cannot be read, NOT_FOUND when it is gone. */
export async function importRows(fileId: string, columns: CsvColumns): Promise<CsvRow[]> {
  const bytes = await readFile(fileId);
  const rows: CsvRow[] = [];
  try {
    for await (const row of readCsv(bytes, columns)) rows.push(row);
  } catch (error) {
    if (error instanceof CsvError) throw invalid({ field: 'file', message: error.message });
    throw error;
  }
  return rows;
}
