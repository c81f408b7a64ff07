import { setMaxListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeMailTransports } from '../shared/comms/mail/mail-transport';
import { listen } from '../shared/infra/listen';
import { assertNoEviction, connectRedis, COUNTING, FAIL_FAST, untilReady } from '../shared/infra/redis';
import { endsWithin } from '../shared/infra/shutdown';
import { QUEUES } from '../shared/jobs/contract';
import { closeQueues, openQueues } from '../shared/jobs/queues';
import { type Config, isReader } from '../shared/kernel/config';
import { createApp } from './app';
import { announceClose, closeServer } from './http/close-server';
import { limitSlowBodies, SLOW_CLIENT_LIMITS } from './http/slow-clients';
import { openWatch } from './platform/jobs/watch';

export interface RunningApi {
  /** Its address on this machine. */
  url: string;
  server: Server;
  /** Stops accepting connections, drains, and closes what `startApi` opened. */
  stop(): Promise<void>;
}

export interface ApiOptions {
  /** The port to listen on, by default a configured one; 0 for a free one. */
  port?: number;
  /** The address to listen on, by default every address of the machine. */
  host?: string;
  /** How long the stopping API still accepts connections (see `closeServer`). */
  lingerMs?: number;
}

const DRAIN_MS = 10_000;
/** Connections to Redis close within milliseconds, or not at all while it is unavailable. */
const QUEUE_CLOSE_MS = 500;

/**
 * Starts the API of this process on the connected database: connects to Redis, opens the queues and listens. Rejects
 * when Redis does not answer or may evict keys, or when the port is in use.
 */
export async function startApi(
  config: Config,
  { port = config.PORT, host, lingerMs = 0 }: ApiOptions = {},
): Promise<RunningApi> {
  const redis = connectRedis(config.REDIS_URL, FAIL_FAST);
  const counters = connectRedis(config.REDIS_URL, COUNTING);
  await Promise.all([untilReady(redis), untilReady(counters)]);
  await assertNoEviction(redis);
  // The public API asks for no jobs, and its user at Redis may not touch the queues.
  const names = isReader(config) ? [] : QUEUES;
  const queues = openQueues(redis, config.QUEUE_PREFIX, names);
  const closeWatch = openWatch(config.REDIS_URL, config.QUEUE_PREFIX, names);
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // every request that waits for a job adds a listener
  const app = createApp({ config, redis, counters, queues, stopping: stopping.signal });
  const server = createServer(SLOW_CLIENT_LIMITS, app);
  announceClose(server, stopping.signal);
  limitSlowBodies(server);
  await listen(server, { port, host, setting: 'PORT' });
  return {
    url: `http://${host ?? 'localhost'}:${(server.address() as AddressInfo).port}`,
    server,
    async stop() {
      stopping.abort();
      await closeServer(server, { lingerMs, drainMs: DRAIN_MS });
      closeMailTransports();
      await endsWithin(QUEUE_CLOSE_MS, Promise.all([closeWatch(), closeQueues()]));
      redis.disconnect();
      counters.disconnect();
    },
  };
}
