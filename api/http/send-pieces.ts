import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Speed before size: BI tools are near, and the rows of a dataset are similar. */
const GZIP = { level: constants.Z_BEST_SPEED };

/** A slow client holds one piece in memory besides the socket's buffer, where streams would hold sixteen. */
const ONE_AHEAD = { highWaterMark: 1 };

export const wantsGzip = (request: Request): boolean => request.acceptsEncodings(['gzip', 'identity']) === 'gzip';

/**
 * Sends 200 with text while it is generated, compressed if the client accepts that. When generation fails midway the
 * connection is broken.
 */
export async function sendPieces(
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
  // Nothing is sent before the first piece, so that a failure until then is an error response.
  const first = await pieces.next();
  const zipped = wantsGzip(request) ? [createGzip(GZIP)] : [];
  if (zipped.length > 0) response.set('Content-Encoding', 'gzip');
  try {
    await pipeline([Readable.from(following(first, pieces), ONE_AHEAD), ...zipped, response]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error; // otherwise the client has disconnected
  }
}

/** Yields all pieces, each generated in the context of the request, which the socket's events do not have. */
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
