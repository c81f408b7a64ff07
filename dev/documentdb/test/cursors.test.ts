import { type Collection, type Document, Long, MongoClient } from 'mongodb';
import { useEngine } from './engine';

const engine = useEngine({ own: true });
const COUNT = 1_000;

let numbers: Collection<Document>;
beforeAll(async () => {
  numbers = engine.db().collection('numbers');
  await numbers.insertMany(Array.from({ length: COUNT }, (_, n) => ({ n, even: n % 2 === 0, text: 'x'.repeat(100) })));
});

async function openCursors(): Promise<number> {
  const status = await engine.client().db('admin').command({ serverStatus: 1 });
  return status.metrics.cursor.open.total;
}

/** Opens a cursor by command, so that its id is known. */
async function openCursor(kind: Document): Promise<{ id: Long; first: Document[] }> {
  const { cursor } = await engine.db().command({ ...kind, cursor: { batchSize: 10 } }, { promoteLongs: false });
  return { id: cursor.id, first: cursor.firstBatch };
}

describe('cursors over several batches give every document once', () => {
  const cases: readonly [string, () => Promise<Document[]>, number][] = [
    ['find', () => numbers.find().batchSize(7).toArray(), COUNT],
    ['find with a filter', () => numbers.find({ even: true }).batchSize(7).toArray(), COUNT / 2],
    ['find sorted', () => numbers.find().sort({ n: -1 }).batchSize(99).toArray(), COUNT],
    ['find with skip and limit', () => numbers.find().sort({ n: 1 }).skip(5).limit(500).batchSize(33).toArray(), 500],
    ['aggregate $match', () => numbers.aggregate([{ $match: { even: true } }], { batchSize: 10 }).toArray(), COUNT / 2],
    ['aggregate $group', () => numbers.aggregate([{ $group: { _id: '$n' } }], { batchSize: 10 }).toArray(), COUNT],
    ['aggregate $sort after $unwind', () => numbers.aggregate([{ $set: { two: [1, 2] } }, { $unwind: '$two' }, { $sort: { n: 1 } }], { batchSize: 100 }).toArray(), 2 * COUNT],
    ['batch size 1', () => numbers.find({ n: { $lt: 20 } }).batchSize(1).toArray(), 20],
  ]; // oxfmt-ignore

  test.each(cases)('%s', async (_name, run, count) => {
    const before = await openCursors();
    const found = await run();
    expect(found).toHaveLength(count);
    const keys = found.map(({ _id, two }) => `${String(_id)} ${String(two)}`);
    expect(new Set(keys).size).toBe(count);
    expect(await openCursors()).toBe(before);
  });

  test('the first batch has 101 documents unless told otherwise', async () => {
    const { cursor } = await engine.db().command({ find: 'numbers' }, { promoteLongs: false });
    expect(cursor.firstBatch).toHaveLength(101);
    await engine.db().command({ killCursors: 'numbers', cursors: [cursor.id] });
  });

  test('batch size 0 opens a cursor without documents', async () => {
    const { cursor } = await engine.db().command({ find: 'numbers', batchSize: 0 }, { promoteLongs: false });
    expect(cursor.firstBatch).toHaveLength(0);
    const next = await engine.db().command({ getMore: cursor.id, collection: 'numbers', batchSize: 5 });
    expect(next.cursor.nextBatch).toHaveLength(5);
    await engine.db().command({ killCursors: 'numbers', cursors: [cursor.id] });
  });

  test('a limit that the first batch reaches leaves no cursor', async () => {
    const { cursor } = await engine.db().command({ find: 'numbers', limit: 5 });
    expect([cursor.firstBatch.length, Number(cursor.id)]).toEqual([5, 0]);
  });
});

