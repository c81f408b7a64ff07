import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** A request's line and headers must arrive within this time. */
const HEADERS_MS = 15_000;
/** How often connections are checked for it. */
const CHECK_MS = 5_000;
/** A body must arrive at this speed at least, measured over each period of `BODY_PERIOD_MS`. */
const BODY_BYTES_PER_SECOND = 1_000;
const BODY_PERIOD_MS = 10_000;
/** Most time for a request to arrive, at any speed. */
const REQUEST_MS = 300_000;
/** Longer than load balancers keep an idle connection, so that the server does not close it while a request arrives. */
const KEEP_ALIVE_MS = 75_000;

const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Options for `createServer`: connections that send their headers slowly are closed. */
export const SLOW_CLIENT_LIMITS = {
  headersTimeout: HEADERS_MS,
  requestTimeout: REQUEST_MS,
  connectionsCheckingInterval: CHECK_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
} as const;

/** Closes connections whose request bodies arrive slower than 1,000 bytes per second. */
export function limitSlowBodies(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.complete || !hasBody(request)) return;
    const { socket } = request;
    let read = socket.bytesRead;
    const timer = setInterval(() => {
      if (request.complete) return clearInterval(timer);
      const received = socket.bytesRead - read;
      read = socket.bytesRead;
      if (received >= (BODY_BYTES_PER_SECOND * BODY_PERIOD_MS) / 1_000 || isUnread(request)) return;
      clearInterval(timer);
      if (!response.headersSent) socket.write(TIMED_OUT);
      socket.destroySoon();
    }, BODY_PERIOD_MS).unref();
    request.once('close', () => clearInterval(timer));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether received bytes wait for the handler, so that the server is the slow side. */
function isUnread(request: IncomingMessage): boolean {
  return request.readableLength > 0;
}
