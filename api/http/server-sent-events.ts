import type { Request } from 'express';
import { Answered } from './answered';
import { stoppingSignal } from './stopping';

const KEEP_ALIVE_MS = 15_000;

interface ServerSentEvent {
  event: string;
  data: unknown;
}

/**
 * Answers with the events of `source` until it ends, the client leaves or the process begins to stop; the latter two abort the
 * signal that `source` is given. Throws `Answered` at the end.
 */
export async function sendEvents(
  request: Request,
  source: (signal: AbortSignal) => AsyncGenerator<ServerSentEvent>,
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
  try {
    for await (const { event, data } of source(left.signal))
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  } finally {
    clearInterval(keepAlive);
    stopping.removeEventListener('abort', leave);
    response.end();
  }
  throw new Answered();
}
