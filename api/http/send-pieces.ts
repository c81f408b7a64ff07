import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Speed before size: BI tools are near, and the rows of a dataset resemble each other. */
const GZIP = { level: constants.Z_BEST_SPEED };

/** A slow reader holds one piece beside what the socket holds, where streams would take sixteen. */
const ONE_AHEAD = { highWaterMark: 1 };

/** Whether the client takes the answer compressed. */
export const wantsGzip = (request: Request): boolean => request.acceptsEncodings(['gzip', 'identity']) === 'gzip';

/** Answers 200 with text that is written as it is read, compressed where the client wants that. When reading fails midway the connection is broken. */
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
