import { connect, createServer, type AddressInfo } from 'node:net';
import mongoose from 'mongoose';
import { commandBatches, driverBatches, type FindCommand, rowBatches } from '../../shared/db/batches';
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
      expect(batches[0]).toHaveLength(10);
      expect(
        batches
          .flat()
          .map(({ name }) => ({ name }))
          .sort((a, b) => a.name.localeCompare(b.name)),
      ).toEqual(
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

  test.each([
    ['ascending', 1],
    ['descending', -1],
  ] as const)('the first rows of an order and then the others: each once, %s', async (_name, direction) => {
    const [a, b, c] = await Promise.all([makeTenant(), makeTenant(), makeTenant()]);
    const rows = (count: number, name: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => ({ ...departments[0]!, name: name(at) }));
    await a.within(() =>
      bulkInsert(
        DepartmentModel,
        rows(60, (at) => `Name ${at % 7}`),
      ),
    );
    await b.within(() =>
      bulkInsert(
        DepartmentModel,
        rows(60, () => 'The same'),
      ),
    );
    await c.within(() =>
      bulkInsert(
        DepartmentModel,
        rows(60, (at) => `Name ${at}`),
      ),
    );
    await DepartmentModel.collection.updateMany({ tenantId: c.id, name: /[1-3]$/ }, { $unset: { name: true } });
    for (const tenantOf of [a, b, c])
      await tenantOf.within(async () => {
        const sort = { name: direction, _id: direction };
        const expected = await DepartmentModel.find().sort(sort).select('name').lean();
        const found: unknown[] = [];
        const options = { fields: ['_id', 'name'] as const, sort, first: 10 };
        for await (const batch of rowBatches(DepartmentModel, {}, options)) found.push(...batch);
        expect(found).toEqual(expected);
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

/** The same rows as `read`, asked for by name. */
const findDepartments = (): FindCommand => ({
  find: DepartmentModel.collection.name,
  filter: { tenantId: tenant.id, isDeleted: false },
  projection: { _id: 0, name: 1 },
  batchSize: 20,
});

async function namesOf(batches: AsyncGenerator<{ name: string }[]>): Promise<string[]> {
  const found: string[] = [];
  for await (const batch of batches) found.push(...batch.map(({ name }) => name));
  return found.sort();
}

const LIVE = names.filter((name) => name !== 'Department 7').sort();

describe('topologies and failures (ADR 17)', () => {
  test("the driver's cursor, for sharded clusters, reads the same rows", async () => {
    expect(await namesOf(driverBatches(mongoose.connection, findDepartments()))).toEqual(LIVE);
  });

  test.each([false, true])('a reading of one moment (%s) gives the same rows', async (snapshot) => {
    await tenant.within(async () => {
      const batches = rowBatches(DepartmentModel, {}, { fields: ['name'], first: 10, size: 100, snapshot });
      expect(await namesOf(batches)).toEqual(LIVE);
    });
  });

  test.each([
    ['once: it is sent again', 1, true],
    ['twice: it fails', 2, false],
  ])('a connection that breaks at the first command, %s', async (_name, cuts, succeeds) => {
    const { hostname, port } = new URL(process.env.MONGO_URL ?? '');
    let left = cuts;
    const proxy = createServer((client) => {
      const server = connect(Number(port), hostname);
      for (const socket of [client, server]) socket.on('error', () => undefined);
      client.on('close', () => server.destroy());
      server.on('close', () => client.destroy());
      server.pipe(client);
      client.on('data', (bytes: Buffer) => {
        if (left > 0 && bytes.includes(`find\0`)) {
          left--;
          client.destroy();
        } else server.write(bytes);
      });
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    const { port: proxyPort } = proxy.address() as AddressInfo;
    const connection = await mongoose
      .createConnection(`mongodb://127.0.0.1:${proxyPort}/${mongoose.connection.name}?directConnection=true`)
      .asPromise();
    const reading = namesOf(commandBatches<{ name: string }>(connection, findDepartments(), 100));
    if (succeeds) expect(await reading).toEqual(LIVE);
    else await expect(reading).rejects.toThrow(mongoose.mongo.MongoNetworkError);
    expect(left).toBe(0);
    await connection.close();
    await new Promise((done) => proxy.close(done));
  });
});
