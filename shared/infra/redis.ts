import Redis, { type RedisOptions } from 'ioredis';
import { logger } from '../kernel/logger';

/** For requests: fails at once while Redis is unavailable, so that no caller hangs. */
export const FAIL_FAST: RedisOptions = {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  connectTimeout: 5_000,
  commandTimeout: 2_000,
};

/**
 * For the counters of rate limits, on their own connection: commands of one turn of the event loop are sent together.
 * Not for queues, which this has broken.
 */
export const COUNTING: RedisOptions = { ...FAIL_FAST, enableAutoPipelining: true };

/** For workers and event listeners: waits and reconnects without limit. */
export const PATIENT: RedisOptions = { maxRetriesPerRequest: null };

/** Opens a connection; errors are logged once per outage, since ioredis reports each attempt. */
export function connectRedis(url: string, options: RedisOptions): Redis {
  const client = new Redis(url, options);
  let down = false;
  client.on('error', (error) => {
    if (!down) logger.warn('redis unavailable', { error });
    down = true;
  });
  client.on('ready', () => {
    if (down) logger.info('redis is back');
    down = false;
  });
  return client;
}

/**
 * Rejects when Redis may evict keys: under memory pressure it would lose acknowledged jobs. Asks with INFO, since managed services
 * refuse CONFIG.
 */
export async function assertNoEviction(client: Redis): Promise<void> {
  const policy = /^maxmemory_policy:(\S+)/m.exec(await client.info('memory'))?.[1];
  if (policy !== 'noeviction')
    throw new Error(
      `Redis has maxmemory-policy ${policy}: it would drop queued jobs when memory runs out. Set "maxmemory-policy noeviction".`,
    );
}

const READY_WITHIN_MS = 10_000;

/** Resolves once the connection is ready; rejects after ten seconds. */
export async function untilReady(client: Redis): Promise<void> {
  if (client.status === 'ready') return;
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Redis is unavailable. Check REDIS_URL.')), READY_WITHIN_MS);
    client.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
