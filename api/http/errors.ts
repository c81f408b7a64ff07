import { ValidateError } from '@tsoa/runtime';
import type { ErrorRequestHandler, Response } from 'express';
import mongoose from 'mongoose';
import { MulterError } from 'multer';
import { duplicateKeys } from '../../shared/db/bulk';
import { isOutage } from '../../shared/db/outage';
import { AppError, CODES_WITHOUT_BODY, conflict, type ErrorCode, type FieldError } from '../../shared/kernel/errors';
import { logger } from '../../shared/kernel/logger';
import {
  type FieldRefusal,
  reasonOfAnnotation,
  refusal,
  type RefusalReason,
  type Refusal,
} from '../../shared/kernel/refusals/refusal';
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

/** A refusal because of the current state. */
export interface StateConflict extends ErrorBody {
  /**
   * The current state, where it is the reason.
   * @example "Draft"
   */
  status?: string;
}

/** The refusal of a file that cannot be read. */
export interface UnreadableFile extends ErrorBody {
  /**
   * The headings of a file that lacks required columns, to assign them to columns.
   * @example ["First", "Surname", "Mail"]
   */
  headings?: string[];
}

/** The refusal of a file of employees. */
export interface UnreadableEmployees extends UnreadableFile {
  /**
   * Dates of the file that read both with the day and with the month first.
   * @example ["03/04/2024"]
   */
  dateExamples?: string[];
}

/** Converts every failure to an AppError and responds with it; SCIM and OData respond in their own format. */
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
    return new AppError('VALIDATION', refusal('FIELDS_INVALID'), {
      validationErrors: fieldErrors(error),
    });
  if (error instanceof MulterError) return uploadError(error);
  if (error instanceof mongoose.Error.VersionError) return conflict(refusal('CHANGED_BY_SOMEONE_ELSE'));
  if (error instanceof mongoose.mongo.MongoServerError && error.code === 11_000) return takenError(error);
  if (isOutage(error))
    return new AppError('SERVICE_UNAVAILABLE', refusal('DATABASE_UNAVAILABLE'), {
      headers: { 'Retry-After': '5' },
    });
  return parserError(error) ?? new AppError('INTERNAL', 'internal error');
}

/** Uses the service's own messages: those of tsoa may contain what the client sent, such as a password. */
function fieldErrors(error: ValidateError): FieldRefusal[] {
  return Object.entries(error.fields).map(([path, { message }]) => ({
    field: path
      .replace(/^(body|query|path|requestBody|queries)\./, '')
      .replace(/\.\$(\d+)/g, '[$1]')
      .replace(/^\$(\d+)/, '[$1]'),
    ...(message === undefined ? refusal('NOT_VALID') : annotated(message)),
  }));
}

function annotated(message: string): Refusal {
  if (!message.startsWith('Could not match')) return { message, ...reasonOfAnnotation(message) };
  // A union's message embeds the value; of its branches' messages the last is the most specific.
  const inner = [...message.matchAll(/"message":"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '');
  const branches = inner.filter((text) => !/null|undefined|Could not match/.test(text));
  const telling = allowedValues(branches) ?? branches.at(-1);
  if (!telling || telling.includes('\\')) return refusal('NOT_AN_ALLOWED_VALUE');
  return { message: telling, ...reasonOfAnnotation(telling) };
}

/** Returns the allowed values of a union of literals, which tsoa reports one by one; null for other unions. */
function allowedValues(branches: readonly string[]): string | null {
  const values = branches.map((text) => /^should be one of the following; \[('[^']*')\]$/.exec(text)?.[1]);
  if (values.length === 0 || values.includes(undefined)) return null;
  return `should be one of the following; [${values.join(',')}]`;
}

function uploadError(error: MulterError): AppError {
  if (error.code === 'LIMIT_FILE_SIZE') return new AppError('PAYLOAD_TOO_LARGE', refusal('FILE_TOO_LARGE'));
  return new AppError('VALIDATION', refusal('UPLOAD_INVALID'), {
    validationErrors: [{ field: error.field ?? 'file', ...refusal('NOT_ONE_FILE') }],
  });
}

function takenError(error: unknown): AppError {
  const keys = duplicateKeys(error).filter((key) => key !== 'isDeleted');
  return keys.length === 0 || keys.includes('_id') || keys.includes('id')
    ? conflict(refusal('ID_TAKEN'))
    : conflict(refusal('VALUE_TAKEN', { fields: keys.join(', ') }));
}

const PARSER_CODES: Record<number, [ErrorCode, Refusal]> = {
  413: ['PAYLOAD_TOO_LARGE', refusal('REQUEST_TOO_LARGE')],
  415: ['UNSUPPORTED_MEDIA_TYPE', refusal('UNSUPPORTED_CONTENT')],
};

/** Errors of Express and its parsers have a 4xx status; tsoa also sets one on every error that authentication throws. */
function parserError(error: unknown): AppError | null {
  const { status, statusCode } = (error ?? {}) as { status?: unknown; statusCode?: unknown };
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  if (statusCode !== status && !(error instanceof URIError)) return null;
  const [code, why] = PARSER_CODES[status] ?? ['BAD_REQUEST', refusal('MALFORMED_REQUEST')];
  return new AppError(code, why);
}
