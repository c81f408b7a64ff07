import type { Server } from 'node:http';

const DRAIN_MS = 10_000;

/** Stops accepting, lets requests under way end for up to 10 s, then closes what is left. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(timer);
}
