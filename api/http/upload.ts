import type { Request } from 'express';
import multer from 'multer';
import { AppError, invalid } from '../../shared/kernel/errors';
import { sentence } from '../../shared/kernel/refusals/sentence';
import { countUpload } from './account-limits';
import { type StreamedBytes, streamedBytes, UploadStorage } from './upload-storage';

const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
/** Largest CSV or JSON import: 2 MB. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;

/** Photos and evidence; imports and logos are bound by the size of one file. */
const FILES_OF_PEOPLE = /^\/api\/(files|my-profile\/avatar|employees\/[^/]+\/photo)\/?$/i;

/** Limits all uploads, and each route limits them further; large ones are streamed (`UploadStorage`). */
export const uploads = refusingMalformed(
  multer({
    storage: new UploadStorage(new Set(['/api/files'])),
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 10, fieldSize: 10_000 },
    defParamCharset: 'utf8',
  }),
);

/** multer passes on errors of its multipart parser as plain errors; its own errors have a class. */
function refusingMalformed(parser: multer.Multer): multer.Multer {
  const fields = parser.fields.bind(parser);
  parser.fields = (expected) => {
    const parse = fields(expected);
    return async (request, response, next) => {
      if (FILES_OF_PEOPLE.test(request.path)) await countUpload(announcedBytes(request));
      parse(request, response, (error?: unknown) => {
        if (error) next(error instanceof Error && error.constructor === Error ? malformed() : error);
        else next();
      });
    };
  };
  return parser;
}

/** Returns the announced size of a request; without a length the limit. */
function announcedBytes(request: Request): number {
  const length = Number(request.header('content-length') ?? MAX_UPLOAD_BYTES);
  return Math.min(length, MAX_UPLOAD_BYTES);
}

const malformed = (): AppError => new AppError('BAD_REQUEST', 'The multipart/form-data body is malformed.');

/** An uploaded file: in memory, or streamed into the file store. */
export interface Upload {
  name: string;
  size: number;
  /** Empty when the file was streamed. */
  bytes: Buffer;
  streamed: StreamedBytes | null;
}

/** Returns the uploaded file of the field `file`, which tsoa does not check; throws VALIDATION without one. */
export function uploadOf(file: Express.Multer.File | undefined): Upload {
  if (!file)
    throw invalid({ field: 'file', message: 'must be one file, sent as multipart/form-data in the field "file"' });
  const { originalname: name, size } = file;
  const streamed = streamedBytes(file);
  return { name, size, streamed, bytes: streamed ? Buffer.alloc(0) : file.buffer };
}

/** Throws PAYLOAD_TOO_LARGE for a file of more bytes than the route accepts. */
export function assertAtMost(largest: number, { size }: Upload): void {
  if (size > largest)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      sentence`The file is larger than the ${Math.round(largest / 1024 / 1024)} MB that this route accepts.`,
    );
}
