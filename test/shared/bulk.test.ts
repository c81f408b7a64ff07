import timers from 'node:timers/promises';
import mongoose from 'mongoose';
import { NotificationModel } from '../../shared/comms/notification.model';
import { bulkInsert, bulkUpdate } from '../../shared/db/bulk';
import { disconnectDatabase } from '../../shared/db/connect';
import { isOutage } from '../../shared/db/outage';
import { inTransaction } from '../../shared/db/transaction';
import { DepartmentModel } from '../../shared/framework/department.model';
import { newId } from '../../shared/kernel/ids';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { closeOwnEngine, failCommands, useOwnEngine } from '../support/fail-commands';
import { connectTestDatabase, watchQueries } from '../support/service';

useOwnEngine();
let tenant: TestTenant;
watchQueries();

beforeAll(async () => {
  await connectTestDatabase();
  tenant = await makeTenant();
});
afterAll(async () => {
  await disconnectDatabase();
  await closeOwnEngine();
});

const rowsFor = (userId: string, count: number) =>
  Array.from({ length: count }, () => ({
    _id: newId(),
    userId,
    type: 'cycle-opened' as const,
    title: 'T',
    body: 'B',
    link: null,
    readAt: null,
  }));
const countOf = (userId: string) => NotificationModel.countDocuments({ userId });

describe('bulk writes tell the truth', () => {
  test.each([
    ['a closed connection', { closeConnection: true }],
    ['a step-down', { errorCode: 189 }],
    ['a shutdown', { errorCode: 91 }],
    ['an interruption at shutdown', { errorCode: 11600 }],
    ['another primary', { errorCode: 10107 }],
    ['a failed write concern', { writeConcernError: { code: 91, errmsg: 'shutting down' } }],
  ] as const)('%s is thrown as what it is: no row counts as inserted or as a duplicate', async (_what, failure) => {
    const user = newId();
    await failCommands(['insert', 'update'], failure);
    await tenant.within(async () => {
      const error = await bulkInsert(NotificationModel, rowsFor(user, 3)).catch((thrown: unknown) => thrown);
      expect([isOutage(error), error instanceof Error]).toEqual([true, true]);
      const update = { updateOne: { filter: { userId: user }, update: { $set: { readAt: null } } } };
      expect(isOutage(await bulkUpdate(NotificationModel, [update]).catch((thrown: unknown) => thrown))).toBe(true);
    });
  });

  test('inside a transaction a closed connection starts the transaction again, and every row is there', async () => {
    const user = newId();
    await failCommands(['insert'], { closeConnection: true }, { times: 2 });
    const { inserted, duplicates } = await tenant.within(() =>
      inTransaction(() => bulkInsert(NotificationModel, rowsFor(user, 3))),
    );
    expect([inserted.length, duplicates.length]).toEqual([3, 0]);
    expect(await tenant.within(async () => countOf(user))).toBe(3);
  });

  test('only rows that a unique index refuses are duplicates, inside a transaction too', async () => {
    const user = newId();
    const rows = rowsFor(user, 4);
    await tenant.within(async () => {
      await bulkInsert(NotificationModel, rows.slice(0, 2));
      for (const insert of [
        () => bulkInsert(NotificationModel, rows),
        () => inTransaction(() => bulkInsert(NotificationModel, rows)),
      ]) {
        const { duplicates } = await insert();
        expect(duplicates.length).toBeGreaterThanOrEqual(2);
        expect(await countOf(user)).toBe(4);
      }
    });
  });

  test('another error of the driver is no outage', () => {
    expect(isOutage(new mongoose.mongo.MongoServerError({ message: 'bad', code: 2 }))).toBe(false);
    expect(isOutage(new Error('ours'))).toBe(false);
  });
});

describe('a row that was read before its transaction is saved when the transaction starts again', () => {
  test.each([
    ['its own update conflicts', ['update'], 112],
    ['a write after it conflicts', ['insert'], 112],
    ['its commit is undone', ['commitTransaction'], 251],
  ])('%s', async (_what, commands, errorCode) => {
    const saved = await tenant.within(async () => {
      const department = await DepartmentModel.create({ name: 'Before' });
      department.name = 'After';
      await failCommands(commands, { errorCode }, { times: 1 });
      await inTransaction(async () => {
        await department.save();
        await bulkInsert(NotificationModel, rowsFor(newId(), 1));
      });
      department.code = 'D1';
      await department.save();
      return DepartmentModel.findById(department._id).lean();
    });
    expect(saved).toMatchObject({ name: 'After', code: 'D1', revision: 2 });
    await tenant.within(async () => DepartmentModel.deleteMany({}));
  });
});

test('a transaction whose commit is undone starts again after a wait that grows', async () => {
  const waits: number[] = [];
  const held = jest.spyOn(timers, 'setTimeout').mockImplementation(async (ms = 0) => void waits.push(ms));
  await tenant.within(async () => {
    await failCommands(['commitTransaction'], { errorCode: 251 }, { times: 7 });
    await inTransaction(() => DepartmentModel.create({ name: 'Contended' }));
    expect(await DepartmentModel.countDocuments({ name: 'Contended' })).toBe(1);
  });
  held.mockRestore();
  const own = waits.filter(Number.isInteger); // the driver waits for fractions of milliseconds
  expect(own.length).toBe(7);
  // 5 ms, doubled each time; at least half of it.
  for (const [at, ms] of own.entries()) expect([ms >= 2.5 * 2 ** at, ms <= 5 * 2 ** at]).toEqual([true, true]);
});
