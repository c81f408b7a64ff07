import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { tenantId } from '../../shared/kernel/context';
import { AppError } from '../../shared/kernel/errors';
import { sentence } from '../../shared/kernel/refusals/sentence';
import { jsonRows, ROW_TYPES, type RowForm } from './json-rows';
import { sendPieces, wantsGzip } from './send-pieces';

/**
 * Answers with one JSON value and a strong ETag, which follows from its bytes, or with 304 when the client has these bytes already.
 */
export async function sendJson<T>(request: Request, read: () => Promise<T>): Promise<T> {
  const response = responseOf(request);
  if (!request.accepts('json')) throw notAcceptable('application/json');
  const text = JSON.stringify(await read());
  if (!notModified(request, response, tagOf(request, text, 'json')))
    await sendPieces(request, response, once(text), ROW_TYPES.array);
  return nothing<T>();
}

/**
 * Answers with all rows as one JSON array, or as lines for `Accept: application/x-ndjson`, written as they are read. The ETag is
 * weak: it names the state of the data before the first row was read, and rows that are changed while they are sent may be among
 * them. The next request then gets all rows under another tag. When reading fails midway the connection is broken.
 */
export async function answerRows<T extends object>(
  request: Request,
  version: () => Promise<string>,
  batches: () => Promise<AsyncIterable<readonly T[]>>,
): Promise<T[]> {
  const response = responseOf(request);
  const form = rowForm(request);
  const before = await version();
  const rows = await batches();
  if (!notModified(request, response, `W/${tagOf(request, before, form)}`))
    await sendPieces(request, response, jsonRows(rows, form), ROW_TYPES[form]);
  return nothing<T[]>();
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
  return new AppError('BAD_REQUEST', sentence`The response is available as ${types}. Change the Accept header.`);
}

/** A tag of what the answer shows to this organization; query, form and encoding count. */
function tagOf(request: Request, shown: string, form: string): string {
  const says = [tenantId(), shown, request.originalUrl, form, wantsGzip(request) ? 'gzip' : ''].join('\0');
  return `"${hash('sha256', says, 'base64url')}"`;
}

/** Sets the tag and sends 304 when the client named it. */
function notModified(request: Request, response: Response, tag: string): boolean {
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
