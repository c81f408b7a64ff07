import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from '../../api/http/close-server';
import { startApi } from '../../api/start-api';
import { loadConfig } from '../../shared/kernel/config';
import { startRedis } from '../redis';

/** A server of this process on a free port. */
export interface HttpService {
  url: string;
  close(): Promise<void>;
}

const DRAIN_MS = 10_000;

/** Serves `listener` on a free port. */
export async function serve(listener: RequestListener): Promise<HttpService> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server, { lingerMs: 0, drainMs: DRAIN_MS }) };
}

/** The API as it is served, on the connected database and a Redis of its own; its rate limits count, and are out of reach. */
export async function serveApi(): Promise<HttpService> {
  const redisServer = await startRedis({ log: console.log });
  const unlimited = { RATE_LIMIT_AUTH: '1000000000', RATE_LIMIT_GLOBAL: '1000000000', RATE_LIMIT_KEY: '1000000000' };
  const config = loadConfig({ ...process.env, ...unlimited, REDIS_URL: redisServer.url });
  const api = await startApi(config, { port: 0, host: '127.0.0.1' });
  return {
    url: api.url,
    async close() {
      await api.stop();
      await redisServer.stop();
    },
  };
}
