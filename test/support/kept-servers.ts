import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { findKeptServers, isAlive } from '../../dev/servers';

/** Holds the process id of the test run that uses the kept servers. */
const CLAIM = resolve('.data/dev/test-run.pid');
/** Redis database of the tests; `npm run dev` uses the first one. */
const TEST_REDIS_DATABASE = 1;
const IS_TEST_DATABASE = /^(test_|e2e-)/;

export interface ClaimedServers {
  mongo: string;
  redis: string;
  /** Lets the next test run use the servers. */
  stop(): Promise<void>;
}

/**
 * Takes the servers of `npm run dev:servers` for this test run, without the data of the run before. Returns null when none run
 * or another test run uses them.
 */
export async function claimServers(): Promise<ClaimedServers | null> {
  const servers = findKeptServers();
  if (!servers || !claim()) return null;
  const redis = `${servers.redis}/${TEST_REDIS_DATABASE}`;
  await Promise.all([dropTestDatabases(servers.mongo), flush(redis)]);
  return { mongo: servers.mongo, redis, stop: async () => rmSync(CLAIM, { force: true }) };
}

function claim(): boolean {
  mkdirSync(dirname(CLAIM), { recursive: true });
  try {
    writeFileSync(CLAIM, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (isAlive(Number(readFileSync(CLAIM, 'utf8')))) return false;
    rmSync(CLAIM, { force: true }); // the run that held it was killed
    return claim();
  }
}

async function dropTestDatabases(url: string): Promise<void> {
  const client = await MongoClient.connect(url);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) if (IS_TEST_DATABASE.test(name)) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}

async function flush(url: string): Promise<void> {
  const client = new Redis(url);
  try {
    await client.flushdb();
  } finally {
    client.disconnect();
  }
}
