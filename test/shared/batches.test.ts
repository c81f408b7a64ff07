import mongoose from 'mongoose';
import { rowBatches } from '../../shared/db/batches';
import { bulkInsert } from '../../shared/db/bulk';
import { DepartmentModel } from '../../shared/people/department.model';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { commandsOf } from '../support/command-count';
import { useDatabase } from '../support/database';

useDatabase();

const ROWS = 250;
const names = Array.from({ length: ROWS }, (_, at) => `Department ${at}`);
const departments = names.map((name) => ({
  name,
  searchText: name.toLowerCase(),
  code: null,
  managerId: null,
  parentId: null,
  isDeleted: false,
}));
let tenant: TestTenant;

beforeAll(async () => {
  const other = await makeTenant();
  await other.within(() => bulkInsert(DepartmentModel, departments));
  tenant = await makeTenant();
  await tenant.within(async () => {
    await bulkInsert(DepartmentModel, departments);
    await DepartmentModel.updateOne({ name: 'Department 7' }, { $set: { isDeleted: true } });
  });
});

const read = (options: { size?: number; first?: number }) =>
  rowBatches(DepartmentModel, {}, { fields: ['name'], ...options });

describe('many rows, batch by batch', () => {
  test('the rows of the tenant that are not deleted, with the wanted fields alone; a few of them first', async () => {
    await tenant.within(async () => {
      const batches: { name: string }[][] = [];
      for await (const batch of read({ size: 100, first: 10 })) batches.push(batch);
      expect(batches.map((batch) => batch.length)).toEqual([10, 100, 100, 39]);
      expect(batches.flat().sort((a, b) => a.name.localeCompare(b.name))).toEqual(
        names
          .filter((name) => name !== 'Department 7')
          .map((name) => ({ name }))
          .sort((a, b) => a.name.localeCompare(b.name)),
      );
    });
  });

  test('no rows: no batch; as many rows as a batch has: one', async () => {
    await tenant.within(async () => {
      for await (const batch of rowBatches(DepartmentModel, { name: 'None' }, { fields: ['name'] }))
        throw new Error(`${batch.length} rows`);
      const sizes: number[] = [];
      for await (const batch of read({ size: ROWS - 1 })) sizes.push(batch.length);
      expect(sizes).toEqual([ROWS - 1]);
    });
  });

  test('a reader who stops closes the cursor; one who reads to the end asks for nothing more', async () => {
    const stopped = await commandsOf(() =>
      tenant.within(async () => {
        for await (const batch of read({ size: 10 })) if (batch.length === 10) break;
      }),
    );
    expect(stopped.filter((command) => command.startsWith('killCursors'))).toHaveLength(1);
    const whole = await commandsOf(() =>
      tenant.within(async () => {
        for await (const batch of read({ size: 100 })) expect(batch.length).toBeGreaterThan(0);
      }),
    );
    expect(whole.filter((command) => command.startsWith('killCursors'))).toEqual([]);
  });

  test('a cursor that the database loses midway is an error, never an end', async () => {
    const { name } = DepartmentModel.collection;
    const client = mongoose.connection.getClient();
    const losses: Promise<unknown>[] = [];
    const lose = ({ commandName, reply }: mongoose.mongo.CommandSucceededEvent): void => {
      if (commandName !== 'find') return;
      const { id } = (reply as { cursor: { id: mongoose.mongo.Long } }).cursor;
      losses.push(client.db(mongoose.connection.name).command({ killCursors: name, cursors: [id] }));
    };
    client.on('commandSucceeded', lose);
    let rows = 0;
    const reading = tenant.within(async () => {
      for await (const batch of read({ size: 1 })) rows += batch.length;
    });
    await expect(reading).rejects.toThrow(/cursor/i);
    client.off('commandSucceeded', lose);
    await Promise.all(losses);
    expect([rows > 0, rows < ROWS - 1]).toEqual([true, true]);
  });
});
