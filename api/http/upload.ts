import multer from 'multer';
import { AppError, invalid } from '../../shared/kernel/errors';
import { UploadStorage } from './upload-storage';

const LARGEST_UPLOAD = 10 * 1024 * 1024;
/** Largest CSV or JSON import: 2 MB (spec 8). */
export const LARGEST_IMPORT = 2 * 1024 * 1024;

/** Uploads are bounded, and each route bounds them further; large ones are streamed (`UploadStorage`). */
export const uploads = multer({
  storage: new UploadStorage(new Set(['/api/files'])),
  limits: { fileSize: LARGEST_UPLOAD, files: 1, fields: 10, fieldSize: 10_000 },
  defParamCharset: 'utf8',
});

/** The uploaded file of the field `file` (tsoa does not check it); throws VALIDATION or PAYLOAD_TOO_LARGE. */
export function uploadedFile(file: Express.Multer.File | undefined, largest = LARGEST_UPLOAD): Express.Multer.File {
  if (!file) throw invalid({ field: 'file', message: 'upload one file as multipart/form-data in the field "file"' });
  if (file.size > largest)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      `The file is larger than the ${Math.round(largest / 1024 / 1024)} MB that this route accepts.`,
    );
  return file;
}
