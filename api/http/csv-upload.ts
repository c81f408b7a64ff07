import { type CsvColumns, CsvError, readCsv } from '../../shared/infra/csv';
import { saveFile } from '../../shared/infra/files';
import { actor } from '../../shared/kernel/context';
import { invalid } from '../../shared/kernel/errors';
import { FilePurpose } from '../../shared/platform/stored-file.model';
import { LARGEST_IMPORT, uploadedFile } from './upload';

/**
 * Checks that an upload is a CSV file of at most 2 MB with the columns' headers (decisions "CSV import"), stores it for
 * the import job and returns the file's id. Throws VALIDATION on `file`, PAYLOAD_TOO_LARGE.
 */
export async function storeCsvUpload(file: Express.Multer.File | undefined, columns: CsvColumns): Promise<string> {
  const { buffer, originalname } = uploadedFile(file, LARGEST_IMPORT);
  try {
    readCsv(buffer, columns); // checks the header at once; the rows are the job's
  } catch (error) {
    if (error instanceof CsvError) throw invalid({ field: 'file', message: error.message });
    throw error;
  }
  const stored = await saveFile(buffer, {
    name: originalname.slice(0, 200) || 'import.csv',
    contentType: 'text/csv',
    purpose: FilePurpose.Import,
    createdBy: actor().userId,
  });
  return stored._id;
}
