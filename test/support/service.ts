import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import mongoose from 'mongoose';
import request from 'supertest';
import { createApp } from '../../api/app';
import { closeServer } from '../../api/http/close-server';
import { closeMailTransports } from '../../shared/comms/mail-transport';
import { connectDatabase, disconnectDatabase, ensureIndexes } from '../../shared/db/connect';
import { connectRedis, COUNTING, FAIL_FAST, untilReady } from '../../shared/infra/redis';
import { closeQueues, openQueues } from '../../shared/jobs/queues';
import { openWatch } from '../../shared/jobs/watch';
import { type Config, loadConfig } from '../../shared/kernel/config';
import { handlers } from '../../worker/handlers';
import { closeRenderers } from '../../worker/render/renderers';
import { startWorker } from '../../worker/worker';
import { probeTenants } from './tenant-probe';

export interface Service {
  url: string;
  server: Server;
  config: Config;
  /** A request; `token` is sent as a bearer token, `headers` as they are. */
  call(method: 'get' | 'post' | 'put' | 'delete' | 'patch', path: string, token?: string | null): request.Test;
  close(): Promise<void>;
}

/** Connects this test file to the database of its jest worker. */
export async function connectTestDatabase(): Promise<void> {
  const url = new URL(process.env.MONGO_URL ?? '');
  url.pathname = `/test_${process.env.JEST_WORKER_ID ?? '1'}`;
  await connectDatabase(url.toString(), { monitorCommands: true });
  probeTenants(mongoose.connection.getClient());
  await ensureIndexes();
}

/**
 * The API on a free port and, unless `worker` is false, a worker, in this process, on the real database and Redis.
 * `env` overrides the configuration. Closes itself after the file's tests when used through `useService`.
 */
export async function startService(options: { worker?: boolean; env?: Record<string, string> } = {}): Promise<Service> {
  const prefix = `test-${process.env.JEST_WORKER_ID ?? '1'}`;
  const config = loadConfig({
    ...process.env,
    NODE_ENV: 'test',
    RATE_LIMIT_AUTH: '1000000',
    RATE_LIMIT_GLOBAL: '1000000',
    QUEUE_PREFIX: prefix,
    ...options.env,
  });
  await connectTestDatabase();
  const redis = connectRedis(config.REDIS_URL, FAIL_FAST);
  const counters = connectRedis(config.REDIS_URL, COUNTING);
  await Promise.all([untilReady(redis), untilReady(counters)]);
  const queues = openQueues(redis, config.QUEUE_PREFIX);
  const closeWatch = openWatch(config.REDIS_URL, config.QUEUE_PREFIX);
  const stopWorker =
    options.worker === false
      ? null
      : await startWorker(handlers, { redisUrl: config.REDIS_URL, prefix: config.QUEUE_PREFIX });
  const server = createServer(createApp({ config, redis, counters, queues, isStopping: () => false }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    config,
    call(method, path, token) {
      const test = request(server)[method](path);
      return token ? test.set('Authorization', `Bearer ${token}`) : test;
    },
    async close() {
      await closeServer(server);
      await stopWorker?.();
      await closeWatch();
      await closeQueues();
      redis.disconnect();
      counters.disconnect();
      await closeRenderers();
      closeMailTransports();
      await disconnectDatabase();
    },
  };
}

/** A service for all tests of the file; the returned function gives it inside tests. */
export function useService(options: Parameters<typeof startService>[0] = {}): () => Service {
  let service: Service | undefined;
  beforeAll(async () => {
    service = await startService(options);
  }, 60_000);
  afterAll(async () => {
    await service?.close();
  });
  return () => {
    if (!service) throw new Error('The service runs inside tests only.');
    return service;
  };
}
