import { type ClientSession, type Document, Timestamp } from 'mongodb';
import { useEngine } from './engine';

const engine = useEngine({ own: true, embedded: true });
const ROWS = 3_000;

beforeEach(async () => {
  for (const name of ['left', 'right']) {
    await engine.db().collection(name).deleteMany({});
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      _id: index as never,
      version: 1,
      filler: 'x'.repeat(200),
    }));
    await engine.db().collection(name).insertMany(rows);
  }
});

async function timeOfServer(): Promise<Timestamp> {
  return (await engine.db().command({ ping: 1 })).operationTime as Timestamp;
}

function read(session: ClientSession, name: string, atClusterTime: unknown): Promise<Document[]> {
  const command = { find: name, batchSize: 100, readConcern: { level: 'snapshot', atClusterTime } };
  return engine.db().runCursorCommand(command, { session }).toArray();
}

async function change(name: string): Promise<void> {
  await engine
    .db()
    .collection(name)
    .updateMany({}, { $set: { version: 2 } });
  await engine
    .db()
    .collection(name)
    .deleteMany({ _id: { $gte: 2_000 as never } });
  await engine
    .db()
    .collection(name)
    .insertOne({ _id: 'new' as never, version: 2 });
}

const versions = (rows: Document[]): number[] => [...new Set(rows.map(({ version }) => version as number))];

test('all collections that a session reads at one time are those of one moment, whatever is written in between', async () => {
  await engine.client().withSession({ causalConsistency: false }, async (session) => {
    const time = await timeOfServer();
    const cursor = engine
      .db()
      .runCursorCommand(
        { find: 'left', batchSize: 100, readConcern: { level: 'snapshot', atClusterTime: time } },
        { session },
      );
    const first = await cursor.next();
    await Promise.all([change('left'), change('right')]);
    const left = [first as Document, ...(await cursor.toArray())];
    const right = await read(session, 'right', time);
    expect([left.length, right.length]).toEqual([ROWS, ROWS]);
    expect([versions(left), versions(right)]).toEqual([[1], [1]]);
    const later = await read(session, 'right', await timeOfServer());
    expect([later.length, versions(later)]).toEqual([2_001, [2]]);
  });
  expect(await engine.db().collection('left').countDocuments()).toBe(2_001);
});

test('reads that begin a time at once share its connection, of which there are 48', async () => {
  for (let at = 0; at < 50; at++)
    await engine.client().withSession({ causalConsistency: false }, async (session) => {
      const atClusterTime = await timeOfServer();
      const readOne = (): Promise<Document> =>
        engine.db().command({ find: 'left', limit: 1, readConcern: { level: 'snapshot', atClusterTime } }, { session });
      await Promise.all([readOne(), readOne(), readOne()]);
    });
});

test('a session that goes on with something else reads the present again', async () => {
  await engine.client().withSession({ causalConsistency: false }, async (session) => {
    expect(await read(session, 'left', await timeOfServer())).toHaveLength(ROWS);
    await change('left');
    expect(await engine.db().collection('left').find({}, { session }).toArray()).toHaveLength(2_001);
  });
});

test.each<[string, () => Promise<unknown>, number]>([
  ['a time long ago', () => Promise.resolve(new Timestamp({ t: 1_000, i: 1 })), 239],
  ['a time that has not come', () => Promise.resolve(new Timestamp({ t: 4_000_000_000, i: 1 })), 72],
  ['what is no time', () => Promise.resolve(7), 14],
])('%s is refused', async (_name, time, code) => {
  const atClusterTime = await time();
  const session = engine.client().startSession({ causalConsistency: false });
  await expect(read(session, 'left', atClusterTime)).rejects.toMatchObject({ code });
  await session.endSession();
});
