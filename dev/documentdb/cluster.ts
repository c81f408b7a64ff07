import { type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { provideDataDirectory } from './data-directory';
import { postgresIdentity, spawnInRoot } from './root';
import { PREPARE_DATABASE } from './schema';
import { postgresqlConf } from './settings';

/** The PostgreSQL cluster of one database path, for as long as it runs. */
export interface Cluster {
  /** The directory of its unix socket, as seen from the host. */
  readonly socketDirectory: string;
  /** Settles when PostgreSQL has ended, whatever the reason. */
  readonly ended: Promise<void>;
  /** Ends PostgreSQL and waits for it. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  readonly root: string;
  readonly dbPath: string;
  readonly durable: boolean;
}

/** Waiting for a predecessor that is still ending, and for PostgreSQL to accept connections (crash recovery included): milliseconds. */
const PREDECESSOR_LIMIT = 45_000; // it may have much to write to a busy disk
const START_LIMIT = 60_000;
const POLL = 20;
/** Inside the root: the directories of sockets. */
const SOCKETS = '/run/documentdb';

/**
 * Starts the cluster that belongs to a database path, making it first when there is none. Its data are in `<dbPath>/postgres`, which
 * is mounted into the root; where mounting is forbidden, that name is a link to a directory inside the root. Throws when another
 * process uses the path.
 */
export async function startCluster({ root, dbPath, durable }: ClusterOptions): Promise<Cluster> {
  const key = createHash('sha256').update(dbPath).digest('hex').slice(0, 12);
  const data = `/clusters/${key}`;
  // Its own for each start: a predecessor deletes its directory when this start may be under way already.
  const sockets = `${SOCKETS}/${key}-${process.pid}`;
  const log = join(dbPath, 'postgres.log');
  const ready = join(dbPath, 'postgres.ready');
  const owner = postgresIdentity(root);

  await mkdir(dbPath, { recursive: true });
  const hostData = join(dbPath, 'postgres');
  const mount = await provideDataDirectory(root, hostData, data);
  await predecessorEnded(hostData, data);
  await removeSockets(join(root, SOCKETS), key);
  await mkdir(join(root, sockets), { recursive: true });
  await chown(join(root, sockets), owner.uid, owner.gid);

  const isNew = !existsSync(ready);
  const logFile = await open(log, isNew ? 'w' : 'a');
  const stdio = ['ignore', logFile.fd, logFile.fd] as const;
  if (isNew) {
    for (const entry of await readdir(hostData)) await rm(join(hostData, entry), { recursive: true });
    await chown(hostData, owner.uid, owner.gid);
    const initdb = spawnInRoot(
      root,
      mount,
      ['initdb', '-D', data, '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust', ...(durable ? [] : ['--no-sync'])],
      { stdio: [...stdio], onParentDeath: 'KILL' },
    );
    await once(initdb, 'exit');
    if (initdb.exitCode !== 0) throw new Error(`the database cluster could not be made: ${tail(log)}`);
  }
  await writeFile(join(hostData, 'postgresql.conf'), postgresqlConf({ socketDirectory: sockets, durable }));

  const postgres = spawnInRoot(root, mount, ['postgres', '-D', data], {
    stdio: [...stdio],
    onParentDeath: durable ? 'INT' : 'QUIT',
  });
  // Before anything is awaited: a PostgreSQL that cannot open its data ends within milliseconds.
  const ended = once(postgres, 'exit').then(async () => {
    await rm(join(root, sockets), { recursive: true, force: true });
    if (!mount && !durable) await rm(join(root, data), { recursive: true, force: true });
  });
  await logFile.close();
  const socketDirectory = join(root, sockets);
  try {
    const client = await firstConnection(socketDirectory, postgres, log);
    try {
      if (isNew) {
        await client.query('create extension if not exists documentdb cascade');
        await client.query(PREPARE_DATABASE);
      }
      // A data folder from before has none; its old indexes go on, and new ones are ordered.
      await client.query('create extension if not exists documentdb_extended_rum cascade');
    } finally {
      await client.end();
    }
    if (isNew) await writeFile(ready, '');
  } catch (error) {
    await stop(postgres, 'SIGQUIT');
    await ended;
    throw error;
  }
  return {
    socketDirectory,
    ended,
    async stop() {
      await stop(postgres, durable ? 'SIGINT' : 'SIGQUIT');
      await ended;
    },
  };
}

/** Waits until a PostgreSQL of the same data, which ends when its gateway was killed, is gone. */
async function predecessorEnded(hostData: string, data: string): Promise<void> {
  const running = () => {
    const pidFile = join(hostData, 'postmaster.pid');
    if (!existsSync(pidFile)) return undefined;
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    const commandLine = `/proc/${pid}/cmdline`;
    return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes(data) ? pid : undefined;
  };
  for (const limit = Date.now() + PREDECESSOR_LIMIT; running() !== undefined; await sleep(POLL)) {
    if (Date.now() > limit) throw new Error(`another process uses this dbpath (PostgreSQL's pid is ${running()})`);
  }
}

/** Deletes the directories of sockets that killed starts of the same data left. */
async function removeSockets(directory: string, beginning: string): Promise<void> {
  for (const name of (await readdir(directory)).filter((entry) => entry.startsWith(beginning))) {
    await rm(join(directory, name), { recursive: true, force: true });
  }
}

/** Connects as soon as PostgreSQL accepts connections; throws with the end of its log when it ends or takes too long. */
async function firstConnection(socketDirectory: string, postgres: ChildProcess, log: string): Promise<Client> {
  for (const limit = Date.now() + START_LIMIT; ; await sleep(POLL)) {
    const client = new Client({ host: socketDirectory, user: 'postgres', database: 'postgres' });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (postgres.exitCode !== null || Date.now() > limit)
        throw new Error(`PostgreSQL did not start: ${tail(log)}`, { cause: error });
    }
  }
}

async function stop(postgres: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (postgres.exitCode === null && postgres.signalCode === null) postgres.kill(signal);
}

function tail(log: string): string {
  return readFileSync(log, 'utf8').trim().split('\n').slice(-5).join(' | ');
}
