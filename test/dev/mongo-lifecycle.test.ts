import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, Long, MongoClient } from 'mongodb';
import { MongoMemoryReplSet, MongoMemoryServer } from 'mongodb-memory-server';
import mongoose from 'mongoose';
import { type RunningMongo, startMongo } from '../../dev/mongo';
import { checkServer } from '../../shared/db/server-facts';

let directory: string;
const running: RunningMongo[] = [];
const clients: MongoClient[] = [];

async function start(name?: string): Promise<RunningMongo> {
  const mongo = await startMongo({
    log: () => undefined,
    ...(name === undefined ? {} : { dataDir: join(directory, name) }),
  });
  running.push(mongo);
  return mongo;
}

async function open({ url }: RunningMongo): Promise<Db> {
  const client = await new MongoClient(url).connect();
  clients.push(client);
  return client.db('lifecycle');
}

/** The process id of PostgreSQL below a data directory, undefined when there is none (or the engine is mongod). */
function postgresPid(name: string): number | undefined {
  const file = join(directory, name, 'documentdb/postgres/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lifecycle-'));
});
afterEach(async () => {
  delete process.env.DOCUMENTDB_BIND_MOUNT;
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await Promise.all(running.splice(0).map((mongo) => mongo.stop()));
  await rm(directory, { recursive: true, force: true });
});

test.each([
  ['where mounting is allowed', '1'],
  ['where mounting is forbidden', '0'],
])('data survive a stop and a start with the same directory, at the same address, %s', async (_name, mayMount) => {
  process.env.DOCUMENTDB_BIND_MOUNT = mayMount;
  const first = await start('kept');
  const db = await open(first);
  await db.collection('things').createIndex({ n: 1 }, { unique: true });
  await db.collection('things').insertMany(Array.from({ length: 1_000 }, (_, n) => ({ n })));
  await first.stop();
  expect(postgresPid('kept')).toBeUndefined();
  const again = await start('kept');
  expect(again.url).toBe(first.url);
  const things = (await open(again)).collection('things');
  expect(await things.countDocuments()).toBe(1_000);
  await expect(things.insertOne({ n: 1 })).rejects.toMatchObject({ code: 11000 });
});

test('engines with different directories, and temporary ones, run side by side and share nothing', async () => {
  const all = await Promise.all([start('one'), start('two'), start(), start()]);
  expect(new Set(all.map(({ url }) => url)).size).toBe(4);
  const dbs = await Promise.all(all.map(open));
  await Promise.all(dbs.map((db, n) => db.collection<{ _id: number }>('mine').insertOne({ _id: n })));
  expect(await Promise.all(dbs.map((db) => db.collection<{ _id: number }>('mine').find().toArray()))).toEqual([[{ _id: 0 }], [{ _id: 1 }], [{ _id: 2 }], [{ _id: 3 }]]); // oxfmt-ignore
});

/** Whether the process has not ended; one that ended and that no one asked for yet has no command line any more. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

test('after SIGKILL every acknowledged write is there, no process is left, and a retried write is not done twice', async () => {
  const mongo = await start('killed');
  const client = await new MongoClient(mongo.url, { retryWrites: false }).connect();
  clients.push(client);
  const db = client.db('lifecycle');
  const writes = db.collection<{ _id: number }>('writes');
  const session = client.startSession();
  const raise = {
    update: 'counters',
    updates: [{ q: { _id: 'c' }, u: { $inc: { value: 1 } }, upsert: true }],
    txnNumber: Long.fromNumber(500),
  };
  expect(await db.command(raise, { session })).toMatchObject({ n: 1 });
  const { pid } = await client.db('admin').command({ serverStatus: 1 });
  const postgres = postgresPid('killed');

  let acknowledged = 0;
  const writing = (async () => {
    for (let _id = 0; ; _id++) {
      await writes.insertOne({ _id });
      acknowledged = _id + 1;
      if (acknowledged === 200) process.kill(Number(pid), 'SIGKILL');
    }
  })();
  await expect(writing).rejects.toThrow();
  // mongodb-memory-server notices the death itself and says so.
  const warnings = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  await mongo.stop();
  warnings.mockRestore();

  const again = await start('killed');
  if (postgres !== undefined) expect(isRunning(postgres)).toBe(false);
  expect(again.url).toBe(mongo.url);
  const stored = await writes.find().sort({ _id: 1 }).toArray();
  expect(stored.length).toBeGreaterThanOrEqual(acknowledged);
  expect(stored.map(({ _id }) => _id)).toEqual(stored.map((_, n) => n));

  expect(await db.command(raise, { session })).toMatchObject({ n: 1 });
  expect(await db.collection('counters').findOne({}, { projection: { _id: 0 } })).toEqual({ value: 1 });
  await session.endSession();
});

test('a start is not disturbed by a predecessor that ends only after it', async () => {
  const first = await start('followed');
  if (first.engine !== 'documentdb') return; // mongod holds its data until its process has ended
  const { pid } = await (await open(first)).admin().command({ serverStatus: 1 });
  process.kill(Number(pid), 'SIGSTOP');
  process.kill(postgresPid('followed') ?? 0, 'SIGINT'); // ends by itself, as when the kernel tells it of the gateway's death
  const second = new MongoMemoryReplSet({
    binary: { systemBinary: join(__dirname, '../../dev/documentdb/mongod') },
    instanceOpts: [{ dbPath: join(directory, 'followed/documentdb'), launchTimeout: 60_000 }],
    replSet: { storageEngine: 'wiredTiger' },
  });
  await second.start();
  try {
    const warnings = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    process.kill(Number(pid), 'SIGCONT'); // only now it notices, deletes what was its own, and ends
    while (isRunning(Number(pid))) await sleep(20);
    warnings.mockRestore();
    const client = await new MongoClient(second.getUri()).connect();
    clients.push(client);
    // Many at once: each takes a connection to PostgreSQL of its own, through the directory of sockets.
    const things = client.db('lifecycle').collection('things');
    await Promise.all(Array.from({ length: 20 }, (_, n) => things.insertOne({ n })));
    expect(await things.countDocuments()).toBe(20);
  } finally {
    await second.stop();
  }
});

test('as a standalone server it stores data and refuses transactions, and the service refuses it', async () => {
  const mongo = await start();
  const program = mongo.engine === 'documentdb' ? join(__dirname, '../../dev/documentdb/mongod') : undefined;
  const server = await MongoMemoryServer.create({
    ...(program === undefined ? {} : { binary: { systemBinary: program } }),
    instance: { launchTimeout: 60_000 },
  });
  try {
    const connection = await mongoose.createConnection(server.getUri()).asPromise();
    await expect(checkServer(connection)).rejects.toThrow(/standalone.*--replSet/);
    await connection.close();
    const client = await new MongoClient(server.getUri()).connect();
    clients.push(client);
    const things = client.db('lifecycle').collection('things');
    await things.insertOne({ a: 1 });
    expect(await things.countDocuments()).toBe(1);
    await client.withSession(async (session) => {
      session.startTransaction();
      // The driver puts its own words in place of code 20.
      await expect(things.insertOne({ a: 2 }, { session })).rejects.toThrow('does not support retryable writes');
      await session.abortTransaction();
    });
    await client.close();
  } finally {
    await server.stop();
  }
});
