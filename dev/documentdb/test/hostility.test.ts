import { type Collection, type CommandFailedEvent, type Document, MongoClient } from 'mongodb';
import { parseHostile } from '../hostility';
import { useEngine } from './engine';

const engine = useEngine({ own: true, embedded: true });

interface Item {
  _id: number;
  n: number;
}

let items: Collection<Item>;
const hostile = async (mode: 'off' | 'alwaysOn', data: Document = {}) =>
  engine.client().db('admin').command({ configureFailPoint: 'hostile', mode, data });

beforeAll(async () => {
  items = engine.db().collection<Item>('items');
  await items.insertMany(Array.from({ length: 60 }, (_, n) => ({ _id: n, n: n % 7 })));
});
afterEach(async () => {
  await hostile('off');
});

const ids = async (options: { sort?: Document } = {}) =>
  (await items.find({}, { ...options, batchSize: 100 }).toArray()).map(({ _id }) => _id);

/** The commands that failed in 300 finds one after the other, seen by a client that does not repeat them. */
async function failures(seed: number, harsh: boolean): Promise<string[]> {
  const client = await new MongoClient(engine.url(), { monitorCommands: true, retryReads: false }).connect();
  const failed: string[] = [];
  client.on('commandFailed', ({ failure }: CommandFailedEvent) =>
    failed.push(String(Object(failure).code ?? 'closed')),
  );
  try {
    await hostile('alwaysOn', { seed, harsh });
    const collection = client.db(engine.db().databaseName).collection('items');
    for (let at = 0; at < 300; at++) await Promise.allSettled([collection.findOne({ _id: { $in: [] } })]);
    return failed;
  } finally {
    await hostile('off');
    await client.close();
  }
}

describe('the hostile mode of the embedded database', () => {
  test('a seed is a number, with or without its strength', () => {
    expect(parseHostile('7')).toEqual({ seed: 7, strength: 'mild' });
    expect(parseHostile('7:harsh')).toEqual({ seed: 7, strength: 'harsh' });
    expect(parseHostile('')).toBeUndefined();
    expect(() => parseHostile('seven')).toThrow('hostile seed');
  });

  test('what no sort arranged comes in another order, complete; what was sorted stays sorted', async () => {
    const inOrder = await ids({ sort: { _id: 1 } });
    await hostile('alwaysOn', { seed: 1 });
    const orders = [await ids(), await ids()];
    expect(orders[0]).not.toEqual(orders[1]);
    for (const order of orders) expect([...order].sort((a, b) => a - b)).toEqual(inOrder);
    expect(await ids({ sort: { _id: 1 } })).toEqual(inOrder);
    const groups = () => items.aggregate([{ $group: { _id: '$n' } }]).toArray();
    expect(await groups()).not.toEqual(await groups());
    const sorted = await items.aggregate([{ $group: { _id: '$n' } }, { $sort: { _id: 1 } }]).toArray();
    expect(sorted.map(({ _id }) => Number(_id))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('a conflict comes at once: no one waits for the other transaction', async () => {
    await engine.client().withSession(async (first) => {
      first.startTransaction();
      await items.updateOne({ _id: 1 }, { $inc: { n: 7 } }, { session: first });
      await hostile('alwaysOn', { seed: 1 });
      // Whoever waits, waits 100 ms each time; on a busy machine one of many tries is quicker all the same.
      let quickest = Infinity;
      for (let attempt = 0; attempt < 50 && quickest >= 100; attempt++) {
        await engine.client().withSession(async (second) => {
          second.startTransaction();
          const started = performance.now();
          await expect(items.updateOne({ _id: 1 }, { $inc: { n: 7 } }, { session: second })).rejects.toMatchObject({
            code: 112,
          });
          quickest = Math.min(quickest, performance.now() - started);
          await second.abortTransaction();
        });
      }
      expect(quickest).toBeLessThan(100);
      await first.abortTransaction();
    });
  });

  test('mild: a driver absorbs what happens to 400 writes and reads, and each write is done once', async () => {
    const counted = engine.db().collection<Item>('counted');
    await counted.insertOne({ _id: 1, n: 0 });
    await hostile('alwaysOn', { seed: 3 });
    for (let at = 0; at < 200; at++) {
      await counted.updateOne({ _id: 1 }, { $inc: { n: 1 } });
      expect((await counted.findOne({ _id: 1 }))?.n).toBe(at + 1);
    }
  });

  test('mild: withTransaction absorbs what happens to its commands', async () => {
    const counted = engine.db().collection<Item>('moved');
    await counted.insertMany([{ _id: 1, n: 0 }, { _id: 2, n: 0 }]); // oxfmt-ignore
    await hostile('alwaysOn', { seed: 4 });
    for (let at = 0; at < 40; at++) {
      await engine.client().withSession((session) =>
        session.withTransaction(async () => {
          await counted.updateOne({ _id: 1 }, { $inc: { n: -1 } }, { session });
          await counted.updateOne({ _id: 2 }, { $inc: { n: 1 } }, { session });
        }),
      );
    }
    await hostile('off');
    expect(await counted.find().sort({ _id: 1 }).toArray()).toEqual([{ _id: 1, n: -40 }, { _id: 2, n: 40 }]); // oxfmt-ignore
  });

  test('the same seed fails the same commands in the same way, another one does not', async () => {
    const [first, second, other] = [await failures(5, true), await failures(5, true), await failures(6, true)];
    expect(first.length).toBeGreaterThan(3);
    expect(second).toEqual(first);
    expect(other).not.toEqual(first);
  });
});
