import { randomUUID } from 'node:crypto';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { type RunningEngine, startEngine } from './start-engine';

/** The engine of a test file, and a database of its own. */
export interface Engine {
  url(): string;
  client(): MongoClient;
  db(): Db;
  /** A further client, closed with the file. */
  connect(options?: MongoClientOptions): Promise<MongoClient>;
}

/**
 * Gives a test file the engine that all tests share (MONGO_URL holds the tests against another database), or with `own` one that no
 * other file's cursors, transactions and parameters can disturb, nor be disturbed by: MONGOMS_SYSTEM_BINARY may make that a mongod,
 * except with `embedded`.
 */
export function useEngine({ own: alone = false, embedded = false } = {}): Engine {
  const name = `engine_${randomUUID().slice(0, 8)}`;
  const clients: MongoClient[] = [];
  let own: RunningEngine | undefined;
  let url = process.env.MONGO_URL ?? process.env.DOCUMENTDB_TEST_URL ?? '';
  const connect = async (more: MongoClientOptions = {}) => {
    const client = await new MongoClient(url, more).connect();
    clients.push(client);
    return client;
  };
  const client = () => {
    const [first] = clients;
    if (!first) throw new Error('the engine is not started yet');
    return first;
  };
  beforeAll(async () => {
    if (alone) {
      own = await startEngine(embedded ? undefined : process.env.MONGOMS_SYSTEM_BINARY);
      ({ url } = own);
    }
    await connect();
  });
  afterAll(async () => {
    await clients[0]?.db(name).dropDatabase();
    await Promise.all(clients.map((each) => each.close()));
    await own?.stop();
  });
  return { url: () => url, client, db: () => client().db(name), connect };
}
