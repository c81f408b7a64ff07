import mongoose from 'mongoose';
import { disconnectDatabase } from '../../shared/db/connect';
import { MetaId, MetaModel } from '../../shared/migrations/meta.model';
import { writeMeta } from '../../shared/migrations/meta.store';
import { type Migration, newestVersion, SCHEMA, type SchemaKnowledge } from '../../shared/migrations/migrations';
import { storedProgress, pendingMigrations, runMigrations } from '../../shared/migrations/run-migrations';
import { checkSchema, storedSchemaVersion } from '../../shared/migrations/schema-stamp.store';
import { connectTestDatabase, watchQueries } from '../support/service';

type Db = mongoose.mongo.Db;
interface Stored {
  _id: number;
  name: string;
  upper?: string | null;
}

const ROWS = 1_200;
const rows = (db: Db) => db.collection<Stored>('migrated');
const WITHOUT = { upper: null };

/** As it would be written: the rows that lack the new field get it. */
const addUpper: Migration = {
  version: 2,
  name: 'names have an upper-case form',
  countRemaining: (db) => rows(db).countDocuments(WITHOUT),
  async changeSome(db, limit) {
    const some = await rows(db).find(WITHOUT).sort({ _id: 1 }).limit(limit).toArray();
    if (some.length === 0) return 0;
    await rows(db).bulkWrite(
      some.map(({ _id, name }) => ({
        updateOne: { filter: { _id }, update: { $set: { upper: name.toUpperCase() } } },
      })),
    );
    return some.length;
  },
};
const OLD: SchemaKnowledge = { migrations: [], readableFrom: 1 };
const NEW: SchemaKnowledge = { migrations: [addUpper], readableFrom: 1 };
/** A later program, which does without what migration 2 replaced. */
const LATER: SchemaKnowledge = { migrations: [addUpper], readableFrom: 2 };

function db(): Db {
  if (!mongoose.connection.db) throw new Error('not connected');
  return mongoose.connection.db;
}

watchQueries();
beforeEach(async () => {
  await connectTestDatabase(true);
  await db().dropDatabase();
});
afterEach(async () => {
  await db().dropDatabase();
  await disconnectDatabase();
});

/** Data that a program wrote which knew of no versions. */
async function storeOldData(): Promise<void> {
  await rows(db()).insertMany(Array.from({ length: ROWS }, (_, _id) => ({ _id, name: `name ${_id}` })));
}

const lacking = (): Promise<number> => rows(db()).countDocuments(WITHOUT);

test('the migrations of this program have the versions from 2 on, without holes', () => {
  expect(SCHEMA.migrations.map(({ version }) => version)).toEqual(SCHEMA.migrations.map((_, at) => at + 2));
  expect(SCHEMA.readableFrom).toBeLessThanOrEqual(newestVersion(SCHEMA));
});

test('an empty database gets the newest version, data without a stamp get the first', async () => {
  await Promise.all([checkSchema(NEW), checkSchema(NEW)]);
  expect(await storedSchemaVersion()).toBe(2);
  await db().dropDatabase();
  await storeOldData();
  await checkSchema(NEW);
  expect(await MetaModel.findById(MetaId.Schema).lean()).toMatchObject({
    version: 1,
    appVersion: expect.stringMatching(/^\d+\.\d+\.\d+/),
    at: expect.any(Date),
  });
});

test('data are migrated in batches, and then are of the new version', async () => {
  await storeOldData();
  await checkSchema(NEW);
  const seen: number[] = [];
  expect(await runMigrations({ program: NEW, onProgress: ({ done }) => void seen.push(done) })).toBe(1);
  expect(seen).toEqual([0, 500, 1_000, 1_200]);
  expect(await lacking()).toBe(0);
  expect(await rows(db()).findOne({ _id: 7 })).toEqual({ _id: 7, name: 'name 7', upper: 'NAME 7' });
  expect([await storedSchemaVersion(), await pendingMigrations(NEW), await storedProgress(2)]).toEqual([2, [], null]);
  expect(await runMigrations({ program: NEW })).toBe(0);
});

test('a run that is broken off goes on where it was, whether it is stopped or dies', async () => {
  await storeOldData();
  await checkSchema(NEW);
  const stopping = new AbortController();
  await runMigrations({
    program: NEW,
    stopping: stopping.signal,
    onProgress({ done }) {
      if (done >= 500) stopping.abort();
    },
  });
  expect([await lacking(), await storedSchemaVersion(), await storedProgress(2)]).toEqual([
    700,
    1,
    { done: 500, total: ROWS },
  ]);
  const dying = runMigrations({
    program: NEW,
    onProgress({ done }) {
      if (done >= 1_000) throw new Error('killed');
    },
  });
  await expect(dying).rejects.toThrow('killed');
  expect(await storedSchemaVersion()).toBe(1);
  const seen: number[] = [];
  await runMigrations({ program: NEW, onProgress: ({ done, total }) => void seen.push(done, total) });
  expect(seen).toEqual([1_000, ROWS, ROWS, ROWS]);
  expect([await lacking(), await storedSchemaVersion()]).toEqual([0, 2]);
});

test('two workers at once migrate everything, and so does one beside an old program that goes on writing', async () => {
  await storeOldData();
  await checkSchema(NEW);
  let written = ROWS;
  const writeOld = async (): Promise<void> => void (await rows(db()).insertOne({ _id: written++, name: 'late' }));
  await Promise.all([runMigrations({ program: NEW, onProgress: writeOld }), runMigrations({ program: NEW })]);
  expect(await storedSchemaVersion()).toBe(2);
  // What the old program wrote after the last batch is as it was: the new one reads both.
  expect(await lacking()).toBeLessThanOrEqual(2);
  expect(await rows(db()).countDocuments()).toBe(written);
});

test('a process ends with a sentence when the data are newer, older than it reads, or half restored', async () => {
  await storeOldData();
  await checkSchema(NEW);
  await expect(checkSchema(LATER)).rejects.toThrow(
    'The data have schema version 1, and this program reads 2 at least: stop all processes and run "npm run admin -- migrate".',
  );
  await runMigrations({ program: NEW });
  await expect(checkSchema(LATER)).resolves.toBeUndefined();
  await expect(checkSchema(OLD)).rejects.toThrow(
    /^The data have schema version 2, and this program knows 1 at most: start version \d+\.\d+\.\d+ of the program/,
  );
  await writeMeta(MetaId.Restore, {});
  await expect(checkSchema(NEW)).rejects.toThrow(/A restore into this database has not ended\. Run it again/);
});
