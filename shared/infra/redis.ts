import Redis, { Cluster, type RedisOptions } from 'ioredis';
import { now } from '../kernel/clock';
import { logger } from '../kernel/logger';
import { readRedisAddress, type RedisAddress } from '../kernel/redis-address';
import { StartProblem } from '../kernel/start-problem';

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

/** A connection to one server, also one that Sentinels name, or to a cluster. */
export type RedisClient = Redis | Cluster;

/** How long a node of a cluster may be away before a command is sent again. */
const FAILOVER_MS = 200;

/** The connections of this process that Redis does not serve, and since when. */
const unserved = new Set<RedisClient>();
let unservedSince = now();

/**
 * Opens a connection to what `REDIS_URL` says. ioredis reports each attempt of each connection: the process logs one line when the first
 * is lost, and one when all are back.
 */
export function connectRedis(url: string, options: RedisOptions): RedisClient {
  const address = readRedisAddress(url);
  if (!address) throw new StartProblem('REDIS_URL is malformed.');
  const client = open(address, options);
  client.on('error', (error: unknown) => {
    if (unserved.size === 0) {
      unservedSince = now();
      logger.warn('redis unavailable', { error });
    }
    unserved.add(client);
  });
  client.on('ready', () => {
    if (!unserved.delete(client) || unserved.size > 0) return;
    logger.info('redis is back', { seconds: Math.round((now().getTime() - unservedSince.getTime()) / 1_000) });
  });
  client.on('end', () => unserved.delete(client));
  return client;
}

function open(address: RedisAddress, options: RedisOptions): RedisClient {
  const { servers, isCluster, sentinel, isEncrypted, user, password, database } = address;
  const redisOptions: RedisOptions = {
    ...options,
    ...(user === null ? {} : { username: user }),
    ...(password === null ? {} : { password }),
    ...(isEncrypted ? { tls: {} } : {}),
  };
  if (sentinel !== null)
    // Sentinels are asked with the password of the master, and encrypted as it is; without one they need none.
    return new Redis({
      ...redisOptions,
      sentinels: [...servers],
      name: sentinel,
      db: database,
      ...(user === null ? {} : { sentinelUsername: user }),
      ...(password === null ? {} : { sentinelPassword: password }),
      ...(isEncrypted ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
    });
  if (!isCluster) return new Redis({ ...redisOptions, ...servers[0], db: database });
  const { enableOfflineQueue, enableAutoPipelining, ...ofNodes } = redisOptions;
  return new Cluster([...servers], {
    redisOptions: ofNodes,
    ...(enableOfflineQueue === undefined ? {} : { enableOfflineQueue }),
    ...(enableAutoPipelining === undefined ? {} : { enableAutoPipelining }),
    retryDelayOnFailover: FAILOVER_MS,
    slotsRefreshTimeout: options.connectTimeout ?? 5_000,
    // Certificates are for the names of nodes: a managed cluster announces these, and addresses must stay as they are.
    dnsLookup: (host, done) => done(null, host),
  });
}

/**
 * Rejects when Redis may evict keys: under memory pressure it would lose acknowledged jobs. Asks with INFO, since managed services
 * refuse CONFIG.
 */
export async function assertNoEviction(client: RedisClient): Promise<void> {
  const nodes = client instanceof Cluster ? client.nodes('master') : [client];
  const memory = await Promise.all(nodes.map((node) => node.info('memory')));
  const policies = memory.map((text) => /^maxmemory_policy:(\S+)/m.exec(text)?.[1]);
  const policy = policies.find((found) => found !== 'noeviction') ?? 'unknown';
  if (!policies.every((found) => found === 'noeviction'))
    throw new StartProblem(
      `Redis has maxmemory-policy ${policy}: it would drop queued jobs when memory runs out. Set "maxmemory-policy noeviction".`,
    );
}

const READY_WITHIN_MS = 10_000;

/** Resolves once the connection is ready; rejects after ten seconds with a StartProblem that says what the last attempt failed at. */
export async function untilReady(client: RedisClient): Promise<void> {
  if (client.status === 'ready') return;
  let cause = 'it does not answer';
  const note = (error: Error): void => void (cause = error.message.replace(/\.$/, ''));
  client.on('error', note);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new StartProblem(`REDIS_URL names a Redis that cannot be used: ${cause}.`)),
      READY_WITHIN_MS,
    );
    client.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  }).finally(() => client.off('error', note));
}
