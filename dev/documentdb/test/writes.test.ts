import { type Document, Long, type MongoClient } from 'mongodb';
import { useEngine } from './engine';

const engine = useEngine();

interface Counter {
  _id: string;
  value: number;
}

describe('a retryable write that is repeated is done once', () => {
  const cases: readonly [string, Document, (reply: Document) => unknown, unknown][] = [
    ['insert', { insert: 'retried', documents: [{ _id: 'i', value: 1 }] }, (reply) => reply.n, 1],
    ['update', { update: 'retried', updates: [{ q: { _id: 'u' }, u: { $inc: { value: 1 } } }] }, (reply) => [reply.n, reply.nModified], [1, 1]],
    ['delete', { delete: 'retried', deletes: [{ q: { _id: 'd' }, limit: 1 }] }, (reply) => reply.n, 1],
    ['findAndModify', { findAndModify: 'retried', query: { _id: 'f' }, update: { $inc: { value: 1 } }, new: true }, (reply) => reply.value, { _id: 'f', value: 1 }],
    ['a write that failed on one document', { insert: 'retried', documents: [{ _id: 'x' }, { _id: 'u' }], ordered: false }, (reply) => [reply.n, reply.writeErrors[0].code], [1, 11000]],
  ]; // oxfmt-ignore

  beforeAll(async () => {
    const initial = ['u', 'd', 'f'].map((_id) => ({ _id, value: 0 }));
    await engine.db().collection<Counter>('retried').insertMany(initial);
  });

  // A client of its own: its sessions' numbers go beyond those that its driver would give.
  let client: MongoClient;
  let number = 100;
  beforeAll(async () => {
    client = await engine.connect();
  });

  test.each(cases)('%s', async (_name, command, read, expected) => {
    await client.withSession(async (session) => {
      number += 10;
      const db = client.db(engine.db().databaseName);
      const write = { ...command, txnNumber: Long.fromNumber(number) };
      const send = () =>
        db.command(write, { session }).catch((error: { errorResponse: Document }) => error.errorResponse);
      const [first, again] = [await send(), await send()];
      expect(read(first)).toEqual(expected);
      expect(read(again)).toEqual(expected);
      const older = { ...command, txnNumber: Long.fromNumber(number - 1) };
      await expect(db.command(older, { session })).rejects.toMatchObject({ code: 225 });
    });
  });

  test('the counters were raised once', async () => {
    const counters = await engine
      .db()
      .collection<Counter>('retried')
      .find({ value: { $exists: true } })
      .sort({ _id: 1 })
      .toArray();
    expect(counters).toEqual([{ _id: 'f', value: 1 }, { _id: 'i', value: 1 }, { _id: 'u', value: 1 }]); // oxfmt-ignore
  });
});

describe('races', () => {
  test('twenty upserts of one key at once make one document', async () => {
    const keys = engine.db().collection<{ key: string; hits: number }>('keys');
    await keys.createIndex({ key: 1 }, { unique: true });
    const upserts = Array.from({ length: 20 }, () =>
      keys.updateOne({ key: 'k' }, { $inc: { hits: 1 } }, { upsert: true }),
    );
    const modified = Array.from({ length: 20 }, () =>
      keys.findOneAndUpdate({ key: 'k' }, { $inc: { hits: 1 } }, { upsert: true }),
    );
    await Promise.all([...upserts, ...modified]);
    expect(await keys.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ key: 'k', hits: 40 }]);
  });

  test('of equal rows that are inserted at once one is stored, and the others are duplicates', async () => {
    const rows = engine.db().collection<Document>('unique_key');
    await rows.createIndex({ tenant: 1, key: 1 }, { unique: true });
    for (let tenant = 0; tenant < 10; tenant += 1) {
      const inserts = Array.from({ length: 24 }, () => rows.insertOne({ tenant, key: 'employees' }));
      const refused = (await Promise.allSettled(inserts)).flatMap((end) =>
        end.status === 'rejected' ? [end.reason.code] : [],
      );
      expect(refused).toEqual(Array.from({ length: 23 }, () => 11000));
    }
  });

  test('conditional increments never pass the limit', async () => {
    const limits = engine.db().collection<Counter>('limits');
    await limits.insertOne({ _id: 'seats', value: 0 });
    const takes = Array.from({ length: 50 }, () =>
      limits.updateOne({ _id: 'seats', value: { $lt: 10 } }, { $inc: { value: 1 } }),
    );
    const taken = (await Promise.all(takes)).filter(({ modifiedCount }) => modifiedCount === 1).length;
    expect([taken, (await limits.findOne({ _id: 'seats' }))?.value]).toEqual([10, 10]);
  });

  test('many first writes to one new collection all succeed', async () => {
    const fresh = engine.db().collection<Document>('fresh');
    await Promise.all(Array.from({ length: 20 }, (_, n) => fresh.insertOne({ n })));
    expect(await fresh.countDocuments()).toBe(20);
  });

  test('the same collection and the same indexes made many times at once', async () => {
    const name = 'made';
    const make = async () => {
      await engine
        .db()
        .createCollection(name)
        .catch((error: { code: number }) => expect(error.code).toBe(48));
      await engine
        .db()
        .collection(name)
        .createIndexes([{ key: { a: 1 } }, { key: { b: 1, c: -1 }, unique: true }]);
    };
    await Promise.all(Array.from({ length: 8 }, make));
    expect((await engine.db().collection(name).indexes()).map((index) => index.name)).toEqual([
      '_id_',
      'a_1',
      'b_1_c_-1',
    ]);
  });

  test('opposite orders of writing in many sessions end in no deadlock', async () => {
    const pair = engine.db().collection<Counter>('pair');
    await pair.insertMany([{ _id: 'x', value: 0 }, { _id: 'y', value: 0 }]); // oxfmt-ignore
    const raise = (order: string[]) =>
      pair.bulkWrite(order.map((_id) => ({ updateOne: { filter: { _id }, update: { $inc: { value: 1 } } } })));
    await Promise.all(Array.from({ length: 30 }, (_, n) => raise(n % 2 ? ['x', 'y'] : ['y', 'x'])));
    expect((await pair.find().sort({ _id: 1 }).toArray()).map(({ value }) => value)).toEqual([30, 30]);
  });
});

