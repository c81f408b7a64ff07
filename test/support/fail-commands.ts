import { MongoClient } from 'mongodb';
import type mongoose from 'mongoose';
import { type RunningMongo, startMongo } from '../../dev/mongo';
import { documentDbProgram } from '../../dev/mongo-binary';

let engine: RunningMongo | undefined;
let admin: MongoClient | undefined;
/** The engine of the other files. */
const sharedUrl = process.env.MONGO_URL;

/**
 * Starts a database engine for this test file alone, whose fail points disturb no other file. Call it before everything
 * that connects; `closeOwnEngine` ends it after the file has disconnected. With `embedded` it is this project's gateway, which has
 * the hostile mode, whatever else there is.
 */
export function useOwnEngine({ embedded = false } = {}): void {
  beforeAll(async () => {
    const configured = process.env.MONGOMS_SYSTEM_BINARY;
    if (embedded) process.env.MONGOMS_SYSTEM_BINARY = documentDbProgram().path;
    engine = await startMongo({ log: () => undefined });
    if (configured === undefined) delete process.env.MONGOMS_SYSTEM_BINARY;
    else process.env.MONGOMS_SYSTEM_BINARY = configured;
    process.env.MONGO_URL = engine.url;
    admin = await new MongoClient(engine.url).connect();
  });
  afterEach(failNoCommands);
}

/** Stops the engine of this file. */
export async function closeOwnEngine(): Promise<void> {
  await admin?.close();
  await engine?.stop();
  process.env.MONGO_URL = sharedUrl;
}

type Failure =
  | { closeConnection: true }
  | { errorCode: number }
  | { writeConcernError: { code: number; errmsg: string } };

/** Makes commands fail, all, those after the first `skip` or the first `times`, until `failNoCommands`; of one collection or of all. */
export async function failCommands(
  names: readonly string[],
  failure: Failure,
  {
    skip = 0,
    times = 0,
    model,
  }: { skip?: number; times?: number; model?: { db: mongoose.Connection; collection: { name: string } } } = {},
): Promise<void> {
  const namespace = model ? { namespace: `${model.db.name}.${model.collection.name}` } : {};
  const counted = skip > 0 ? { skip } : { times };
  const mode = skip > 0 || times > 0 ? counted : 'alwaysOn';
  await configure({ mode, data: { failCommands: names, ...failure, ...namespace } });
}

/** Ends the failures. */
export async function failNoCommands(): Promise<void> {
  await configure({ mode: 'off' });
}

async function configure(settings: object): Promise<void> {
  await admin?.db('admin').command({ configureFailPoint: 'failCommand', ...settings });
}

/** Lets the engine of this file do by this seed, during the tests of this block, what a driver absorbs (dev/documentdb/README.md). */
export function useSeed(seed: number): void {
  beforeAll(async () => {
    await beHostile({ seed });
  });
}

/** Lets every so many-th write of a transaction on the engine of this file end by a conflict, until the engine ends. */
export async function conflictEvery(count: number): Promise<void> {
  await beHostile({ conflictEvery: count });
}

async function beHostile(data: object): Promise<void> {
  await admin?.db('admin').command({ configureFailPoint: 'hostile', mode: 'alwaysOn', data });
}
