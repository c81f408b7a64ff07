import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { DryMongoBinary, MongoBinary } from 'mongodb-memory-server';

/** MongoDB itself, or DocumentDB behind this project's gateway: both as a replica set of one member. */
export type MongoEngine = 'mongod' | 'documentdb';

/** A program that can serve the database. */
export interface MongoProgram {
  readonly engine: MongoEngine;
  readonly path: string;
  /** Major and minor version, as "8.0". */
  readonly version: string;
}

const DOCUMENTDB_PROGRAM = resolve(__dirname, 'documentdb/mongod');
const DOCUMENTDB: MongoProgram = { engine: 'documentdb', path: DOCUMENTDB_PROGRAM, version: '7.0' };
const OLDEST_MAJOR = 7;
const DOWNLOADED_VERSION = '8.0.13';
const DOWNLOAD_HOST = 'https://fastdl.mongodb.org';
/** Milliseconds: a doomed download takes eight seconds to fail, this question does not. */
const PROBE_LIMIT = 2_000;
const VERSION_LIMIT = 10_000;

/**
 * The program that serves the database: the one of MONGOMS_SYSTEM_BINARY, a `mongod` of the PATH or of mongodb-memory-server's
 * cache, a downloaded one, else DocumentDB. A found `mongod` that cannot run or is older than 7.0 is passed over, with a word to
 * `log`; that of MONGOMS_SYSTEM_BINARY is an Error.
 */
export async function chooseMongo(log: (line: string) => void): Promise<MongoProgram> {
  const configured = process.env.MONGOMS_SYSTEM_BINARY;
  if (configured !== undefined) {
    if (resolve(configured) === DOCUMENTDB_PROGRAM) return DOCUMENTDB;
    const found = await inspect(configured);
    if (typeof found === 'string') throw new Error(`MONGOMS_SYSTEM_BINARY: ${found}`);
    return found;
  }
  for (const path of [...mongodsOnPath(), await cachedMongod()]) {
    if (path === undefined) continue;
    const found = await inspect(path);
    if (typeof found !== 'string') return found;
    log(`${found}; it is not used`);
  }
  return (await downloaded(log)) ?? DOCUMENTDB;
}

/** The program of the embedded engine. */
export function documentDbProgram(): MongoProgram {
  return DOCUMENTDB;
}

/** The program at a path, or a sentence that says why it cannot be used. */
async function inspect(path: string): Promise<MongoProgram | string> {
  let output: string;
  try {
    output = (await promisify(execFile)(path, ['--version'], { timeout: VERSION_LIMIT })).stdout;
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n').slice(-1);
    return `${path} cannot run (${reason})`;
  }
  const [, major, minor] = /db version v(\d+)\.(\d+)/.exec(output) ?? [];
  if (major === undefined) return `${path} is not a mongod`;
  if (Number(major) < OLDEST_MAJOR)
    return `${path} is MongoDB ${major}.${minor}, and ${OLDEST_MAJOR}.0 or newer is needed`;
  return { engine: 'mongod', path, version: `${major}.${minor}` };
}

function mongodsOnPath(): string[] {
  const directories = (process.env.PATH ?? '').split(':').filter((directory) => directory !== '');
  return directories.map((directory) => resolve(directory, 'mongod')).filter((path) => existsSync(path));
}

function cachedMongod(): Promise<string | undefined> {
  return DryMongoBinary.locateBinary(DryMongoBinary.getEnsuredOptions({ version: DOWNLOADED_VERSION }));
}

async function downloaded(log: (line: string) => void): Promise<MongoProgram | undefined> {
  if (!(await canDownload())) return undefined;
  log('Downloading MongoDB (once)');
  try {
    const found = await inspect(await MongoBinary.getPath({ version: DOWNLOADED_VERSION }));
    if (typeof found !== 'string') return found;
    log(`${found}; using DocumentDB`);
  } catch (error) {
    log(
      `MongoDB could not be downloaded (${error instanceof Error ? error.message : String(error)}); using DocumentDB`,
    );
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
