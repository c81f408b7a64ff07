import { MongoClient } from 'mongodb';
import { type RunningMongo, startMongo } from '../../dev/mongo';

let engine: RunningMongo | undefined;
let admin: MongoClient | undefined;

/** Starts a database engine for the tests of this block alone, which `useSeed` makes hostile. */
export function useHostileEngine(): void {
  const shared = process.env.MONGO_URL;
  beforeAll(async () => {
    engine = await startMongo({ log: () => undefined });
    process.env.MONGO_URL = engine.url;
    admin = await new MongoClient(engine.url).connect();
  }, 180_000);
  afterAll(async () => {
    await admin?.close();
    await engine?.stop();
    process.env.MONGO_URL = shared;
  });
}

/** Lets the engine do by this seed, during the tests of this block, what a driver absorbs (dev/documentdb/README.md). */
export function useSeed(seed: number): void {
  beforeAll(async () => {
    await admin?.db('admin').command({ configureFailPoint: 'hostile', mode: 'alwaysOn', data: { seed } });
  });
}
