import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface CloseOptions {
  /**
   * How long connections are still accepted and served, each response with `Connection: close`, so that clients close
   * their connections and load balancers notice that readiness is off.
   */
  lingerMs: number;
  /** How long running requests may take after that; then their connections are closed. */
  drainMs: number;
}

/** Ends the keep-alive of every connection when `stopping` aborts. Call it before the server listens. */
export function announceClose(server: Server, stopping: AbortSignal): void {
  const underWay = new Set<ServerResponse>();
  const announce = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      // Closes connections whose response headers were sent before the stop.
      if (stopping.aborted && !server.listening) setImmediate(() => server.closeIdleConnections());
    });
    if (stopping.aborted) announce(response);
  });
  stopping.addEventListener('abort', () => underWay.forEach(announce), { once: true });
}

/** Stops accepting connections, waits for running requests, then closes the remaining connections. */
export async function closeServer(server: Server, { lingerMs, drainMs }: CloseOptions): Promise<void> {
  if (lingerMs > 0) await sleep(lingerMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(timer);
}
