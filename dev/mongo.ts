import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MongoMemoryReplSet } from 'mongodb-memory-server';
import { resetPortsCache } from 'mongodb-memory-server-core/lib/util/getport';
import { ensureDocumentDbRoot } from './documentdb/install';
import { takeFailure } from './documentdb/last-failure';
import { freePort, isFreeWithin } from './free-port';
import { chooseMongo, documentDbProgram, type MongoEngine, type MongoProgram } from './mongo-binary';

/** A database that runs for this process: `url` has no database name; `stop` ends it and, without a data directory, deletes its data. */
export interface RunningMongo {
  readonly url: string;
  readonly engine: MongoEngine;
  stop(): Promise<void>;
}

export interface StartMongoOptions {
  /** Where the data live on; without it they are temporary, and speed goes before durability. */
  readonly dataDir?: string;
  /** Gets a sentence about each step that takes time. */
  readonly log: (line: string) => void;
}

/** Where one engine keeps its data, and the port that is part of them. */
interface Place {
  readonly dbPath?: string;
  readonly port: number;
}

const REPLICA_SET = 'rs0';
/** Milliseconds; crash recovery may take as long. */
const LAUNCH_LIMIT = 60_000;
/** Milliseconds that the database of a start that was killed needs to end, which has the same port. */
const PREDECESSOR_LIMIT = 10_000;
/** Half the memory, which MongoDB would take, is needed by Chromium and the service; and tests set fail points. */
const TEMPORARY_MONGOD = ['--wiredTigerCacheSizeGB', '0.25', '--setParameter', 'enableTestCommands=1'];

/**
 * Starts the embedded database: MongoDB where a `mongod` of 7.0 or newer can be found or downloaded, else DocumentDB. A data
 * directory remembers the engine, the version and the port that made it. Throws an Error with a sentence that says what to
 * install or set.
 */
export async function startMongo({ dataDir, log }: StartMongoOptions): Promise<RunningMongo> {
  const program =
    dataDir !== undefined && engineOf(dataDir) === 'documentdb' ? documentDbProgram() : await chooseMongo(log);
  const { engine, path } = program;
  if (dataDir !== undefined) await refuseOtherEngine(dataDir, program);
  if (engine === 'documentdb') await ensureDocumentDbRoot({ log });
  const { dbPath, port } = await placeOf(dataDir, program);

  // The program's own --version was read already, or is known: asking again would cost half a second.
  process.env.MONGOMS_SYSTEM_BINARY_VERSION_CHECK = 'false';
  const replSet = new MongoMemoryReplSet({
    binary: { systemBinary: path },
    instanceOpts: [{ dbPath, port, launchTimeout: LAUNCH_LIMIT }],
    replSet: {
      name: REPLICA_SET,
      storageEngine: 'wiredTiger',
      // A process group of its own: Ctrl-C reaches this process alone, which still needs the database while it ends.
      spawn: { detached: true },
      args: dbPath === undefined ? (engine === 'documentdb' ? ['--ephemeral'] : TEMPORARY_MONGOD) : [],
    },
  });
  // The port was found free above; the library refuses each one that it has used within ten seconds, also for the same data.
  resetPortsCache();
  try {
    await replSet.start();
  } catch (error) {
    const reason = dbPath === undefined ? undefined : takeFailure(dbPath);
    throw reason === undefined ? error : new Error(`The database did not start: ${reason}`, { cause: error });
  }
  const usedPort = Number(new URL(replSet.getUri()).port);
  if (usedPort !== port) {
    await replSet.stop({ doCleanup: dbPath === undefined });
    throw new Error(takenPort(port, dbPath));
  }
  return {
    url: `mongodb://127.0.0.1:${port}/?replicaSet=${REPLICA_SET}`,
    engine,
    stop: async () => {
      await replSet.stop({ doCleanup: dbPath === undefined });
    },
  };
}

/** The engine that made a data directory. */
function engineOf(dataDir: string): MongoEngine | undefined {
  return (['documentdb', 'mongod'] as const).find((engine) => existsSync(join(dataDir, engine)));
}

/** Throws when the data were made by another engine, or by a version that the program cannot follow. */
async function refuseOtherEngine(dataDir: string, { engine, version }: MongoProgram): Promise<void> {
  const maker = engineOf(dataDir);
  if (maker === undefined) return;
  if (maker !== engine)
    throw new Error(
      `The data in ${dataDir} were made by ${maker}, and only ${engine} can be started: install mongod 7.0 or newer, or set DATA_DIR to another directory.`,
    );
  const file = join(dataDir, maker, 'version');
  if (maker !== 'mongod' || !existsSync(file)) return;
  const made = (await readFile(file, 'utf8')).trim();
  const majorsAhead = Number.parseInt(version, 10) - Number.parseInt(made, 10);
  if (majorsAhead === 0 || majorsAhead === 1) return; // MongoDB opens data of its own and of the major version before it
  throw new Error(
    `The data in ${dataDir} were made by MongoDB ${made}, which MongoDB ${version} cannot open: install ${made}, or set DATA_DIR to another directory.`,
  );
}

/** The directory and port of the data; remembered before the start, so that a start that fails can be repeated. */
async function placeOf(dataDir: string | undefined, { engine, version }: MongoProgram): Promise<Place> {
  if (dataDir === undefined) return { port: await freePort() };
  const dbPath = resolve(dataDir, engine);
  await mkdir(dbPath, { recursive: true });
  const portFile = join(dbPath, 'port');
  const port = existsSync(portFile) ? Number(await readFile(portFile, 'utf8')) : await freePort();
  // MongoDB keeps its own address in the data: with another one it would not find itself in its replica set.
  if (!(await isFreeWithin(PREDECESSOR_LIMIT, port))) throw new Error(takenPort(port, dbPath));
  await writeFile(portFile, String(port));
  await writeFile(join(dbPath, 'version'), version);
  return { dbPath, port };
}

function takenPort(port: number, dbPath: string | undefined): string {
  return dbPath === undefined
    ? `Port ${port} was taken while the database started. Start again.`
    : `Port ${port}, which the data in ${dbPath} belong to, is in use by another program. Stop that program, and start again.`;
}
