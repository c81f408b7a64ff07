import { type CsvColumns, CsvError, readCsv } from '../../shared/infra/csv';
import { saveFile } from '../../shared/infra/files';
import { FilePurpose } from '../../shared/infra/stored-file.model';
import { actor } from '../../shared/kernel/context';
import { AppError } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { assertAtMost, MAX_IMPORT_BYTES, type Upload } from './upload';

/**
 * Checks that an upload is a CSV file of at most 2 MB with the required columns, stores it for the import job and
 * returns the file's id. Throws VALIDATION on `file`, PAYLOAD_TOO_LARGE.
 */
export async function storeCsvUpload(upload: Upload, columns: CsvColumns): Promise<string> {
  assertAtMost(MAX_IMPORT_BYTES, upload);
  const { bytes, name } = upload;
  try {
    readCsv(bytes, columns); // checks the header; the job reads the rows
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(error);
    throw error;
  }
  const stored = await saveFile(bytes, {
    name: name.slice(0, 200) || 'import.csv',
    contentType: 'text/csv',
    purpose: FilePurpose.Import,
    createdBy: actor().userId,
  });
  return stored._id;
}

/** Returns an error with the headings of a file that lacks required columns, so that the caller can assign them to columns. */
function unreadable({ why, headings }: CsvError): AppError {
  return new AppError('VALIDATION', refusal('FIELDS_INVALID'), {
    validationErrors: [{ field: 'file', ...why }],
    extra: headings.length > 0 ? { headings } : {},
  });
}
