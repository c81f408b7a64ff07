import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import { useEngine } from './engine';

const engine = useEngine();

interface Employee {
  tenant: string;
  email: string;
  name?: string;
  active: boolean;
  score?: number;
  manager?: mongoose.Types.ObjectId;
  createdAt?: Date;
}

const employeeSchema = new Schema<Employee>(
  {
    tenant: { type: String, required: true },
    email: { type: String, required: true },
    name: String,
    active: { type: Boolean, default: true },
    score: Number,
    manager: { type: Schema.Types.ObjectId, ref: 'Employee' },
  },
  { timestamps: true, optimisticConcurrency: true },
);
employeeSchema.index({ tenant: 1, email: 1 }, { unique: true, partialFilterExpression: { active: true } });
employeeSchema.index({ tenant: 1, name: 1 }, { collation: { locale: 'en', strength: 2 } });
employeeSchema.index({ createdAt: 1 }, { expireAfterSeconds: 3_600 });

let connection: Connection;
let employees: Model<Employee>;
beforeAll(async () => {
  connection = await mongoose.createConnection(engine.url(), { dbName: engine.db().databaseName }).asPromise();
  employees = connection.model<Employee>('Employee', employeeSchema);
  await employees.init();
});
afterAll(() => connection.close());

beforeEach(async () => {
  await employees.deleteMany({});
});

const person = (email: string, more: Partial<Employee> = {}) => ({ tenant: 't', email, active: true, ...more });

