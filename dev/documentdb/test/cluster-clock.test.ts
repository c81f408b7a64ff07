import { type CommandStartedEvent, type CommandSucceededEvent, type Document, Long, Timestamp } from 'mongodb';
import { useEngine } from './engine';

const engine = useEngine();

/** What is sent and answered while `work` runs on a client of its own. */
async function watched(work: (client: Awaited<ReturnType<typeof engine.connect>>) => Promise<void>) {
  const client = await engine.connect({ monitorCommands: true });
  const sent: CommandStartedEvent[] = [];
  const answers: Document[] = [];
  client.on('commandStarted', (event) => sent.push(event));
  client.on('commandSucceeded', ({ reply }: CommandSucceededEvent) => answers.push(reply as Document));
  await work(client);
  return { sent, answers };
}

test('every reply tells the time of the set, and time never goes back', async () => {
  const { answers } = await watched(async (client) => {
    const rows = client.db(engine.db().databaseName).collection('times');
    for (let at = 0; at < 5; at++) await rows.insertOne({ at });
    await rows.find({}).toArray();
  });
  const times = answers.map(({ operationTime }) => operationTime as Timestamp);
  expect(times.every((time) => time instanceof Timestamp)).toBe(true);
  expect(times.slice(1).every((time, at) => time.greaterThanOrEqual(times[at] ?? Long.MAX_VALUE))).toBe(true);
  expect(answers.every(({ $clusterTime }) => $clusterTime.clusterTime instanceof Timestamp)).toBe(true);
});

test('an error tells it too', async () => {
  const failed = engine.db().command({ nope: 1 });
  await expect(failed).rejects.toMatchObject({ errorResponse: { operationTime: expect.any(Timestamp) } });
});

test('a transaction that starts again asks for what the session has seen, which the golden list knows', async () => {
  const { sent } = await watched((client) =>
    client.withSession(async (session) => {
      const rows = client.db(engine.db().databaseName).collection('again');
      for (const n of [1, 2])
        await session.withTransaction(async () => {
          await rows.insertOne({ n }, { session });
        });
      expect(await rows.countDocuments({}, { session })).toBe(2);
    }),
  );
  const concerns = sent.map(({ command }) => command.readConcern).filter(Boolean);
  expect(concerns).toEqual([{ afterClusterTime: expect.any(Timestamp) }, { afterClusterTime: expect.any(Timestamp) }]);
});

test.each<[string, Document, number]>([
  ['a time that has not come', { afterClusterTime: new Timestamp({ t: 4_000_000_000, i: 1 }) }, 72],
  ['what is no time', { afterClusterTime: 1 }, 14],
  ['a level without order', { level: 'available', afterClusterTime: new Timestamp({ t: 1, i: 1 }) }, 72],
])('a read after %s is refused', async (_name, readConcern, code) => {
  await expect(engine.db().command({ find: 'times', readConcern })).rejects.toMatchObject({ code });
});

test('a later command of a transaction has no read concern', async () => {
  await engine.client().withSession(async (session) => {
    session.startTransaction();
    await engine.db().collection('times').findOne({}, { session });
    const later = { find: 'times', readConcern: { level: 'local' }, lsid: session.id };
    const inTransaction = { ...later, txnNumber: Long.fromNumber(1), autocommit: false };
    const sent = engine.client().db(engine.db().databaseName).command(inTransaction);
    await expect(sent).rejects.toMatchObject({ code: 72 });
    await session.abortTransaction();
  });
});
