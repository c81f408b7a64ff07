import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../api/app';
import { closeServer } from '../../api/http/close-server';
import { connectRedis, COUNTING, FAIL_FAST, untilReady } from '../../shared/infra/redis';
import { closeQueues, openQueues } from '../../shared/jobs/queues';
import { loadConfig } from '../../shared/kernel/config';
import { startRedis } from '../redis';

/** A server of this process on a free port. */
export interface HttpService {
  url: string;
  close(): Promise<void>;
}

/** Serves `listener` on a free port. */
export async function serve(listener: RequestListener): Promise<HttpService> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) };
}

/** The API as it is served, on the connected database and a Redis of its own; its rate limits count, and are out of reach. */
export async function serveApi(): Promise<HttpService> {
  const redisServer = await startRedis({ log: console.log });
  const unlimited = { RATE_LIMIT_AUTH: '1000000000', RATE_LIMIT_GLOBAL: '1000000000', RATE_LIMIT_KEY: '1000000000' };
  const config = loadConfig({ ...process.env, ...unlimited, REDIS_URL: redisServer.url });
  const redis = connectRedis(config.REDIS_URL, FAIL_FAST);
  const counters = connectRedis(config.REDIS_URL, COUNTING);
  await Promise.all([untilReady(redis), untilReady(counters)]);
  const queues = openQueues(redis, config.QUEUE_PREFIX);
  const api = await serve(createApp({ config, redis, counters, queues, isStopping: () => false }));
  return {
    url: api.url,
    async close() {
      await api.close();
      await closeQueues();
      redis.disconnect();
      counters.disconnect();
      await redisServer.stop();
    },
  };
}
