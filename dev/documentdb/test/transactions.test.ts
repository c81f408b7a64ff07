import { type ClientSession, type Collection, type Document, MongoClient } from 'mongodb';
import { useEngine } from './engine';

const engine = useEngine({ own: true });

interface Account {
  _id: string;
  balance: number;
}

let accounts: Collection<Account>;
beforeEach(async () => {
  accounts = engine.db().collection<Account>('accounts');
  await accounts.deleteMany({});
  await accounts.insertMany([
    { _id: 'a', balance: 100 },
    { _id: 'b', balance: 0 },
  ]);
});

async function withSession<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
  return engine.client().withSession(work);
}

async function balances(session?: ClientSession): Promise<Record<string, number>> {
  const all = await accounts.find({}, { session }).sort({ _id: 1 }).toArray();
  return Object.fromEntries(all.map(({ _id, balance }) => [_id, balance]));
}

async function move(amount: number, session: ClientSession): Promise<void> {
  await accounts.updateOne({ _id: 'a' }, { $inc: { balance: -amount } }, { session });
  await accounts.updateOne({ _id: 'b' }, { $inc: { balance: amount } }, { session });
}

test('a transaction sees its own writes, others do not until it commits', async () => {
  await withSession(async (session) => {
    session.startTransaction();
    await move(40, session);
    expect(await balances(session)).toEqual({ a: 60, b: 40 });
    expect(await balances()).toEqual({ a: 100, b: 0 });
    await session.commitTransaction();
    expect(await balances()).toEqual({ a: 60, b: 40 });
  });
});

test('an aborted transaction leaves nothing', async () => {
  await withSession(async (session) => {
    session.startTransaction();
    await move(40, session);
    await session.abortTransaction();
    expect(await balances()).toEqual({ a: 100, b: 0 });
  });
});

test('a transaction reads one snapshot', async () => {
  await withSession(async (session) => {
    session.startTransaction();
    expect(await balances(session)).toEqual({ a: 100, b: 0 });
    await accounts.updateOne({ _id: 'a' }, { $set: { balance: 1 } });
    expect(await balances(session)).toEqual({ a: 100, b: 0 });
    await session.abortTransaction();
  });
});

test('a cursor of a transaction goes on in it', async () => {
  await accounts.insertMany(Array.from({ length: 50 }, (_, n) => ({ _id: `n${n}`, balance: n })));
  await withSession(async (session) => {
    session.startTransaction();
    await accounts.insertOne({ _id: 'mine', balance: 1 }, { session });
    expect(await accounts.find({}, { session }).batchSize(7).toArray()).toHaveLength(53);
    expect(await accounts.find({}, { session }).sort({ balance: -1 }).batchSize(7).toArray()).toHaveLength(53);
    await session.abortTransaction();
  });
});

test('the second writer of a document gets WriteConflict (112), labeled TransientTransactionError', async () => {
  await withSession(async (first) => {
    await withSession(async (second) => {
      first.startTransaction();
      second.startTransaction();
      await accounts.updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session: first });
      const conflict = accounts.updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session: second });
      await expect(conflict).rejects.toMatchObject({
        code: 112,
        errorResponse: { errorLabels: ['TransientTransactionError'] },
      });
      await first.commitTransaction();
      await second.abortTransaction();
    });
  });
  expect(await balances()).toEqual({ a: 101, b: 0 });
});

test('withTransaction repeats until every increment of many rivals is in', async () => {
  const rivals = Array.from({ length: 8 }, () =>
    withSession((session) =>
      session.withTransaction(() => accounts.updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session })),
    ),
  );
  await Promise.all(rivals);
  expect(await balances()).toEqual({ a: 108, b: 0 });
});

