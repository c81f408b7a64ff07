import { type Collection, type CommandStartedEvent, type Document, MongoClient, type MongoServerError } from 'mongodb';
import { useEngine } from './engine';

const engine = useEngine({ own: true });

interface Item {
  _id: number;
  n?: number;
}

let items: Collection<Item>;
const failCommand = async (mode: string | Document, data: Document = {}) =>
  engine.client().db('admin').command({ configureFailPoint: 'failCommand', mode, data });

beforeEach(async () => {
  await failCommand('off');
  items = engine.db().collection<Item>('items');
  await items.deleteMany({});
});
afterEach(async () => {
  await failCommand('off');
});

/** Runs `work` with a client of its own; returns the names of the commands that it sent. */
async function commandsSent(work: (collection: Collection<Item>) => Promise<unknown>): Promise<string[]> {
  const client = await new MongoClient(engine.url(), { monitorCommands: true }).connect();
  const names: string[] = [];
  client.on('commandStarted', ({ commandName }: CommandStartedEvent) => names.push(commandName));
  try {
    await work(client.db(engine.db().databaseName).collection<Item>('items'));
    return names.filter((name) => name !== 'endSessions');
  } finally {
    await client.close();
  }
}

const RETRIABLE = [91, 189, 10107, 11600, 11602, 13435, 13436];

