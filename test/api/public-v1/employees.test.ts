import { type Department, DepartmentModel } from '../../../shared/framework/department.model';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { makeEmployee } from '../../factories/evaluation';
import { usePublicApi } from '../../support/public-api';

const api = usePublicApi();
const LONG_AGO = new Date('2026-01-01T10:00:00.500Z');

let department: Department;
let manager: Employee;
let ana: Employee;
let luis: Employee;

beforeAll(async () => {
  const { tenant } = api();
  department = await tenant.within(async () => (await DepartmentModel.create({ name: 'Ingeniería' })).toObject());
  manager = await makeEmployee(tenant, { firstName: 'Marta', lastName: 'Abad' });
  ana = await makeEmployee(tenant, {
    firstName: 'Ana',
    lastName: 'García',
    employeeCode: 'E-1',
    hireDate: '2020-03-01',
    departmentId: department._id,
    managerId: manager._id,
  });
  luis = await makeEmployee(tenant, { firstName: 'Luis', lastName: 'Rojas', status: EmployeeStatus.Terminated });
  await tenant.within(async () => {
    await EmployeeModel.updateMany({}, { $set: { updatedAt: LONG_AGO } }, { timestamps: false });
    await DepartmentModel.updateMany({}, { $set: { updatedAt: LONG_AGO } }, { timestamps: false });
  });
});

const ids = async (query: string): Promise<string[]> =>
  (await api().read(`employees${query}`)).body.items.map((item: { id: string }) => item.id);

describe('all pages by id', () => {
  test('nobody is skipped when rows of the page before are deleted, and totalCount stays that of the filter', async () => {
    const { tenant } = api();
    const some = await Promise.all(
      ['A', 'B', 'C', 'D'].map((firstName) => makeEmployee(tenant, { firstName, lastName: 'Walked' })),
    );
    const all = some.map(({ _id }) => _id).toSorted();
    const first = (await api().read('employees?search=walked&sort=id&pageSize=2')).body;
    expect(first.items.map(({ id }: { id: string }) => id)).toEqual(all.slice(0, 2));
    await tenant.within(() => EmployeeModel.updateOne({ _id: all[0] }, { $set: { isDeleted: true } }));
    const second = (await api().read(`employees?search=walked&sort=id&pageSize=2&after=${all[1]}`)).body;
    expect(second.items.map(({ id }: { id: string }) => id)).toEqual(all.slice(2));
    expect([first.totalCount, second.totalCount]).toEqual([4, 3]);
    await tenant.within(() => EmployeeModel.updateMany({ lastName: 'Walked' }, { $set: { isDeleted: true } }));
  });

  test.each([
    ['sort', 'sort=name'],
    ['after', 'after=3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11'],
    ['after', 'sort=id&page=2&after=3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11'],
  ])('400 on %s: %s', async (field, query) => {
    const { status, body } = await api().read(`employees?${query}`);
    expect([status, body.validationErrors.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
  });
});

describe('GET /api/v1/employees', () => {
  test('a page in the usual shape with rows of exactly the listed fields', async () => {
    const { status, body } = await api().read('employees?search=garcia');
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          id: ana._id,
          employeeCode: 'E-1',
          firstName: 'Ana',
          lastName: 'García',
          fullName: 'Ana García',
          email: ana.email,
          status: 'Active',
          department: 'Ingeniería',
          departmentId: department._id,
          jobProfile: null,
          jobProfileId: null,
          manager: 'Marta Abad',
          managerId: manager._id,
          hireDate: '2020-03-01',
          updatedAt: '2026-01-01T10:00:00Z',
        },
      ],
      totalCount: 1,
      page: 1,
      pageSize: 50,
      totalPages: 1,
    });
  });

  test('filters and pages; pageSize above 200 is served as 200', async () => {
    expect(await ids('')).toEqual([manager._id, ana._id, luis._id]);
    expect(await ids(`?departmentId=${department._id}`)).toEqual([ana._id]);
    expect(await ids('?status=Terminated')).toEqual([luis._id]);
    expect(await ids('?status=2')).toEqual([luis._id]);
    expect(await ids('?page=2&pageSize=2')).toEqual([luis._id]);
    expect((await api().read('employees?pageSize=100000')).body.pageSize).toBe(200);
  });

  test('updatedSince is inclusive, and sees changed names of what a row shows', async () => {
    expect(await ids('?updatedSince=2026-01-01T10:00:00Z')).toHaveLength(3);
    expect(await ids('?updatedSince=2026-01-01T10:00:01Z')).toEqual([]);
    await api().tenant.within(async () =>
      DepartmentModel.updateOne({ _id: department._id }, { $set: { name: 'I+D', code: department.code } }),
    );
    const { body } = await api().read('employees?updatedSince=2026-01-01T10:00:01Z');
    expect(body.items.map((item: { id: string; department: string }) => [item.id, item.department])).toEqual([
      [ana._id, 'I+D'],
    ]);
    expect(body.items[0].updatedAt > '2026-01-01T10:00:01Z').toBe(true);
  });

  test('a removed employee comes with includeDeleted alone: id, updatedAt, isDeleted', async () => {
    const gone = await makeEmployee(api().tenant, { lastName: 'Zúñiga' });
    await api().tenant.within(async () => EmployeeModel.updateOne({ _id: gone._id }, { $set: { isDeleted: true } }));
    expect(await ids('')).not.toContain(gone._id);
    const { body } = await api().read('employees?includeDeleted=true&updatedSince=2026-02-01T00:00:00Z');
    expect(body.items.at(-1)).toEqual({ id: gone._id, updatedAt: expect.any(String), isDeleted: true });
  });

  test.each([
    'page=0',
    'page=x',
    'page=1&page=2',
    'pageSize=0',
    'departmentId=x',
    'status=Gone',
    'updatedSince=yesterday',
    'updatedSince=2026-01-01',
    'includeDeleted=perhaps',
    `search=${'x'.repeat(101)}`,
    `departmentId=${newId()}&departmentId=${newId()}`,
  ])('bad input: ?%s is 400 VALIDATION', async (query) => {
    const { status, body } = await api().read(`employees?${query}`);
    expect([status, body.errorCode, body.validationErrors.length]).toEqual([400, 'VALIDATION', 1]);
  });
});
