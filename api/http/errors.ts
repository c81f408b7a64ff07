import { ValidateError } from '@tsoa/runtime';
import type { ErrorRequestHandler, Response } from 'express';
import mongoose from 'mongoose';
import { MulterError } from 'multer';
import { duplicateKeys } from '../../shared/db/bulk';
import { isOutage } from '../../shared/db/outage';
import { AppError, CODES_WITHOUT_BODY, conflict, type ErrorCode, type FieldError } from '../../shared/kernel/errors';
import { logger } from '../../shared/kernel/logger';
import { type RefusalReason, reasonOfAnnotation, sentence, type Sentence } from '../../shared/kernel/refusals/sentence';
import { Answered } from './answered';
import { logRefusal } from './security-log';

/** The error body. */
export interface ErrorBody {
  /**
   * Always false.
   * @example false
   */
  success: boolean;
  /** @example "VALIDATION" */
  errorCode: string;
  /** @example "Some fields are invalid. See validationErrors." */
  errorMessage: string;
  /** Code and values of the message; null without a code. */
  reason: RefusalReason | null;
  /** One entry per invalid field; empty for other errors. */
  validationErrors: FieldError[];
}

/** The only place that responds to errors; converts every failure to an AppError. */
export const errorHandler: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (error instanceof Answered) return;
  if (response.headersSent) {
    next(error);
    return;
  }
  if (request.destroyed && !request.complete) return; // the client has aborted its upload
  const appError = toAppError(error);
  if (appError.code === 'INTERNAL')
    logger.error('request failed', { error, method: request.method, path: request.path });
  logRefusal(request, appError);
  sendError(response, appError);
};

/** Sends the error's status, headers and, unless the code has none, its body. */
function sendError(response: Response, error: AppError): void {
  response.status(error.status).set(error.headers);
  if (CODES_WITHOUT_BODY.has(error.code)) {
    response.end();
    return;
  }
  const body: ErrorBody = {
    success: false,
    errorCode: error.code,
    errorMessage: error.message,
    reason: error.reason,
    validationErrors: [...error.validationErrors],
  };
  response.json({ ...body, ...error.extra });
}

/** Converts a failure to the error of the response; an unknown one is INTERNAL. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ValidateError)
    return new AppError('VALIDATION', 'Some fields are invalid. See validationErrors.', {
      validationErrors: fieldErrors(error),
    });
  if (error instanceof MulterError) return uploadError(error);
  if (error instanceof mongoose.Error.VersionError)
    return conflict('Someone else changed this resource. Reload it and try again.');
  if (error instanceof mongoose.mongo.MongoServerError && error.code === 11_000) return takenError(error);
  if (isOutage(error))
    return new AppError('SERVICE_UNAVAILABLE', 'The database is unavailable. Try again in a few seconds.', {
      headers: { 'Retry-After': '5' },
    });
  return parserError(error) ?? new AppError('INTERNAL', 'internal error');
}

/** Uses the service's own messages: those of tsoa may contain what the client sent, such as a password. */
function fieldErrors(error: ValidateError): FieldError[] {
  return Object.entries(error.fields).map(([path, { message }]) => ({
    field: path
      .replace(/^(body|query|path|requestBody|queries)\./, '')
      .replace(/\.\$(\d+)/g, '[$1]')
      .replace(/^\$(\d+)/, '[$1]'),
    ...annotated(safeMessage(message ?? 'is not valid')),
  }));
}

const annotated = (message: string): Sentence => ({ message, ...reasonOfAnnotation(message) });

function safeMessage(message: string): string {
  if (!message.startsWith('Could not match')) return message;
  // A union's message embeds the value; of its branches' messages the last is the most specific.
  const inner = [...message.matchAll(/"message":"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '');
  const branches = inner.filter((text) => !/null|undefined|Could not match/.test(text));
  const telling = allowedValues(branches) ?? branches.at(-1);
  return telling && !telling.includes('\\') ? telling : 'is not an allowed value';
}

/** Returns the allowed values of a union of literals, which tsoa reports one by one; null for other unions. */
function allowedValues(branches: readonly string[]): string | null {
  const values = branches.map((text) => /^should be one of the following; \[('[^']*')\]$/.exec(text)?.[1]);
  if (values.length === 0 || values.includes(undefined)) return null;
  return `should be one of the following; [${values.join(',')}]`;
}

function uploadError(error: MulterError): AppError {
  if (error.code === 'LIMIT_FILE_SIZE')
    return new AppError('PAYLOAD_TOO_LARGE', 'The file is too large for this route. Upload a smaller one.');
  return new AppError('VALIDATION', 'The upload is invalid. See validationErrors.', {
    validationErrors: [
      { field: error.field ?? 'file', message: 'must be one file, sent as multipart/form-data in the field "file"' },
    ],
  });
}

function takenError(error: unknown): AppError {
  const keys = duplicateKeys(error).filter((key) => key !== 'isDeleted');
  return keys.length === 0 || keys.includes('_id') || keys.includes('id')
    ? conflict('This id is already taken. Choose another one.')
    : conflict(sentence`Another resource has the same ${keys.join(', ')}. Choose another value.`);
}

const PARSER_CODES: Record<number, [ErrorCode, string]> = {
  413: ['PAYLOAD_TOO_LARGE', 'The request is too large. Send a smaller one.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'This content type or encoding is not supported. Send application/json in UTF-8.'],
};

/** Errors of Express and its parsers have a 4xx status; tsoa also sets one on every error that authentication throws. */
function parserError(error: unknown): AppError | null {
  const { status, statusCode } = (error ?? {}) as { status?: unknown; statusCode?: unknown };
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  if (statusCode !== status && !(error instanceof URIError)) return null;
  const [code, message] = PARSER_CODES[status] ?? ['BAD_REQUEST', 'The request is malformed.'];
  return new AppError(code, message);
}
