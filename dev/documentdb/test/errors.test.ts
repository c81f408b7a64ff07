import { MongoBulkWriteError, type Collection, type Db, type Document } from 'mongodb';
import { useEngine } from './engine';

const engine = useEngine();

interface Person {
  _id: number;
  email?: string;
  tenant?: number;
  tags?: string[];
}

describe('command errors', () => {
  const cases: readonly [string, (db: Db) => Promise<unknown>, number, string][] = [
    ['an unknown command', (db) => db.command({ noSuchCommand: 1 }), 59, 'CommandNotFound'],
    ['indexes of a collection that is not there', (db) => db.command({ listIndexes: 'absent' }), 26, 'NamespaceNotFound'],
    ['dropping an index that is not there', async (db) => {
      await db.collection('some').insertOne({});
      await db.collection('some').dropIndex('absent_1');
    }, 27, 'IndexNotFound'],
    ['a collection that exists with other options', async (db) => {
      await db.createCollection('twice');
      await db.createCollection('twice', { validator: { a: 1 } });
    }, 48, 'NamespaceExists'],
    ['an unknown query operator', (db) => db.collection('some').findOne({ a: { $nope: 1 } }), 2, 'BadValue'],
    ['an unknown update operator', (db) => db.collection('some').findOneAndUpdate({}, { $nope: { a: 1 } }), 9, 'FailedToParse'],
    ['an unknown aggregation stage', (db) => db.collection('some').aggregate([{ $nope: {} }]).toArray(), 40324, 'Location40324'],
    ['two operators on one path', (db) => db.collection('some').findOneAndUpdate({}, { $set: { a: 1 }, $inc: { a: 1 } }), 40, 'ConflictingUpdateOperators'],
    ['$inc of a string', async (db) => {
      await db.collection<Document>('strings').insertOne({ a: 'x' });
      await db.collection('strings').findOneAndUpdate({ a: 'x' }, { $inc: { a: 1 } });
    }, 14, 'TypeMismatch'],
    ['an index with the name of another', async (db) => {
      await db.collection('named').createIndex({ a: 1 }, { name: 'one' });
      await db.collection('named').createIndex({ b: 1 }, { name: 'one' });
    }, 86, 'IndexKeySpecsConflict'],
    ['an index again with other options', async (db) => {
      await db.collection('options').createIndex({ a: 1 });
      await db.collection('options').createIndex({ a: 1 }, { expireAfterSeconds: 5 });
    }, 85, 'IndexOptionsConflict'],
    ['a change of _id', async (db) => {
      await db.collection<Person>('ids').insertOne({ _id: 1 });
      await db.collection<Person>('ids').findOneAndUpdate({ _id: 1 }, { $set: { _id: 2 } });
    }, 66, 'ImmutableField'],
    ['a document against its validator', async (db) => {
      await db.createCollection('valid', { validator: { $jsonSchema: { required: ['name'] } } });
      await db.collection('valid').insertOne({ other: 1 });
    }, 121, ''],
    ['a unique index over duplicates', async (db) => {
      await db.collection<Person>('dups').insertMany([{ _id: 1, email: 'x' }, { _id: 2, email: 'x' }]);
      await db.collection('dups').createIndex({ email: 1 }, { unique: true });
    }, 11000, 'DuplicateKey'],
    ['an aggregation that takes longer than maxTimeMS', async (db) => {
      const numbers = db.collection<Document>('numbers');
      await numbers.insertMany(Array.from({ length: 2_000 }, (_, n) => ({ n })));
const pairs = { from: 'numbers', let: { m: '$n' }, pipeline: [{ $match: { $expr: { $gt: ['$n', '$$m'] } } }, { $count: 'c' }], as: 'greater' };
      const slow = [{ $lookup: pairs }, { $sort: { 'greater.c': 1 } }];
      await numbers.aggregate(slow, { maxTimeMS: 20 }).toArray();
    }, 50, 'MaxTimeMSExpired'],
  ]; // oxfmt-ignore

  test.each(cases)('%s', async (_name, run, code, name) => {
    await expect(run(engine.db())).rejects.toMatchObject({ code, ...(name === '' ? {} : { codeName: name }) });
  });

  test('an operation after one that timed out has no time limit left over', async () => {
    const result = await engine
      .db()
      .collection('numbers')
      .aggregate([{ $group: { _id: null, sum: { $sum: '$n' } } }])
      .toArray();
    expect(result).toEqual([{ _id: null, sum: 1_999_000 }]);
  });
});

