import type { QueryFilter } from 'mongoose';
import { listRows } from '../../shared/db/list';
import type { SliceOrder } from '../../shared/db/slice';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { makeEmployees } from '../factories/employee';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { commandsSent } from '../support/command-count';
import { useDatabase } from '../support/database';

useDatabase();

const PAGE_SIZE = 50;
const COUNT = 1_700;
let tenant: TestTenant;

beforeAll(async () => {
  tenant = await makeTenant();
  // Few last names and fewer first names: most marks lie between rows that only their ids tell apart.
  await tenant.within(() =>
    makeEmployees(
      Array.from({ length: COUNT }, (_, at) => ({
        lastName: `Name ${at % 7}`,
        firstName: at % 3 === 0 ? 'Ana' : 'Zoë',
        employeeCode: at % 2 === 0 ? null : `E${at}`,
        departmentId: at % 10 === 0 ? 'sales' : null,
      })),
    ),
  );
});

const BY_NAME: SliceOrder = { lastName: 1, firstName: 1 };
const pageOf = (order: SliceOrder, page: number, filter: QueryFilter<Employee> = {}): Promise<string[]> =>
  tenant.within(async () =>
    (await listRows(EmployeeModel, filter, order, { page, pageSize: PAGE_SIZE })).rows.map(({ _id }) => _id),
  );
const wholeList = (order: SliceOrder, filter: QueryFilter<Employee> = {}): Promise<string[]> =>
  tenant.within(async () =>
    (
      await EmployeeModel.find(filter)
        .sort({ ...order, _id: 1 })
        .lean<Employee[]>()
    ).map(({ _id }) => _id),
  );

test.each<[string, SliceOrder, QueryFilter<Employee>]>([
  ['by name', BY_NAME, {}],
  ['by name, the last first', { lastName: -1, firstName: -1 }, {}],
  ['in two directions', { lastName: 1, firstName: -1 }, {}],
  ['by a field that some rows leave empty', { employeeCode: 1 }, {}],
  ['with conditions of its own', BY_NAME, { $and: [{ departmentId: null }, { firstName: { $in: ['Ana', 'Zoë'] } }] }],
])('every page is a part of the whole list: %s (docs/adr/0026)', async (_name, order, filter) => {
  const whole = await wholeList(order, filter);
  const last = Math.ceil(whole.length / PAGE_SIZE);
  for (const page of [11, 12, 13, last, last - 1, 1, 12, 14, 20, 21, last + 1, last]) {
    const rows = whole.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    expect([page, await pageOf(order, page, filter)]).toEqual([page, rows]);
  }
});

test('pages that are asked for at once find their places', async () => {
  const whole = await wholeList({ firstName: 1, lastName: 1 });
  const pages = [34, 21, 30, 20, 34, 15];
  const found = await Promise.all(pages.map((page) => pageOf({ firstName: 1, lastName: 1 }, page)));
  expect(found).toEqual(pages.map((page) => whole.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)));
});

test('a far page starts where an earlier one began, also one that was left since', async () => {
  const read = async (page: number): Promise<number> => {
    const commands = await commandsSent(() => pageOf({ lastName: -1, firstName: 1 }, page));
    return commands.find(({ commandName }) => commandName === 'find')?.command.skip ?? 0;
  };
  const skips = [await read(20), await read(21), await read(22), await read(30), await read(30), await read(21)];
  expect(skips).toEqual([950, 50, 50, 1_450, 0, 0]);
});

test('a change of the rows is seen on far pages', async () => {
  await pageOf(BY_NAME, 30);
  await tenant.within(() => makeEmployees([{ lastName: 'A', firstName: 'A' }]));
  const whole = await wholeList(BY_NAME);
  expect(await pageOf(BY_NAME, 30)).toEqual(whole.slice(29 * PAGE_SIZE, 30 * PAGE_SIZE));
});
