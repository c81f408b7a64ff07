import type { Request } from 'express';
import multer from 'multer';
import { AppError, invalid } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { countUpload } from './account-limits';
import { type StreamedBytes, streamedBytes, UploadStorage } from './upload-storage';

const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
/** Largest CSV or JSON import: 2 MB. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;

/** Limits of the other fields, together as large as a file: an import can name the people who have left. */
const MAX_FIELDS = 200;
const MAX_FIELD_BYTES = 50_000;

/** Photos and evidence; imports and logos are bound by the size of one file. */
const FILES_OF_PEOPLE = /^\/api\/(files|my-profile\/avatar|employees\/[^/]+\/photo)\/?$/i;

/** Limits all uploads, and each route limits them further; large ones are streamed (`UploadStorage`). */
export const uploads = refusingMalformed(
  multer({
    storage: new UploadStorage(new Set(['/api/files'])),
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
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
        else {
          joinRepeated(request);
          next();
        }
      });
    };
  };
  return parser;
}

/** A field that a form has several times becomes one text with commas: tsoa takes no other. */
function joinRepeated(request: Request): void {
  if (!request.is('multipart/form-data')) return;
  const fields = request.body as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) if (Array.isArray(value)) fields[name] = value.join(',');
}

/** Returns the announced size of a request; without a length the limit. */
function announcedBytes(request: Request): number {
  const length = Number(request.header('content-length') ?? MAX_UPLOAD_BYTES);
  return Math.min(length, MAX_UPLOAD_BYTES);
}

const malformed = (): AppError => new AppError('BAD_REQUEST', refusal('MALFORMED_UPLOAD'));

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
  if (!file) throw invalid({ field: 'file', ...refusal('NOT_ONE_FILE') });
  const { originalname: name, size } = file;
  const streamed = streamedBytes(file);
  return { name, size, streamed, bytes: streamed ? Buffer.alloc(0) : file.buffer };
}

/** Throws PAYLOAD_TOO_LARGE for a file of more bytes than the route accepts. */
export function assertAtMost(largest: number, { size }: Upload): void {
  if (size > largest)
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      refusal('FILE_LARGER_THAN', { megabytes: Math.round(largest / 1024 / 1024) }),
    );
}
