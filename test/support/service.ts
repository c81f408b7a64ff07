import { rmSync } from 'node:fs';
import { Agent, type Server } from 'node:http';
import { join } from 'node:path';
import mongoose from 'mongoose';
import request from 'supertest';
import { startApi } from '../../api/start-api';
import { connectDatabase, disconnectDatabase } from '../../shared/db/connect';
import { ensureIndexes } from '../../shared/db/indexes';
import { type Config, loadConfig } from '../../shared/kernel/config';
import { loadJobs } from '../../worker/load-jobs';
import { closePrinter } from '../../worker/render/pdf-printer';
import { startWorker } from '../../worker/worker';
import { failOnUnknownShapes, watchShapes } from './command-shapes';
import { startProfiler } from './profiler';
import { recordQueries } from './query-recorder';
import { failOnViolations, probeTenants } from './tenant-probe';

export interface Service {
  url: string;
  server: Server;
  config: Config;
  /** A request; `token` is sent as a bearer token, `headers` as they are. */
  call(method: 'get' | 'post' | 'put' | 'delete' | 'patch', path: string, token?: string | null): request.Test;
  close(): Promise<void>;
}

/** The databases that this process has given their indexes: looking at each one takes as long as starting the API. */
const indexed = new Set<string>();

/** The database of this jest worker, or one of the test file's own. */
function databaseUrl(isOwn: boolean): string {
  const url = new URL(process.env.MONGO_URL ?? '');
  url.pathname = `/test_${process.env.JEST_WORKER_ID ?? '1'}${isOwn ? '_own' : ''}`;
  return url.toString();
}

/** Connects this test file to the database of its jest worker, or to one of its own. */
export async function connectTestDatabase(isOwn = false): Promise<void> {
  const url = databaseUrl(isOwn);
  await connectDatabase(url, { monitorCommands: true });
  const { db } = mongoose.connection;
  if (db && process.env.TESTS_ON_MONGOD === '1') await startProfiler(db);
  probeTenants(mongoose.connection.getClient());
  watchShapes(mongoose.connection.getClient());
  recordQueries(mongoose.connection.getClient());
  if (indexed.has(url)) return;
  await ensureIndexes();
  if (!isOwn) indexed.add(url);
}

/**
 * The API on a free port and, unless `worker` is false, a worker, in this process, on the real database and Redis.
 * `env` overrides the configuration. `ownDatabase` is for tests that read whole collections: without it they hold what the files
 * before left. Closes itself after the file's tests when used through `useService`.
 */
export async function startService(
  options: { worker?: boolean; env?: Record<string, string>; ownDatabase?: boolean } = {},
): Promise<Service> {
  const prefix = `test-${process.env.JEST_WORKER_ID ?? '1'}`;
  const config = loadConfig({
    ...process.env,
    MONGO_URL: databaseUrl(options.ownDatabase ?? false),
    NODE_ENV: 'test',
    RATE_LIMIT_AUTH: '1000000',
    RATE_LIMIT_GLOBAL: '1000000',
    RATE_LIMIT_UPLOAD: '1000000',
    UPLOAD_MB_PER_DAY: '1000000',
    JOB_WAIT_SECONDS: '110', // the longest: a busy machine takes more than the usual 25
    QUEUE_PREFIX: prefix,
    ...options.env,
  });
  await connectTestDatabase(options.ownDatabase);
  const api = await startApi(config, { port: 0, host: '127.0.0.1' });
  const stopWorker =
    options.worker === false
      ? null
      : await startWorker(loadJobs(), { redisUrl: config.REDIS_URL, prefix: config.QUEUE_PREFIX });
  const { server, url } = api;
  const connections = new Agent({ keepAlive: true }); // a connection for each request is a fifth of what a short one costs
  return {
    url,
    server,
    config,
    call(method, path, token) {
      const test = request(server)[method](path).agent(connections);
      return token ? test.set('Authorization', `Bearer ${token}`) : test;
    },
    async close() {
      connections.destroy();
      await stopWorker?.();
      await api.stop();
      await closePrinter();
      // An erasure reads every email in the outbox.
      rmSync(join(config.DATA_DIR, 'outbox'), { recursive: true, force: true });
      if (options.ownDatabase) await mongoose.connection.dropDatabase();
      await disconnectDatabase();
    },
  };
}

/** Fails the file on a query without an index: each file, since a group loads this module once. */
export function watchQueries(): void {
  failOnViolations();
  failOnUnknownShapes();
}

/** A service for all tests of the file; the returned function gives it inside tests. */
export function useService(options: Parameters<typeof startService>[0] = {}): () => Service {
  watchQueries();
  let service: Service | undefined;
  beforeAll(async () => {
    service = await startService(options);
  });
  afterAll(async () => {
    await service?.close();
  });
  return () => {
    if (!service) throw new Error('The service runs inside tests only.');
    return service;
  };
}
