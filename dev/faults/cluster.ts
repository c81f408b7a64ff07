import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  serviceEnvironment,
  type ServiceProcess,
  spawnProcess,
  startWorkerProcess,
} from '../../test/support/processes';
import { startSmtpSink, type SmtpSink } from '../../test/support/smtp-sink';
import { WebhookReceiver } from '../../test/support/webhook-receiver';
import { freePort } from '../free-port';
import { type RedisCluster, type RedisGroup, startRedisCluster, startRedisSentinels } from './redis-groups';
import { databaseServer, redisServer } from './servers';

const APIS = 2;
const WORKERS = 3;
const FILES_MB = 24;

/** Two APIs, three workers, a database, Redis and a mail server: real processes, and ways to hurt them. */
export interface Cluster {
  /** The environment of its processes. */
  env: Readonly<Record<string, string>>;
  /** Addresses of the APIs, which stay the same over restarts. */
  urls: string[];
  mails: SmtpSink;
  /** Takes the events of organization a. */
  events: WebhookReceiver;
  database: Awaited<ReturnType<typeof databaseServer>>;
  redis: Awaited<ReturnType<typeof redisServer>>;
  /** The servers of Redis that the processes use in the place of the one, if any. */
  group: RedisGroup | RedisCluster | null;
  apis: (ServiceProcess | undefined)[];
  workers: ServiceProcess[];
  /** The folder of the files, on a small disk of its own where mounting is allowed. */
  files: { folder: string; isDisk: boolean };
  restartApi(index: number, signal: NodeJS.Signals): Promise<void>;
  restartWorker(index: number, signal: NodeJS.Signals): Promise<void>;
  stop(): Promise<void>;
}

/** Which Redis the processes use. */
export type RedisKind = 'one' | 'cluster' | 'sentinels';

const GROUPS: Record<RedisKind, () => Promise<Cluster['group']>> = {
  one: () => Promise.resolve(null),
  cluster: startRedisCluster,
  sentinels: startRedisSentinels,
};

/** Starts the cluster on empty folders. */
export async function startCluster(kind: RedisKind = 'one'): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  const files = makeDisk(join(folder, 'files'));
  const [database, redis, mails, group] = await Promise.all([
    databaseServer(folder),
    redisServer(folder),
    startSmtpSink(),
    GROUPS[kind](),
  ]);
  const events = await new WebhookReceiver(() => 204).start();
  const ports = await Promise.all(Array.from({ length: APIS }, () => freePort()));
  process.env.MONGO_URL = database.url;
  const env = serviceEnvironment({
    DATA_DIR: files.folder,
    REDIS_URL: group?.url ?? redis.url,
    SMTP_URL: mails.url,
    SMTP_TENANT_HOSTS: 'any',
    RATE_LIMIT_AUTH: '1000000',
    RATE_LIMIT_GLOBAL: '1000000',
    RATE_LIMIT_UPLOAD: '1000',
    JOB_WAIT_SECONDS: '10',
    LOG_LEVEL: 'warn',
  });
  const startApi = async (index: number): Promise<ServiceProcess> => {
    const api = spawnProcess('api', { ...env, LOG_LEVEL: 'info', PORT: String(ports[index]) });
    await api.until('api ready');
    return api;
  };
  const startWorker = (): Promise<ServiceProcess> => startWorkerProcess({ ...env, LOG_LEVEL: 'info' });
  const apis: (ServiceProcess | undefined)[] = await Promise.all(ports.map((_port, index) => startApi(index)));
  const workers = await Promise.all(Array.from({ length: WORKERS }, startWorker));
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    ...{ env, mails, events, database, redis, group, apis, workers, files },
    async restartApi(index, signal) {
      await apis[index]?.kill(signal);
      apis[index] = await startApi(index);
    },
    async restartWorker(index, signal) {
      await workers[index]?.kill(signal);
      workers[index] = await startWorker();
    },
    async stop() {
      await Promise.all([...apis, ...workers].map(async (each) => each?.kill('SIGKILL')));
      events.stop();
      group?.stop();
      await Promise.all([database.kill(), redis.kill(), mails.close()]);
      if (files.isDisk) execFileSync('umount', ['-l', files.folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeDisk(folder: string): Cluster['files'] {
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${FILES_MB}m`, 'tmpfs', folder], { stdio: 'ignore' });
    return { folder, isDisk: true };
  } catch {
    return { folder, isDisk: false };
  }
}
