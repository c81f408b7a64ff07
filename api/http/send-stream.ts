import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create } from 'content-disposition';
import type { Request } from 'express';
import type { StoredFile } from '../../shared/infra/stored-file.model';
import { Answered } from './answered';

/**
 * Sends a stream as the response. tsoa would pipe a returned stream without an error listener: a failing source would
 * end the process, and a disconnecting client would leak it. Here an early failure is an error response, and a late one
 * breaks the connection. Throws `Answered` at the end.
 */
export async function sendStream(request: Request, source: Readable, headers: Record<string, string>): Promise<never> {
  const response = request.res;
  if (!response) throw new Error('The request has no response.');
  if (source.readableLength === 0 && !source.readableEnded && !source.errored)
    await Promise.race([once(source, 'readable'), once(source, 'end')]);
  if (source.errored) throw source.errored;
  response.status(200).set(headers);
  try {
    await pipeline(source, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error; // otherwise the client has disconnected
  }
  throw new Answered();
}

/**
 * Returns the headers of a download that browsers do not open in the service's origin: attachment, no sniffing,
 * sandboxed. `size` unless it is streamed.
 */
export function downloadHeaders(
  file: Pick<StoredFile, 'name' | 'contentType'> & { size?: number },
): Record<string, string> {
  const fallback = file.name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.() -]/g, '_');
  return {
    'Content-Type': file.contentType,
    ...(file.size === undefined ? {} : { 'Content-Length': String(file.size) }),
    'Content-Disposition': create(file.name, { fallback }),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': 'private, no-store',
  };
}
