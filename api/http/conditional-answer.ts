import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { tenantId } from '../../shared/kernel/context';
import { AppError } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { jsonRows, ROW_TYPES, type RowForm } from './json-rows';
import { sendPieces, wantsGzip } from './send-pieces';

/** Sends one JSON value with a strong ETag derived from its bytes, or 304 when the client has these bytes. */
export async function sendJson<T>(request: Request, read: () => Promise<T>): Promise<T> {
  const response = responseOf(request);
  if (!request.accepts('json')) throw notAcceptable('application/json');
  const text = JSON.stringify(await read());
  if (!notModified(request, response, tagOf(request, text, 'json')))
    await sendPieces(request, response, once(text), ROW_TYPES.array);
  return nothing<T>();
}

/**
 * Sends all rows as one JSON array, or as lines for `Accept: application/x-ndjson`, while they are read. The ETag is
 * weak: it denotes the state before the first row was read, and the response may contain rows that changed later;
 * the next request then gets another tag. When reading fails midway the connection is broken.
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

/** For handlers that have sent the response: tsoa sends nothing, and the OpenAPI document shows the type. */
function nothing<T>(): T {
  return undefined as T;
}

function rowForm(request: Request): RowForm {
  const type = request.accepts(['application/json', 'application/x-ndjson']);
  if (type === false) throw notAcceptable('application/json or application/x-ndjson');
  return type === 'application/x-ndjson' ? 'lines' : 'array';
}

function notAcceptable(types: string): AppError {
  return new AppError('BAD_REQUEST', refusal('TYPE_NOT_AVAILABLE', { types }));
}

/** Returns a tag for the shown data and the organization, query, form and encoding. */
function tagOf(request: Request, shown: string, form: string): string {
  const says = [tenantId(), shown, request.originalUrl, form, wantsGzip(request) ? 'gzip' : ''].join('\0');
  return `"${hash('sha256', says, 'base64url')}"`;
}

/** Sets the tag; sends 304 when the client has it. */
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
