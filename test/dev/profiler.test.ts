import { type Document, MongoClient } from 'mongodb';
import { closeOwnEngine, useOwnEngine } from '../support/fail-commands';
import { PROFILING, startProfiler } from '../support/profiler';

/*
 * The profiler is started where the tests run on MongoDB itself. The embedded engine has none, but refuses what MongoDB refuses before
 * it says so: a mistake shows here too, and not only where there is a mongod.
 */
useOwnEngine({ embedded: true });
let client: MongoClient;
beforeAll(async () => {
  client = await new MongoClient(process.env.MONGO_URL ?? '').connect();
});
afterAll(async () => {
  await client.close();
  await closeOwnEngine();
});

test('MongoDB takes the commands that start the profiler', async () => {
  const db = client.db('profiled');
  await expect(startProfiler(db)).rejects.toThrow('Capped collections not supported');
  const start = (command: Document) => expect(db.command(command)).rejects;
  await start(PROFILING).toThrow('the embedded database has no profiler');
  await start({ ...PROFILING, sampleRate: 1 }).toThrow("BSON field 'profile.sampleRate' is the wrong type 'int'");
});
