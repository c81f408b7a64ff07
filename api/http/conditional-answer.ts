import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { readForAnalysis } from '../../shared/db/analytics';
import { AppError } from '../../shared/kernel/errors';
import { jsonRows, ROW_TYPES, type RowForm } from './json-rows';
import { sendPieces, wantsGzip } from './send-pieces';

/** A value that changes this often while it is read is sent without a tag. */
const MAX_READS = 3;

/**
 * Answers with one JSON value and a strong ETag, or with 304 when the client has this version already (decisions 1). The
 * version is read before the value and after it: a value that was changed in between is read again, so that a tag never names
 * two of them.
 */
export async function sendJson<T>(
  request: Request,
  version: () => Promise<string>,
  read: () => Promise<T>,
): Promise<T> {
  const response = responseOf(request);
  if (!request.accepts('json')) throw notAcceptable('application/json');
  return readForAnalysis(async () => {
    for (let reads = 1; ; reads += 1) {
      const before = await version();
      if (notModified(request, response, before, 'json')) return nothing<T>();
      const text = JSON.stringify(await read());
      const isSame = (await version()) === before;
      if (!isSame && reads < MAX_READS) continue;
      if (!isSame) response.removeHeader('ETag');
      await sendPieces(request, response, once(text), ROW_TYPES.array);
      return nothing<T>();
    }
  });
}

/**
 * Answers with all rows as one JSON array, or as lines for `Accept: application/x-ndjson`; written as they are read, with a
 * strong ETag and 304. The version is read before the rows: rows that are changed while they are sent may be among
 * them, and the next request then gets all rows under another tag. When reading fails midway the connection is broken.
 */
export async function answerRows<T extends object>(
  request: Request,
  version: () => Promise<string>,
  batches: () => Promise<AsyncIterable<readonly T[]>>,
): Promise<T[]> {
  const response = responseOf(request);
  const form = rowForm(request);
  return readForAnalysis(async () => {
    const before = await version();
    const rows = await batches();
    if (notModified(request, response, before, form)) return nothing<T[]>();
    await sendPieces(request, response, jsonRows(rows, form), ROW_TYPES[form]);
    return nothing<T[]>();
  });
}

function responseOf(request: Request): Response {
  if (!request.res) throw new Error('The request has no response.');
  return request.res;
}

/** The answer is sent already; tsoa then sends nothing, and the document shows the type. */
function nothing<T>(): T {
  return undefined as T;
}

function rowForm(request: Request): RowForm {
  const type = request.accepts(['application/json', 'application/x-ndjson']);
  if (type === false) throw notAcceptable('application/json or application/x-ndjson');
  return type === 'application/x-ndjson' ? 'lines' : 'array';
}

function notAcceptable(types: string): AppError {
  return new AppError('BAD_REQUEST', `The response is available as ${types}. Change the Accept header.`);
}

/** Sets the tag and sends 304 when the client named it. The tag stands for these bytes: query, form and encoding count. */
function notModified(request: Request, response: Response, version: string, form: string): boolean {
  const says = [version, request.originalUrl, form, wantsGzip(request) ? 'gzip' : ''].join('\0');
  const tag = `"${hash('sha256', says, 'base64url')}"`;
  response.set({
    ETag: tag,
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept, Accept-Encoding, Authorization, X-Api-Key',
  });
  if (!request.fresh) return false;
  response.status(304).end();
  return true;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
