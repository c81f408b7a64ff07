import { ValidateError } from '@tsoa/runtime';
import type { ErrorRequestHandler, Response } from 'express';
import mongoose from 'mongoose';
import { MulterError } from 'multer';
import { duplicateKeys } from '../../shared/db/bulk';
import { AppError, CODES_WITHOUT_BODY, conflict, type ErrorCode, type FieldError } from '../../shared/kernel/errors';
import { logger } from '../../shared/kernel/logger';

/** The error body (spec 2.4). */
export interface ErrorBody {
  /**
   * Always false.
   * @example false
   */
  success: boolean;
  /** @example "VALIDATION" */
  errorCode: string;
  /** @example "Some fields are not valid." */
  errorMessage: string;
  /** One entry a wrong field; empty for other errors. */
  validationErrors: FieldError[];
}

/** The one place that answers errors (spec 7): every failure becomes an AppError first. */
export const errorHandler: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  if (request.destroyed && !request.complete) return; // the client left in the middle of its upload
  const known = toAppError(error);
  if (known.code === 'INTERNAL') logger.error('request failed', { error, method: request.method, path: request.path });
  sendError(response, known);
};

/** Answers with the error's status, headers and, where the spec shows one, its body. */
export function sendError(response: Response, error: AppError): void {
  response.status(error.status).set(error.headers);
  if (CODES_WITHOUT_BODY.has(error.code)) {
    response.end();
    return;
  }
  const body: ErrorBody = {
    success: false,
    errorCode: error.code,
    errorMessage: error.message,
    validationErrors: [...error.validationErrors],
  };
  response.json({ ...body, ...error.extra });
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ValidateError)
    return new AppError('VALIDATION', 'Some fields are not valid.', { validationErrors: fieldErrors(error) });
  if (error instanceof MulterError) return uploadError(error);
  if (error instanceof mongoose.Error.VersionError)
    return conflict('Somebody else changed this meanwhile; read it again and repeat your change.');
  if (error instanceof mongoose.mongo.MongoServerError && error.code === 11_000) return takenError(error);
  if (isUnreachable(error))
    return new AppError('SERVICE_UNAVAILABLE', 'The database does not answer; try again soon.', {
      headers: { 'Retry-After': '5' },
    });
  return parserError(error) ?? new AppError('INTERNAL', 'internal error');
}

/** The messages are our own: tsoa's may echo what the client sent, such as a password. */
function fieldErrors(error: ValidateError): FieldError[] {
  return Object.entries(error.fields).map(([path, { message }]) => ({
    field: path
      .replace(/^(body|query|path|requestBody|queries)\./, '')
      .replace(/\.\$(\d+)/g, '[$1]')
      .replace(/^\$(\d+)/, '[$1]'),
    message: safeMessage(message ?? 'is not valid'),
  }));
}

function safeMessage(message: string): string {
  if (!message.startsWith('Could not match')) return message;
  // A union's message embeds the value; of the branches' own messages the last is the most telling one.
  const inner = [...message.matchAll(/"message":"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '');
  const telling = inner.filter((text) => !/null|undefined|Could not match/.test(text)).at(-1);
  return telling && !telling.includes('\\') ? telling : 'is not an allowed value';
}

function uploadError(error: MulterError): AppError {
  if (error.code === 'LIMIT_FILE_SIZE')
    return new AppError('PAYLOAD_TOO_LARGE', 'The file is larger than this route accepts.');
  return new AppError('VALIDATION', 'The upload is not valid.', {
    validationErrors: [
      { field: error.field ?? 'file', message: 'upload one file as multipart/form-data in the field "file"' },
    ],
  });
}

function takenError(error: unknown): AppError {
  const keys = duplicateKeys(error).filter((key) => key !== 'isDeleted');
  return keys.length === 0 || keys.includes('_id') || keys.includes('id')
    ? conflict('This id is taken.')
    : conflict(`Another one with the same ${keys.join(', ')} exists.`);
}

function isUnreachable(error: unknown): boolean {
  return (
    error instanceof mongoose.mongo.MongoNetworkError ||
    error instanceof mongoose.mongo.MongoServerSelectionError ||
    error instanceof mongoose.Error.MongooseServerSelectionError
  );
}

const PARSER_CODES: Record<number, [ErrorCode, string]> = {
  413: ['PAYLOAD_TOO_LARGE', 'The request is larger than this service accepts.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'This content type or encoding is not supported; send application/json in UTF-8.'],
};

/** Errors of Express and its parsers carry a 4xx status. */
function parserError(error: unknown): AppError | null {
  const status = (error as { status?: unknown } | null)?.status;
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  const [code, message] = PARSER_CODES[status] ?? ['BAD_REQUEST', 'The request is malformed.'];
  return new AppError(code, message);
}
