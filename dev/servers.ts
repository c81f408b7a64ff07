import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { startMongo } from './mongo';
import { startRedis } from './redis';

/** The addresses of a database and a Redis that outlive a test run. */
export interface KeptServers {
  /** Without a database name. */
  mongo: string;
  redis: string;
  /** The process that started them and stops them. */
  pid: number;
}

const FILE = resolve('.data/dev/servers.json');

/** The servers of `npm run dev:servers` in this working copy, or null when it does not run. */
export function findKeptServers(): KeptServers | null {
  if (!existsSync(FILE)) return null;
  const servers = JSON.parse(readFileSync(FILE, 'utf8')) as KeptServers;
  return isAlive(servers.pid) ? servers : null;
}

/** Starts servers that keep nothing on disk, and makes them known to tests and `npm run dev` until they are stopped. */
export async function keepServers(log: (line: string) => void): Promise<KeptServers & { stop(): Promise<void> }> {
  const redis = await startRedis({ log });
  const mongo = await startMongo({ log }).catch(async (error: unknown) => {
    await redis.stop();
    throw error;
  });
  const servers: KeptServers = { mongo: mongo.url, redis: redis.url, pid: process.pid };
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify(servers));
  return {
    ...servers,
    async stop() {
      rmSync(FILE, { force: true });
      await Promise.all([mongo.stop(), redis.stop()]);
    },
  };
}

/** npm run dev:servers: keeps the servers until Ctrl-C. */
export async function serve(): Promise<void> {
  const say = (line: string): void => console.log(`· ${line}`);
  const running = findKeptServers();
  if (running) {
    say(`Process ${running.pid} keeps the servers already`);
    return;
  }
  const servers = await keepServers(say);
  say(`MongoDB  ${servers.mongo}`);
  say(`Redis    ${servers.redis}`);
  say('Tests and "npm run dev" use these servers. Stop with Ctrl-C.');
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void servers.stop().then(() => process.exit(0));
    });
  setInterval(() => undefined, 60_000); // the servers are other processes: something must keep this one running
}

/** Whether a process with this id runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