describe('configureFailPoint of failCommand, as MongoDB has it', () => {
  test.each(RETRIABLE)(
    'a retryable write that fails once with %i is repeated by the driver and done once',
    async (code) => {
      await failCommand({ times: 1 }, { failCommands: ['insert'], errorCode: code });
      expect(await commandsSent((collection) => collection.insertOne({ _id: 1 }))).toEqual(['insert', 'insert']);
      expect(await items.countDocuments()).toBe(1);
    },
  );

  test.each(RETRIABLE)(
    'twice in a row uses up the single retry: %i reaches the caller, labeled by the server',
    async (code) => {
      await failCommand({ times: 2 }, { failCommands: ['insert'], errorCode: code });
      await expect(items.insertOne({ _id: 1 })).rejects.toMatchObject({
        code,
        errorResponse: { errorLabels: ['RetryableWriteError'] },
      });
      expect(await items.countDocuments()).toBe(0);
    },
  );

  test('an error that is not retriable has no label and is not repeated', async () => {
    await failCommand({ times: 1 }, { failCommands: ['insert'], errorCode: 2 });
    const error = await items.insertOne({ _id: 1 }).then(
      () => undefined,
      (reason: MongoServerError) => reason,
    );
    expect(error).toMatchObject({ code: 2, codeName: 'BadValue' });
    expect(error?.errorLabels).toEqual([]);
  });

  test('a closed connection: one is repeated, the second reaches the caller as a network error', async () => {
    await failCommand({ times: 1 }, { failCommands: ['insert'], closeConnection: true });
    await items.insertOne({ _id: 1 });
    await failCommand({ times: 2 }, { failCommands: ['insert'], closeConnection: true });
    await expect(items.insertOne({ _id: 2 })).rejects.toMatchObject({ name: 'MongoNetworkError' });
    await failCommand({ times: 2 }, { failCommands: ['insert'], closeConnection: true });
    await expect(items.insertMany([{ _id: 3 }, { _id: 4 }])).rejects.toMatchObject({
      name: 'MongoBulkWriteError',
      writeErrors: [],
    });
    expect((await items.find().toArray()).map(({ _id }) => _id)).toEqual([1]);
  });

  test('a read that fails once is repeated, getMore never is', async () => {
    await items.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    await failCommand({ times: 1 }, { failCommands: ['find'], errorCode: 11600 });
    expect(await items.find().toArray()).toHaveLength(3);
    await failCommand({ times: 1 }, { failCommands: ['getMore'], errorCode: 11600 });
    await expect(items.find().batchSize(2).toArray()).rejects.toMatchObject({ code: 11600 });
  });

  test('errorLabels replaces the labels of the server, even by none', async () => {
    await failCommand({ times: 1 }, { failCommands: ['insert'], errorCode: 91, errorLabels: [] });
    await expect(items.insertOne({ _id: 1 })).rejects.toHaveProperty('errorLabels', []);
    await failCommand({ times: 1 }, { failCommands: ['insert'], errorCode: 2, errorLabels: ['RetryableWriteError'] });
    await items.insertOne({ _id: 1 });
    expect(await items.countDocuments()).toBe(1);
  });

  test('writeConcernError: the write is done, the error has its label, the repetition does nothing twice', async () => {
    await failCommand({ times: 1 }, { failCommands: ['insert'], writeConcernError: { code: 91, errmsg: 'stopping' } });
    expect(await commandsSent((collection) => collection.insertOne({ _id: 1 }))).toEqual(['insert', 'insert']);
    await failCommand({ times: 1 }, { failCommands: ['update'], writeConcernError: { code: 64, errmsg: 'slow' } });
    await expect(items.updateOne({ _id: 1 }, { $inc: { n: 1 } })).rejects.toMatchObject({
      name: 'MongoWriteConcernError',
      code: 64,
    });
    expect(await items.find().toArray()).toEqual([{ _id: 1, n: 1 }]);
  });

  test('in a transaction the server labels what may be repeated as a whole, and withTransaction repeats it', async () => {
    for (const code of [...RETRIABLE, 112, 251]) {
      await failCommand({ times: 1 }, { failCommands: ['insert'], errorCode: code });
      let runs = 0;
      await engine.client().withSession((session) =>
        session.withTransaction(async () => {
          runs++;
          await items.insertOne({ _id: code }, { session });
        }),
      );
      expect([code, runs]).toEqual([code, 2]);
    }
    expect(await items.countDocuments()).toBe(RETRIABLE.length + 2);
  });

  test('a commit that fails with a retriable code is labeled RetryableWriteError, and the driver repeats it', async () => {
    await failCommand({ times: 1 }, { failCommands: ['commitTransaction'], errorCode: 10107 });
    let runs = 0;
    await engine.client().withSession((session) =>
      session.withTransaction(async () => {
        runs++;
        await items.insertOne({ _id: 1 }, { session });
      }),
    );
    expect(runs).toBe(1);
    expect(await items.countDocuments()).toBe(1);
  });

  test('a transaction outlives the connection that a commit was sent on: the repeated commit keeps it', async () => {
    await failCommand({ times: 1 }, { failCommands: ['commitTransaction'], closeConnection: true });
    let runs = 0;
    await engine.client().withSession((session) =>
      session.withTransaction(async () => {
        runs++;
        await items.insertOne({ _id: 1 }, { session });
      }),
    );
    expect(runs).toBe(1);
    expect(await items.countDocuments()).toBe(1);
  });

  test('blockConnection delays a command, then lets it run', async () => {
    await failCommand({ times: 1 }, { failCommands: ['find'], blockConnection: true, blockTimeMS: 300 });
    const started = performance.now();
    expect(await items.find().toArray()).toEqual([]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(290);
  });

  test('skip lets the first ones pass, alwaysOn and off do what they say, count tells how often it acted', async () => {
    const { count } = await failCommand('alwaysOn', { failCommands: ['insert'], errorCode: 2 });
    await expect(items.insertOne({ _id: 1 })).rejects.toMatchObject({ code: 2 });
    await expect(items.insertOne({ _id: 1 })).rejects.toMatchObject({ code: 2 });
    expect(await failCommand({ skip: 2 }, { failCommands: ['insert'], errorCode: 2 })).toMatchObject({
      count: Number(count) + 2,
    });
    await items.insertOne({ _id: 1 });
    await items.insertOne({ _id: 2 });
    await expect(items.insertOne({ _id: 3 })).rejects.toMatchObject({ code: 2 });
    await failCommand('off');
    await items.insertOne({ _id: 3 });
  });

  test('appName and namespace narrow it to one client and one collection', async () => {
    const other = await engine.connect({ appName: 'other' });
    const theirs = other.db(engine.db().databaseName).collection<Item>('items');
    await failCommand('alwaysOn', { failCommands: ['find'], errorCode: 2, appName: 'other' });
    await expect(theirs.findOne()).rejects.toMatchObject({ code: 2 });
    expect(await items.findOne()).toBeNull();
    await failCommand('alwaysOn', { failCommands: ['find'], errorCode: 2, namespace: items.namespace });
    await expect(items.findOne()).rejects.toMatchObject({ code: 2 });
    expect(await engine.db().collection('elsewhere').findOne()).toBeNull();
  });

  test('what it does not know is refused', async () => {
    const admin = engine.client().db('admin');
    await expect(admin.command({ configureFailPoint: 'somethingElse', mode: 'off' })).rejects.toMatchObject({
      code: 2,
    });
    await expect(failCommand({ often: 3 })).rejects.toMatchObject({ code: 9 });
  });
});