describe('duplicate keys', () => {
  let people: Collection<Person>;
  beforeAll(async () => {
    people = engine.db().collection<Person>('people');
    await people.createIndex({ tenant: 1, email: 1 }, { unique: true, name: 'one_email' });
    await people.insertMany([
      { _id: 1, tenant: 7, email: 'a@x' },
      { _id: 2, tenant: 7, email: 'b@x' },
    ]);
  });
  const key = {
    code: 11000,
    keyPattern: { tenant: 1, email: 1 },
    keyValue: { tenant: 7, email: 'a@x' },
    message: expect.stringMatching(/^E11000 duplicate key error collection: \S+\.people index: one_email dup key: /),
  };
  const cases: readonly [string, (people: Collection<Person>) => Promise<unknown>, Document][] = [
    ['insertOne', (c) => c.insertOne({ _id: 3, tenant: 7, email: 'a@x' }), key],
    ['insertOne of a known _id', (c) => c.insertOne({ _id: 1 }), { code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } }],
    ['insertOne without the fields of the index, which count as null', async (c) => {
      await c.insertOne({ _id: 20, email: 'n@x' });
      await c.insertOne({ _id: 21, email: 'n@x' });
    }, { code: 11000, keyValue: { tenant: null, email: 'n@x' } }],
    ['updateOne', (c) => c.updateOne({ _id: 2 }, { $set: { tenant: 7, email: 'a@x' } }), key],
    ['replaceOne', (c) => c.replaceOne({ _id: 2 }, { tenant: 7, email: 'a@x' }), key],
    ['findOneAndUpdate', (c) => c.findOneAndUpdate({ _id: 2 }, { $set: { tenant: 7, email: 'a@x' } }), key],
    ['an upsert', (c) => c.updateOne({ _id: 9 }, { $set: { tenant: 7, email: 'a@x' } }, { upsert: true }), key],
    ['findOneAndUpdate with upsert', (c) => c.findOneAndUpdate({ _id: 9 }, { $set: { tenant: 7, email: 'a@x' } }, { upsert: true }), key],
  ]; // oxfmt-ignore

  test.each(cases)('%s', async (_name, run, expected) => {
    await expect(run(people)).rejects.toMatchObject(expected);
  });
});

describe('bulk writes', () => {
  const documents: readonly Person[] = [{ _id: 1 }, { _id: 2 }, { _id: 1 }, { _id: 3 }, { _id: 2 }, { _id: 4 }];
  const cases: readonly [string, boolean, number[], number[]][] = [
    ['ordered: stops at the first error', true, [2], [1, 2]],
    ['unordered: does all the others', false, [2, 4], [1, 2, 3, 4]],
  ];

  test.each(cases)('insertMany %s', async (_name, ordered, failed, stored) => {
    const numbers = engine.db().collection<Person>(`bulk_${ordered}`);
    const error = await numbers.insertMany([...documents], { ordered }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof MongoBulkWriteError)) throw new Error('no bulk write error');
    expect(error.code).toBe(11000);
    expect([error.writeErrors].flat().map(({ index, code }) => [index, code])).toEqual(
      failed.map((index) => [index, 11000]),
    );
    expect(error.insertedCount).toBe(stored.length);
    expect((await numbers.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id)).toEqual(stored);
  });

  test('bulkWrite of all kinds counts each, and numbers errors by the position in the whole', async () => {
    const mixed = engine.db().collection<Person & { n?: number }>('mixed');
    const error = await mixed
      .bulkWrite(
        [
          { insertOne: { document: { _id: 1 } } },
          { insertOne: { document: { _id: 2 } } },
          { updateOne: { filter: { _id: 1 }, update: { $set: { n: 1 } } } },
          { insertOne: { document: { _id: 1 } } },
          { updateOne: { filter: { _id: 8 }, update: { $set: { n: 8 } }, upsert: true } },
          { deleteOne: { filter: { _id: 2 } } },
        ],
        { ordered: false },
      )
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    if (!(error instanceof MongoBulkWriteError)) throw new Error('no bulk write error');
    expect([error.writeErrors].flat().map(({ index }) => index)).toEqual([3]);
    expect(error.result).toMatchObject({
      insertedCount: 2,
      matchedCount: 1,
      modifiedCount: 1,
      upsertedCount: 1,
      deletedCount: 1,
    });
    expect(Object.values(error.upsertedIds)).toEqual([8]);
  });
});
