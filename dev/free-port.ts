import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP port of 127.0.0.1 that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** Whether a TCP port is free on every address of this machine, or on `host`. */
export function isFreePort(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

const LOOK_MS = 100;

/** Whether a port of 127.0.0.1 is free, or becomes free within some milliseconds. */
export async function isFreeWithin(limitMs: number, port: number): Promise<boolean> {
  for (const limit = Date.now() + limitMs; !(await isFreePort(port, '127.0.0.1')); await sleep(LOOK_MS))
    if (Date.now() > limit) return false;
  return true;
}
