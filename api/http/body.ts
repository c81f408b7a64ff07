import express, { type Request, type RequestHandler } from 'express';
import { AppError } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';

const MAX_BODY_SIZE = '1mb';
const POISONOUS_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const options = {
  limit: MAX_BODY_SIZE,
  type: ['json', '+json'],
  // Drops keys that reach an object's prototype before anything copies them.
  reviver: (key: string, value: unknown) => (POISONOUS_KEYS.has(key) ? undefined : value),
};
const json = express.json(options);
/** The only route where a body of null is meaningful: it removes a legal hold. */
const ADMITS_NULL = /^\/api\/employees\/[^/]+\/legal-hold$/;
const jsonOrNull = express.json({ ...options, strict: false });

/**
 * Parses JSON bodies; other content types are 415, except uploads. A body that cannot be parsed is refused where it is read,
 * after the caller's token and role.
 */
export const parseBody: RequestHandler = (request, response, next) => {
  const admitsNull = ADMITS_NULL.test(request.path);
  const parsed = (error?: unknown): void => {
    // tsoa reads members of the body even when nothing was parsed.
    if (error !== undefined) refuseWhereRead(request, error);
    else {
      if (request.body === undefined || !admitsNull) request.body ??= {};
      (request as { files?: unknown }).files ??= {};
    }
    next();
  };
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (!hasBody) parsed();
  else if (encoding !== 'identity' && request.is('multipart/form-data')) {
    delete request.headers['content-type']; // so that no one reads its parts
    parsed(new AppError('UNSUPPORTED_MEDIA_TYPE', refusal('MULTIPART_ENCODED')));
  } else if (request.is(['json', '+json', 'multipart/form-data']))
    (admitsNull ? jsonOrNull : json)(request, response, parsed);
  else parsed(new AppError('UNSUPPORTED_MEDIA_TYPE', refusal('NOT_JSON')));
};

const unread = new WeakSet<Request>();

function refuseWhereRead(request: Request, error: unknown): void {
  unread.add(request);
  for (const read of ['body', 'files'])
    Object.defineProperty(request, read, {
      get: () => {
        throw error;
      },
    });
}

/** Returns the body, which cannot be read when parsing has failed; undefined then. */
export const bodyOf = (request: Request): unknown => (unread.has(request) ? undefined : request.body);