test('an error inside ends the transaction: the next statement is NoSuchTransaction (251) and nothing is stored', async () => {
  await withSession(async (session) => {
    session.startTransaction();
    await move(40, session);
    await expect(accounts.insertOne({ _id: 'a', balance: 0 }, { session })).rejects.toMatchObject({ code: 11000 });
    await expect(balances(session)).rejects.toMatchObject({
      code: 251,
      errorResponse: { errorLabels: ['TransientTransactionError'] },
    });
    await session.abortTransaction();
  });
  expect(await balances()).toEqual({ a: 100, b: 0 });
});

test('commit can be repeated, and a commit of an aborted transaction is refused', async () => {
  await withSession(async (session) => {
    session.startTransaction();
    await move(10, session);
    await session.commitTransaction();
    await session.commitTransaction();
    expect(await balances()).toEqual({ a: 90, b: 10 });
  });
});

test('a command that is not allowed in a transaction is refused (263)', async () => {
  await withSession(async (session) => {
    session.startTransaction();
    await expect(engine.db().command({ count: 'accounts' }, { session })).rejects.toMatchObject({ code: 263 });
    await session.abortTransaction();
  });
});

test('of several first commands at once all but one are refused (117): each says that it starts the transaction', async () => {
  await withSession(async (session) => {
    session.startTransaction();
    const first = ['a', 'b', 'a'].map((_id) => accounts.findOne({ _id }, { session }));
    const results = await Promise.allSettled(first);
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason as { code: number }] : []));
    expect(refused.map(({ code }) => code)).toEqual([117, 117]);
    await session.abortTransaction();
  });
});

test('a transaction can fill a collection that is not there yet', async () => {
  const fresh = engine.db().collection<Document>('fresh');
  await withSession((session) => session.withTransaction(() => fresh.insertMany([{ n: 1 }, { n: 2 }], { session })));
  expect(await fresh.countDocuments()).toBe(2);
});

test('ending a session rolls its transaction back', async () => {
  const session = engine.client().startSession();
  session.startTransaction();
  await move(40, session);
  await session.endSession();
  await accounts.updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { maxTimeMS: 5_000 });
  expect(await balances()).toEqual({ a: 101, b: 0 });
});

test('closing a client rolls its transactions back', async () => {
  const client = await new MongoClient(engine.url()).connect();
  const session = client.startSession();
  session.startTransaction();
  await client
    .db(engine.db().databaseName)
    .collection<Account>('accounts')
    .updateOne({ _id: 'a' }, { $inc: { balance: 5 } }, { session });
  await client.close();
  await accounts.updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { maxTimeMS: 5_000 });
  expect(await balances()).toEqual({ a: 101, b: 0 });
});

test('a transaction that outlives transactionLifetimeLimitSeconds is rolled back', async () => {
  const admin = engine.client().db('admin');
  const { was } = await admin.command({ setParameter: 1, transactionLifetimeLimitSeconds: 1 });
  try {
    await withSession(async (session) => {
      session.startTransaction();
      await move(40, session);
      // Blocks until the rollback frees the document: the limit itself is the wait.
      await accounts.updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { maxTimeMS: 20_000 });
      await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 });
    });
  } finally {
    await admin.command({ setParameter: 1, transactionLifetimeLimitSeconds: Number(was) });
  }
  expect(await balances()).toEqual({ a: 101, b: 0 });
});

test('forty open transactions do not keep single operations from running', async () => {
  const client = await engine.connect({ maxPoolSize: 80 });
  const mine = client.db(engine.db().databaseName).collection<Account>('accounts');
  const sessions = Array.from({ length: 40 }, () => client.startSession());
  await Promise.all(
    sessions.map(async (session, n) => {
      session.startTransaction();
      await mine.insertOne({ _id: `s${n}`, balance: n }, { session });
    }),
  );
  expect(await Promise.all(sessions.map(() => mine.countDocuments()))).toEqual(sessions.map(() => 2));
  await Promise.all(sessions.map((session) => session.commitTransaction()));
  await Promise.all(sessions.map((session) => session.endSession()));
  expect(await mine.countDocuments()).toBe(42);
});
