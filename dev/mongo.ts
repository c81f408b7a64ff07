import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { DryMongoBinary, MongoBinary, MongoMemoryReplSet } from 'mongodb-memory-server';

import { ensureDocumentDbRoot } from './documentdb/install';

/** A database that runs for this process: `url` has no database name; `stop` ends it and, without a data directory, deletes its data. */
export interface RunningMongo {
  readonly url: string;
  readonly engine: MongoEngine;
  stop(): Promise<void>;
}

/** MongoDB itself, or DocumentDB behind this project's gateway: both as a replica set of one member. */
export type MongoEngine = 'mongod' | 'documentdb';

export interface StartMongoOptions {
  /** Where the data live on; without it they are temporary, and speed goes before durability. */
  readonly dataDir?: string;
  /** Gets a sentence about each step that takes time. */
  readonly log: (line: string) => void;
}

const REPLICA_SET = 'rs0';
const DOCUMENTDB_PROGRAM = resolve(__dirname, 'documentdb/mongod');
const DOWNLOAD_HOST = 'https://fastdl.mongodb.org';
/** Milliseconds: a doomed download takes eight seconds to fail, this question does not. Crash recovery may take the launch limit. */
const PROBE_LIMIT = 2_000;
const LAUNCH_LIMIT = 60_000;

interface Binary {
  readonly engine: MongoEngine;
  readonly path: string;
}

/**
 * Starts the embedded database: a `mongod` from the PATH, from mongodb-memory-server's cache or downloaded by it, else DocumentDB. A
 * data directory stays with the engine that made it. Throws an Error with a sentence that says what to install or set.
 */
export async function startMongo({ dataDir, log }: StartMongoOptions): Promise<RunningMongo> {
  const { engine, path } = await chooseBinary(dataDir, log);
  if (engine === 'documentdb' && dataDir !== undefined && existsSync(join(dataDir, 'mongod'))) {
    throw new Error(`The data in ${dataDir} were made by mongod, and no mongod can be found or downloaded.`);
  }
  if (engine === 'documentdb') await ensureDocumentDbRoot({ log });
  const dbPath = dataDir === undefined ? undefined : resolve(dataDir, engine);
  if (dbPath !== undefined) await mkdir(dbPath, { recursive: true });
  const portFile = dbPath === undefined ? undefined : join(dbPath, 'port');
  const knownPort =
    portFile !== undefined && existsSync(portFile) ? Number(await readFile(portFile, 'utf8')) : undefined;

  // The program's own --version was read already, or is known: asking again would cost half a second.
  process.env.MONGOMS_SYSTEM_BINARY_VERSION_CHECK = 'false';
  const replSet = new MongoMemoryReplSet({
    binary: { systemBinary: path },
    instanceOpts: [{ dbPath, port: knownPort, launchTimeout: LAUNCH_LIMIT }],
    replSet: {
      name: REPLICA_SET,
      storageEngine: 'wiredTiger',
      // A process group of its own: Ctrl-C reaches this process alone, which still needs the database while it ends.
      spawn: { detached: true },
      args: engine === 'documentdb' && dbPath === undefined ? ['--ephemeral'] : [],
    },
  });
  await replSet.start();
  const port = Number(new URL(replSet.getUri()).port);
  // MongoDB keeps its own address in the data: with another one it would not find itself in its replica set.
  if (engine === 'mongod' && knownPort !== undefined && port !== knownPort) {
    await replSet.stop();
    throw new Error(`Port ${knownPort}, at which the database in ${dbPath} was made, is in use by another program.`);
  }
  if (portFile !== undefined) await writeFile(portFile, String(port));
  return {
    url: `mongodb://127.0.0.1:${port}/?replicaSet=${REPLICA_SET}`,
    engine,
    stop: async () => {
      await replSet.stop({ doCleanup: dbPath === undefined });
    },
  };
}

async function chooseBinary(dataDir: string | undefined, log: (line: string) => void): Promise<Binary> {
  const documentDb: Binary = { engine: 'documentdb', path: DOCUMENTDB_PROGRAM };
  if (dataDir !== undefined && existsSync(join(dataDir, 'documentdb'))) return documentDb;
  const configured = process.env.MONGOMS_SYSTEM_BINARY;
  if (configured !== undefined)
    return resolve(configured) === DOCUMENTDB_PROGRAM ? documentDb : { engine: 'mongod', path: configured };
  const installed = (await mongodOnPath()) ?? (await DryMongoBinary.locateBinary(DryMongoBinary.getEnsuredOptions()));
  if (installed !== undefined) return { engine: 'mongod', path: installed };
  if (!(await canDownload())) return documentDb;
  log('Downloading MongoDB (once)');
  try {
    return { engine: 'mongod', path: await MongoBinary.getPath() };
  } catch (error) {
    log(
      `MongoDB could not be downloaded (${error instanceof Error ? error.message : String(error)}); using DocumentDB`,
    );
    return documentDb;
  }
}

/** The path of a `mongod` that runs, undefined without one. */
async function mongodOnPath(): Promise<string | undefined> {
  for (const directory of (process.env.PATH ?? '').split(':')) {
    const candidate = resolve(directory, 'mongod');
    if (directory === '' || !existsSync(candidate)) continue;
    const runs = await promisify(execFile)(candidate, ['--version']).then(
      () => true,
      () => false,
    );
    if (runs) return candidate;
  }
  return undefined;
}

/** Whether MongoDB's download host answers at all. */
async function canDownload(): Promise<boolean> {
  return fetch(DOWNLOAD_HOST, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_LIMIT) }).then(
    () => true,
    () => false,
  );
}