test('indexes are as the schema says, and syncing them again changes nothing', async () => {
  expect(await employees.syncIndexes()).toEqual([]);
  const indexes = await employees.collection.indexes();
  expect(indexes.map(({ key }) => key)).toEqual([
    { _id: 1 },
    { tenant: 1, email: 1 },
    { tenant: 1, name: 1 },
    { createdAt: 1 },
  ]);
  expect(indexes[1]).toMatchObject({ unique: true, partialFilterExpression: { active: true } });
  expect(await employees.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
});

test('a partial unique index binds the documents of its filter only', async () => {
  await employees.create(person('a@x'));
  await employees.create(person('a@x', { active: false }));
  await employees.create(person('a@x', { active: false }));
  await expect(employees.create(person('a@x'))).rejects.toMatchObject({
    code: 11000,
    keyPattern: { tenant: 1, email: 1 },
    keyValue: { tenant: 't', email: 'a@x' },
  });
});

test('saving an outdated document is a VersionError', async () => {
  const { _id } = await employees.create(person('a@x'));
  const [first, two] = [await employees.findById(_id).orFail(), await employees.findById(_id).orFail()];
  await first.set('name', 'One').save();
  await expect(two.set('name', 'Two').save()).rejects.toThrow(mongoose.Error.VersionError);
});

test('distinct in a transaction is refused, as sharded collections do', async () => {
  const session = engine.client().startSession();
  try {
    session.startTransaction();
    const inTransaction = engine.db().collection('refused').distinct('a', {}, { session });
    await expect(inTransaction).rejects.toMatchObject({ codeName: 'OperationNotSupportedInTransaction' });
  } finally {
    await session.abortTransaction();
    await session.endSession();
  }
});

test('populate, lean, sort, skip, limit, count, distinct', async () => {
  const manager = await employees.create(person('boss@x'));
  await employees.insertMany(
    Array.from({ length: 30 }, (_, n) => person(`e${n}@x`, { manager: manager._id, score: n % 3 })),
  );
  const page = await employees
    .find({ score: 1 })
    .sort({ email: 1 })
    .skip(2)
    .limit(3)
    .populate<{ manager: Employee }>('manager')
    .lean();
  expect(page.map(({ email, manager: boss }) => [email, boss.email])).toEqual([['e16@x', 'boss@x'], ['e19@x', 'boss@x'], ['e1@x', 'boss@x']]); // oxfmt-ignore
  expect(await employees.countDocuments({ score: { $gte: 1 } })).toBe(20);
  expect(await employees.estimatedDocumentCount()).toBe(31);
  expect((await employees.distinct('score')).sort()).toEqual([0, 1, 2]);
});

test('a collation compares without case', async () => {
  await employees.create([
    person('a@x', { name: 'Ada' }),
    person('b@x', { name: 'ada' }),
    person('c@x', { name: 'Bob' }),
  ]);
  const found = await employees.find({ tenant: 't', name: 'ADA' }).collation({ locale: 'en', strength: 2 });
  expect(found).toHaveLength(2);
  expect(await employees.find({ tenant: 't', name: 'ada' })).toHaveLength(1);
  const sorted = await employees.find({ tenant: 't' }).sort({ name: 1 });
  expect(sorted.map(({ name }) => name)).toEqual(['Ada', 'Bob', 'ada']);
});

test('aggregation: $lookup, $facet, $group, $merge', async () => {
  const manager = await employees.create(person('boss@x', { score: 9 }));
  await employees.insertMany(
    Array.from({ length: 10 }, (_, n) => person(`e${n}@x`, { manager: manager._id, score: n })),
  );
  const [facets] = await employees.aggregate([
    { $match: { manager: manager._id } },
    { $lookup: { from: employees.collection.name, localField: 'manager', foreignField: '_id', as: 'boss' } },
    { $facet: { mean: [{ $group: { _id: null, mean: { $avg: '$score' } } }], bosses: [{ $unwind: '$boss' }, { $group: { _id: '$boss.email', n: { $sum: 1 } } }] } },
  ]); // oxfmt-ignore
  expect(facets).toEqual({ mean: [{ _id: null, mean: 4.5 }], bosses: [{ _id: 'boss@x', n: 10 }] });
  await employees.aggregate([{ $group: { _id: '$manager', n: { $sum: 1 } } }, { $merge: { into: 'summary' } }]);
  expect(await engine.db().collection('summary').countDocuments()).toBe(2);
});

test('connection.transaction commits all or nothing', async () => {
  await expect(
    connection.transaction(async (session) => {
      await employees.create([person('a@x')], { session });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await employees.countDocuments()).toBe(0);
  await connection.transaction((session) => employees.create([person('a@x')], { session }));
  expect(await employees.countDocuments()).toBe(1);
});

test('a cursor streams every document', async () => {
  await employees.insertMany(Array.from({ length: 500 }, (_, n) => person(`e${n}@x`)));
  const seen = new Set<string>();
  for await (const employee of employees.find().sort({ email: 1 }).cursor({ batchSize: 50 })) seen.add(employee.email);
  expect(seen.size).toBe(500);
});

test('GridFS stores and returns a file of several chunks, and deletes it', async () => {
  const { db } = connection;
  if (!db) throw new Error('not connected');
  const bucket = new mongoose.mongo.GridFSBucket(db, { bucketName: 'reports' });
  const content = Buffer.from(Array.from({ length: 1_000_000 }, (_, n) => n % 251));
  const upload = bucket.openUploadStream('report.pdf', { metadata: { tenant: 't' } });
  await pipeline(Readable.from([content.subarray(0, 300_000), content.subarray(300_000)]), upload);
  expect(await bucket.find({ 'metadata.tenant': 't' }).toArray()).toMatchObject([
    { filename: 'report.pdf', length: content.length },
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of bucket.openDownloadStream(upload.id)) chunks.push(chunk);
  expect(Buffer.concat(chunks).equals(content)).toBe(true);
  await bucket.delete(upload.id);
  expect(await db.collection('reports.chunks').countDocuments()).toBe(0);
});

describe('databases and collections', () => {
  test('collections are listed with and without details, made, renamed and dropped', async () => {
    const db = engine.db();
    await db.createCollection('first');
    await db.collection('second').insertOne({ a: 1 });
    const names = async () =>
      (await db.listCollections({ name: { $in: ['first', 'second', 'third'] } }, { nameOnly: true }).toArray())
        .map(({ name }) => name)
        .sort();
    expect(await names()).toEqual(['first', 'second']);
    expect(await db.listCollections({ name: 'first' }).toArray()).toMatchObject([
      { name: 'first', type: 'collection', info: { readOnly: false } },
    ]);
    await db.collection('second').rename('third');
    expect(await names()).toEqual(['first', 'third']);
    expect(await db.collection('third').countDocuments()).toBe(1);
    expect(await db.collection('first').drop()).toBe(true);
    expect(await db.collection('absent').drop()).toBe(true);
    expect(await names()).toEqual(['third']);
  });

  test('dropIndex, dropIndexes', async () => {
    const indexed = engine.db().collection('indexed');
    await indexed.createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }, { key: { c: 1 } }]);
    await indexed.dropIndex('a_1');
    expect((await indexed.indexes()).map(({ name }) => name)).toEqual(['_id_', 'b_1', 'c_1']);
    await indexed.dropIndexes();
    expect((await indexed.indexes()).map(({ name }) => name)).toEqual(['_id_']);
  });

  test('a dropped database is empty, and can be filled again', async () => {
    const name = `${engine.db().databaseName}_dropped`;
    const db = engine.client().db(name);
    await db.collection('a').insertOne({ a: 1 });
    expect(
      (await engine.client().db('admin').admin().listDatabases({ nameOnly: true })).databases.map((each) => each.name),
    ).toContain(name);
    await db.dropDatabase();
    expect(await db.listCollections().toArray()).toEqual([]);
    await db.collection('a').insertOne({ a: 2 });
    expect(await db.collection('a').countDocuments()).toBe(1);
    await db.dropDatabase();
  });

  test.each([
    ['buildInfo'],
    ['serverStatus'],
    ['hostInfo'],
    ['connectionStatus'],
    ['ping'],
    ['hello'],
    ['replSetGetStatus'],
  ])('%s', async (command) => {
    expect(
      await engine
        .client()
        .db('admin')
        .command({ [command]: 1 }),
    ).toMatchObject({ ok: 1 });
  });

  test('dbStats says how large the disk is, and how much of it is used', async () => {
    const { fsTotalSize, fsUsedSize, ok } = await engine.db().command({ dbStats: 1, scale: 1024 });
    expect(ok).toBe(1);
    expect(fsUsedSize).toBeGreaterThan(0);
    expect(fsTotalSize).toBeGreaterThan(fsUsedSize);
  });

  test('collStats, getLog, explain', async () => {
    await engine.db().collection('stats').insertOne({ a: 1 });
    expect(await engine.db().command({ collStats: 'stats' })).toMatchObject({
      ns: `${engine.db().databaseName}.stats`,
    });
    expect(await engine.client().db('admin').command({ getLog: 'startupWarnings' })).toMatchObject({ ok: 1 });
    expect(await engine.db().collection('stats').find({ a: 1 }).explain('queryPlanner')).toHaveProperty('queryPlanner');
  });
});
