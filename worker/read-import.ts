import { type CsvColumns, CsvError, type CsvFile, readCsv } from '../shared/infra/csv';
import { readFile } from '../shared/infra/files';
import { invalid } from '../shared/kernel/errors';

/** Opens an uploaded CSV file; throws VALIDATION on `file` when it cannot be read, NOT_FOUND when it is deleted. */
export async function readImport(fileId: string, columns: CsvColumns): Promise<CsvFile> {
  const bytes = await readFile(fileId);
  try {
    return readCsv(bytes, columns);
  } catch (error) {
    if (error instanceof CsvError) throw invalid({ field: 'file', ...error.why });
    throw error;
  }
}