describe('cursors that go on in an index', () => {
  const ROWS = 500;

  /** Rows of two groups with an index over the group and a number, and one over an array. */
  async function makeRows(name: string): Promise<Collection<Document>> {
    const rows = engine.db().collection(name);
    await rows.createIndex({ group: 1, n: 1 });
    await rows.createIndex({ group: 1, tags: 1 });
    await rows.insertMany(
      Array.from({ length: ROWS }, (_, at) => ({ group: at % 2, n: Math.floor(at / 10), tags: [at % 5, at % 7, 9] })),
    );
    return rows;
  }

  test.each([
    ['without a sort', {}],
    ['forwards', { n: 1 }],
    ['backwards', { n: -1 }],
    ['by an array', { tags: 1 }],
  ] as const)('give each row once %s, also while others are written and deleted', async (name, sort) => {
    const rows = await makeRows(`indexed ${name}`);
    const cursor = rows.find({ group: 1 }).sort(sort).batchSize(20);
    const found: Document[] = [];
    for await (const row of cursor) {
      found.push(row);
      if (found.length % 20 === 0) {
        await rows.insertOne({ group: 0, n: found.length, tags: [3] });
        // The engine knows a row that it found by an array by its place, which an update changes.
        if (!('tags' in sort)) await rows.updateMany({ group: 1, n: row.n }, { $set: { seen: true } });
        await rows.deleteMany({ group: 0, n: row.n });
      }
    }
    expect(new Set(found.map(({ _id }) => String(_id))).size).toBe(ROWS / 2);
    expect(found).toHaveLength(ROWS / 2);
    if ('n' in sort) expect(found.map(({ n }) => n)).toEqual(found.map(({ n }) => n).sort((a, b) => sort.n * (a - b)));
  });
});

describe('the end of a cursor', () => {
  const kinds: readonly [string, Document][] = [
    ['streamed', { aggregate: 'numbers', pipeline: [{ $match: { n: { $gte: 0 } } }] }],
    ['sorted', { aggregate: 'numbers', pipeline: [{ $sort: { n: 1 } }] }],
    ['grouped', { aggregate: 'numbers', pipeline: [{ $group: { _id: '$n' } }] }],
  ];

  test.each(kinds)('killCursors frees a %s cursor: getMore is CursorNotFound (43)', async (_name, kind) => {
    const before = await openCursors();
    const { id } = await openCursor(kind);
    expect(await openCursors()).toBe(before + 1);
    const killed = await engine
      .db()
      .command({ killCursors: 'numbers', cursors: [id, Long.fromNumber(12345)] }, { promoteLongs: false });
    expect(killed).toMatchObject({ cursorsKilled: [id], cursorsNotFound: [Long.fromNumber(12345)] });
    expect(await openCursors()).toBe(before);
    await expect(engine.db().command({ getMore: id, collection: 'numbers' })).rejects.toMatchObject({
      code: 43,
      codeName: 'CursorNotFound',
    });
  });

  test.each(kinds)('getMore after a %s cursor is exhausted is CursorNotFound (43)', async (_name, kind) => {
    const { id } = await openCursor(kind);
    const last = await engine.db().command({ getMore: id, collection: 'numbers', batchSize: 10_000 });
    expect([last.cursor.nextBatch.length, Number(last.cursor.id)]).toEqual([COUNT - 10, 0]);
    await expect(engine.db().command({ getMore: id, collection: 'numbers' })).rejects.toMatchObject({ code: 43 });
  });

  test('another session may not read on (50738)', async () => {
    const client = engine.client();
    await client.withSession(async (mine) => {
      await client.withSession(async (other) => {
        const first = await engine
          .db()
          .command({ find: 'numbers', batchSize: 2 }, { session: mine, promoteLongs: false });
        const getMore = { getMore: first.cursor.id, collection: 'numbers', batchSize: 2 };
        await expect(engine.db().command(getMore, { session: other })).rejects.toMatchObject({ code: 50738 });
        expect((await engine.db().command(getMore, { session: mine })).cursor.nextBatch).toHaveLength(2);
      });
    });
  });

  test('a cursor that a program leaves early is killed by its driver', async () => {
    const before = await openCursors();
    for await (const document of numbers.find().batchSize(5)) if (document.n !== undefined) break;
    expect(await openCursors()).toBe(before);
  });

  test('closing a client leaves no cursor', async () => {
    const before = await openCursors();
    const client = await new MongoClient(engine.url()).connect();
    const cursor = client.db(engine.db().databaseName).collection('numbers').find().sort({ n: 1 }).batchSize(5);
    await cursor.next();
    expect(await openCursors()).toBe(before + 1);
    await client.close();
    expect(await openCursors()).toBe(before);
  });
});

test('documents of 15 MB go in and come back over many TCP chunks', async () => {
  const big = engine.db().collection<{ _id: number; text: string }>('big');
  const text = 'ä'.repeat(7_500_000);
  await big.insertMany([1, 2, 3].map((_id) => ({ _id, text })));
  const found = await big.find().sort({ _id: 1 }).toArray();
  expect(found.map((document) => [document._id, document.text === text])).toEqual([[1, true], [2, true], [3, true]]); // oxfmt-ignore
});
