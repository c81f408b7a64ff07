import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { readForAnalysis } from '../../shared/db/analytics';
import { AppError } from '../../shared/kernel/errors';
import { jsonRows, ROW_TYPES, type RowForm } from './json-rows';

/** Speed before size: BI tools are near, and the rows of a dataset resemble each other. */
const GZIP = { level: constants.Z_BEST_SPEED };

/** A slow reader holds one piece beside what the socket holds, where streams would take sixteen. */
const ONE_AHEAD = { highWaterMark: 1 };

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
      await send(request, response, once(text), ROW_TYPES.array);
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
    await send(request, response, jsonRows(rows, form), ROW_TYPES[form]);
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

const wantsGzip = (request: Request): boolean => request.acceptsEncodings(['gzip', 'identity']) === 'gzip';

/** Sets the tag and sends 304 when the client named it. The tag stands for these bytes: query, form and encoding count. */
function notModified(request: Request, response: Response, version: string, form: string): boolean {
  const says = [version, request.originalUrl, form, wantsGzip(request) ? 'gzip' : ''].join('\0');
  const tag = `"${hash('sha256', says, 'base64url')}"`;
  response.set({
    ETag: tag,
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept, Accept-Encoding, X-Api-Key',
  });
  if (!request.fresh) return false;
  response.status(304).end();
  return true;
}

async function send(
  request: Request,
  response: Response,
  pieces: AsyncGenerator<string>,
  contentType: string,
): Promise<void> {
  response.status(200).set('Content-Type', contentType);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  // The first piece is awaited before anything is sent: a failure up to there is an error answer.
  const first = await pieces.next();
  const zipped = wantsGzip(request) ? [createGzip(GZIP)] : [];
  if (zipped.length > 0) response.set('Content-Encoding', 'gzip');
  try {
    await pipeline([Readable.from(following(first, pieces), ONE_AHEAD), ...zipped, response]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error; // else the client left
  }
}

/** The pieces from the first on, each made in the context of the request: the socket that asks for them knows none. */
async function* following(
  first: IteratorResult<string, unknown>,
  pieces: AsyncGenerator<string>,
): AsyncGenerator<string> {
  const inContext = AsyncLocalStorage.snapshot();
  try {
    for (let piece = first; piece.done !== true; piece = await inContext(() => pieces.next())) yield piece.value;
  } finally {
    await inContext(() => pieces.return(undefined));
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
