import type { Request } from 'express';
import { logFailure } from '../../shared/db/outage';
import { Answered } from './answered';
import { stoppingSignal } from './stopping';

const KEEP_ALIVE_MS = 15_000;
/** A stream ends within 5 s of its session's end. */
const CHECK_EVERY_MS = 2_000;

interface ServerSentEvent {
  event: string;
  data: unknown;
}

/**
 * Sends the events of `source` until it ends, the client disconnects, the process begins to stop or `mayGoOn` returns
 * false; all but the first abort the signal of `source`. Throws `Answered` at the end.
 */
export async function sendEvents(
  request: Request,
  source: (signal: AbortSignal) => AsyncGenerator<ServerSentEvent>,
  mayGoOn: () => Promise<boolean>,
): Promise<never> {
  const response = request.res;
  if (!response) throw new Error('The request has no response.');
  const left = new AbortController();
  const leave = (): void => left.abort();
  response.on('close', leave);
  const stopping = stoppingSignal(request);
  stopping.addEventListener('abort', leave, { once: true });
  if (stopping.aborted) leave();
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  const keepAlive = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MS);
  const check = setInterval(() => {
    mayGoOn().then(
      (may) => (may ? undefined : leave()),
      (error: unknown) => logFailure('the session of a stream was not checked', { error }),
    );
  }, CHECK_EVERY_MS);
  try {
    for await (const { event, data } of source(left.signal))
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  } finally {
    clearInterval(keepAlive);
    clearInterval(check);
    stopping.removeEventListener('abort', leave);
    response.end();
  }
  throw new Answered();
}