describe('writes', () => {
  test('unacknowledged writes return at once and are done in the end', async () => {
    const quiet = engine.db().collection<Counter>('quiet', { writeConcern: { w: 0 } });
    const result = await quiet.insertOne({ _id: 'a', value: 1 });
    expect(result.acknowledged).toBe(false);
    const loud = engine.db().collection<Counter>('quiet');
    for (let tries = 0; (await loud.countDocuments()) === 0; tries++) expect(tries).toBeLessThan(1_000);
  });

  test('5,000 documents in one call', async () => {
    const many = engine.db().collection<Document>('many');
    const { insertedCount } = await many.insertMany(
      Array.from({ length: 5_000 }, (_, n) => ({ n, name: `name ${n}` })),
    );
    const changed = await many.bulkWrite(
      Array.from({ length: 2_000 }, (_, n) => ({ updateOne: { filter: { n }, update: { $set: { done: true } } } })),
    );
    expect([insertedCount, changed.modifiedCount, await many.countDocuments({ done: true })]).toEqual([
      5_000, 2_000, 2_000,
    ]);
  });

  test('array filters, positional updates, update pipelines, returned documents', async () => {
    const lists = engine.db().collection<{ _id: number; list: { n: number; hit?: boolean }[]; sum?: number }>('lists');
    await lists.insertOne({ _id: 1, list: [{ n: 1 }, { n: 2 }, { n: 3 }] });
    await lists.updateOne(
      { _id: 1 },
      { $set: { 'list.$[big].hit': true } },
      { arrayFilters: [{ 'big.n': { $gte: 2 } }] },
    );
    await lists.updateOne({ _id: 1, 'list.n': 1 }, { $set: { 'list.$.hit': false } });
    const after = await lists.findOneAndUpdate({ _id: 1 }, [{ $set: { sum: { $sum: '$list.n' } } }], {
      returnDocument: 'after',
    });
    expect(after).toEqual({ _id: 1, list: [{ n: 1, hit: false }, { n: 2, hit: true }, { n: 3, hit: true }], sum: 6 }); // oxfmt-ignore
  });
});

describe('an update by _id', () => {
  interface Person {
    _id: string;
    tenant: string;
    rank: number | null;
    tags?: string[];
    seen?: boolean;
  }
  const people = () => engine.db().collection<Person>('people');
  beforeEach(async () => {
    await people().deleteMany({});
    await people().insertMany([
      { _id: 'a', tenant: 't', rank: 1, tags: ['x', 'y'] },
      { _id: 'b', tenant: 't', rank: null },
    ]);
  });

  test.each<[string, Document, number]>([
    ['the fields that the document has', { _id: 'a', tenant: 't', rank: 1 }, 1],
    ['another text', { _id: 'a', tenant: 'u' }, 0],
    ['another number beside a right text', { _id: 'a', tenant: 't', rank: 2 }, 0],
    ['no value, where there is none', { _id: 'b', tenant: 't', rank: null, other: null }, 1],
    ['no value, where there is one', { _id: 'a', rank: null }, 0],
    ['one of several values', { _id: 'a', tags: 'y' }, 1],
    ['a value and an operator', { _id: 'a', tenant: 't', rank: { $gt: 0 } }, 1],
    ['a value and an operator that refuses', { _id: 'a', tenant: 't', rank: { $gt: 1 } }, 0],
    ['a value beside $nor', { _id: 'a', tenant: 'u', $nor: [{ rank: 2 }] }, 0],
    ['a value beside $or', { _id: 'a', tenant: 't', $or: [{ rank: 2 }, { rank: 1 }] }, 1],
  ])('finds by %s', async (_name, filter, matched) => {
    const one = { updateOne: { filter, update: { $set: { seen: true } } } };
    expect((await people().bulkWrite([one])).matchedCount).toBe(matched);
    expect(await people().countDocuments({ seen: true })).toBe(matched);
  });

  test('sets the element that the filter has found', async () => {
    await people().updateOne({ _id: 'a', tags: 'y' }, { $set: { 'tags.$': 'z' } });
    expect((await people().findOne({ _id: 'a' }))?.tags).toEqual(['x', 'z']);
  });

  test('that inserts takes the fields of its filter', async () => {
    await people().updateOne({ _id: 'c', tenant: 't', rank: 3 }, { $set: { seen: true } }, { upsert: true });
    expect(await people().findOne({ _id: 'c' })).toEqual({ _id: 'c', tenant: 't', rank: 3, seen: true });
  });
});
