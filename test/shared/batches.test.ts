import mongoose from 'mongoose';
import { allRows, BATCH_ROWS, rowBatches, rowsByKey } from '../../shared/db/batches';
import { bulkInsert } from '../../shared/db/bulk';
import { DepartmentModel } from '../../shared/framework/department.model';
import { GapModel } from '../../shared/insight/gaps/gap.model';
import { newId } from '../../shared/kernel/ids';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { commandsOf } from '../support/command-count';
import { useDatabase } from '../support/database';

useDatabase();

const ROWS = 2 * BATCH_ROWS + 250;
const names = Array.from({ length: ROWS }, (_, at) => `Department ${at}`);
const departments = names.map((name) => ({
  name,
  code: null,
  managerId: null,
  parentId: null,
  isDeleted: false,
}));
const LIVE = names.filter((name) => name !== 'Department 7').sort();
let tenant: TestTenant;

beforeAll(async () => {
  const other = await makeTenant();
  await other.within(() => bulkInsert(DepartmentModel, departments.slice(0, 10)));
  tenant = await makeTenant();
  await tenant.within(async () => {
    await bulkInsert(DepartmentModel, departments);
    await DepartmentModel.updateOne({ name: 'Department 7' }, { $set: { isDeleted: true } });
  });
});

const read = () => rowBatches(DepartmentModel, {}, { fields: ['name'] });

describe('many rows, batch by batch', () => {
  test('the rows of the tenant that are not deleted, with the wanted fields alone', async () => {
    await tenant.within(async () => {
      const batches: { name: string }[][] = [];
      for await (const batch of read()) batches.push(batch);
      expect(batches.map(({ length }) => length)).toEqual([BATCH_ROWS, BATCH_ROWS, 249]);
      const rows = batches.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
      expect(rows).toEqual(LIVE.map((name) => ({ name })));
    });
  });

  test('no rows: no batch', async () => {
    await tenant.within(async () => {
      for await (const batch of rowBatches(DepartmentModel, { name: 'None' }, { fields: ['name'] }))
        throw new Error(`${batch.length} rows`);
    });
  });

  test.each([1, -1] as const)('in the order that is asked for: %s', async (direction) => {
    await tenant.within(async () => {
      const found: string[] = [];
      for await (const batch of rowBatches(DepartmentModel, {}, { fields: ['name'], sort: { name: direction } }))
        found.push(...batch.map(({ name }) => name));
      expect(found).toEqual(direction === 1 ? LIVE : LIVE.toReversed());
    });
  });

  test('all rows as they are at one moment', async () => {
    await tenant.within(async () => {
      const rows = await allRows(DepartmentModel, {}, ['name']);
      expect(rows.map(({ name }) => name).sort()).toEqual(LIVE);
    });
  });

  test('a reader who stops closes the cursor; one who reads to the end asks for nothing more', async () => {
    const stopped = await commandsOf(() =>
      tenant.within(async () => {
        for await (const batch of read()) if (batch.length > 0) break;
      }),
    );
    expect(stopped.filter((command) => command.startsWith('killCursors'))).toHaveLength(1);
    const whole = await commandsOf(() =>
      tenant.within(async () => {
        for await (const batch of read()) expect(batch.length).toBeGreaterThan(0);
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
      for await (const batch of read()) {
        rows += batch.length;
        await Promise.all(losses);
      }
    });
    await expect(reading).rejects.toThrow(/cursor/i);
    client.off('commandSucceeded', lose);
    expect([rows > 0, rows < ROWS - 1]).toEqual([true, true]);
  });
});

describe('rows by key, a request for each batch', () => {
  /** Rows of one request. */
  const REQUEST = 2_500;
  const runId = newId();
  const employees = Array.from({ length: 5 }, newId).sort();
  const requirements = Array.from({ length: REQUEST / 4 }, newId).sort();
  const expected = employees.flatMap((employeeId) =>
    requirements.map((requirementId) => ({ employeeId, requirementId })),
  );
  const key = ['employeeId', 'requirementId'] as const;

  beforeAll(async () => {
    const figures = { requirement: 'R', requiredLevel: 4, isCritical: true, currentLevel: 2, gapLevel: 2 };
    const place = { runId, cycleId: null, departmentId: null, jobProfileId: null, priority: 1 as const };
    await tenant.within(() =>
      bulkInsert(
        GapModel,
        expected.toReversed().map((row) => ({ ...place, ...figures, ...row })),
      ),
    );
  });

  async function read(options: { from?: string[]; take?: number } = {}): Promise<(typeof expected)[]> {
    const batches: (typeof expected)[] = [];
    await tenant.within(async () => {
      for await (const batch of rowsByKey(GapModel, { runId }, { fields: key, key, ...options })) batches.push(batch);
    });
    return batches;
  }

  test('every row once, in the order of the key', async () => {
    const batches = await read();
    expect(batches.map(({ length }) => length)).toEqual([REQUEST, REQUEST / 4]);
    expect(batches.flat()).toEqual(expected);
  });

  test('from a key on, with itself', async () => {
    const { employeeId, requirementId } = expected[700]!;
    expect((await read({ from: [employeeId, requirementId] })).flat()).toEqual(expected.slice(700));
  });

  test('a reader who takes few asks for few, and leaves no cursor', async () => {
    const commands = await commandsOf(() =>
      tenant.within(async () => {
        for await (const batch of rowsByKey(GapModel, { runId }, { fields: key, key, take: 3 })) {
          expect(batch).toEqual(expected.slice(0, 3));
          break;
        }
      }),
    );
    expect(commands).toEqual([`find ${GapModel.collection.name}`]);
  });

  test('for a reader of all the next batch is asked for while the reader works on this one', async () => {
    let asked = 0;
    const client = mongoose.connection.getClient();
    const second = new Promise<void>((resolve) => {
      client.on('commandStarted', function count({ command }: mongoose.mongo.CommandStartedEvent) {
        if (command.find !== GapModel.collection.name || ++asked < 2) return;
        client.off('commandStarted', count);
        resolve();
      });
    });
    await tenant.within(async () => {
      for await (const batch of rowsByKey(GapModel, { runId }, { fields: key, key })) {
        await second;
        expect(batch).toHaveLength(REQUEST);
        break;
      }
    });
  });
});
