import type { Readable } from 'node:stream';
import type { Request } from 'express';
import type { StoredFile } from '../../shared/infra/stored-file.model';
import { downloadHeaders, sendStream } from './send-stream';

/**
 * Sends a stored image for display in a page, or 304 when `If-None-Match` names it. The browser caches it but
 * revalidates each time, so that a replaced or deleted image disappears at once.
 */
export async function sendImage(
  request: Request,
  { file, bytes }: { file: StoredFile; bytes: Readable },
  ifNoneMatch: string | undefined,
): Promise<Readable> {
  const caching = { ETag: `"${file.sha256}"`, 'Cache-Control': 'private, no-cache' };
  const clientTags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (clientTags.includes(caching.ETag) || clientTags.includes('*')) {
    bytes.destroy();
    request.res?.status(304).set(caching).end();
    return bytes; // the response is sent
  }
  return sendStream(request, bytes, { ...downloadHeaders(file), ...caching, 'Content-Disposition': 'inline' });
}
