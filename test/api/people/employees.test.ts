import { DepartmentModel } from '../../../shared/framework/department.model';
import { JobProfileModel } from '../../../shared/framework/job-profile.model';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { makeEmployee } from '../../factories/employee';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { holdClock } from '../../support/held-clock';
import { useService } from '../../support/service';

holdClock();
const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const UNKNOWN = '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11';
let serial = 0;
const person = (fields: object = {}) => {
  serial += 1;
  return { firstName: 'Ana', lastName: `García ${serial}`, email: `ana${serial}@acme.example`, ...fields };
};
const create = (fields: object = {}, token = tenant.hr) =>
  service().call('post', '/api/employees', token).send(person(fields));
const put = (id: string, body: object, token = tenant.hr) =>
  service().call('put', `/api/employees/${id}`, token).send(body);
const names = (answer: { body: { items: { fullName: string }[] } }) => answer.body.items.map((item) => item.fullName);

describe('create and read', () => {
  test('201 with every field, the names of references, Location and ETag; created Active', async () => {
    const [department, profile, manager] = await tenant.within(async () => [
      await DepartmentModel.create({ name: 'Ventas' }),
      await JobProfileModel.create({ name: 'Seller', code: 'SEL', requirements: [] }),
      await makeEmployee({ firstName: 'Luis', lastName: 'Jefe' }),
    ]);
    const references = { departmentId: department._id, jobProfileId: profile._id, managerId: manager._id };
    const answer = await create({
      ...references,
      firstName: ' María ',
      lastName: 'Núñez',
      email: ' Maria.Nunez@ACME.example ',
      employeeCode: ' E-1 ',
      hireDate: '2024-02-29T10:00:00Z',
      status: 'Terminated',
    });
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...references,
      department: 'Ventas',
      jobProfile: 'Seller',
      manager: 'Luis Jefe',
      employeeCode: 'E-1',
      firstName: 'María',
      lastName: 'Núñez',
      fullName: 'María Núñez',
      email: 'maria.nunez@acme.example',
      status: 'Active',
      hireDate: '2024-02-29',
      terminationDate: null,
      photoFileId: null,
      userId: null,
      hasSignedIn: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updatedAt: expect.any(String),
      revision: 0,
    });
    expect(answer.status).toBe(201);
    expect([answer.headers.location, answer.headers.etag]).toEqual([
      `/api/employees/${answer.body.id}`,
      expect.stringMatching(/^"0-/),
    ]);
    const read = await service().call('get', answer.headers.location ?? '', tenant.admin);
    expect([read.status, read.body]).toEqual([200, answer.body]);
  });

  test('the account of the employee is shown as userId', async () => {
    const { body } = await create();
    await tenant.signedIn({ employeeId: body.id });
    const read = await service().call('get', `/api/employees/${body.id}`, tenant.hr);
    expect(read.body.userId).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
  });

  test.each([
    ['no first name', { firstName: undefined }, 'firstName'],
    ['a blank last name', { lastName: '  ' }, 'lastName'],
    ['a first name of 101', { firstName: 'x'.repeat(101) }, 'firstName'],
    ['no email', { email: undefined }, 'email'],
    ['an email without @', { email: 'ana.acme.example' }, 'email'],
    ['an operator as email', { email: { $ne: null } }, 'email'],
    ['an employee code of 51', { employeeCode: 'x'.repeat(51) }, 'employeeCode'],
    ['a malformed id', { id: '7' }, 'id'],
    ['a malformed department', { departmentId: 'x' }, 'departmentId'],
    ['an unknown department', { departmentId: UNKNOWN }, 'departmentId'],
    ['an unknown manager', { managerId: UNKNOWN }, 'managerId'],
    ['an unknown job profile', { jobProfileId: UNKNOWN }, 'jobProfileId'],
    ['a day that is not in the calendar', { hireDate: '2024-02-30' }, 'hireDate'],
    ['a word as hire date', { hireDate: 'soon' }, 'hireDate'],
    ['oneself as manager', { id: UNKNOWN, managerId: UNKNOWN }, 'managerId'],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, fields, field) => {
    const answer = await create(fields);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors).toMatchObject([{ field, message: expect.any(String) }]);
  });

  test('references of another tenant are unknown', async () => {
    const other = await makeTenant();
    const foreign = await other.within(() => makeEmployee());
    const answer = await create({ managerId: foreign._id });
    expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, 'managerId']);
  });

  test('email (any case), employee code and id are unique; a deleted employee frees them', async () => {
    const { body } = await create({ email: 'unique@acme.example', employeeCode: 'U-1' });
    for (const taken of [{ email: 'UNIQUE@acme.example' }, { employeeCode: 'U-1' }, { id: body.id }]) {
      const answer = await create(taken);
      expect([taken, answer.status, answer.body.errorCode]).toEqual([taken, 409, 'CONFLICT']);
    }
    expect((await service().call('delete', `/api/employees/${body.id}`, tenant.hr)).status).toBe(204);
    expect((await create({ email: 'unique@acme.example', employeeCode: 'U-1' })).status).toBe(201);
    expect((await create({ id: body.id })).status).toBe(409);
  });

  test('of parallel creates with one email exactly one wins', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ email: 'race@acme.example' })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });
});

describe('lists', () => {
  let listed: TestTenant;
  let department: string;
  beforeAll(async () => {
    listed = await makeTenant();
    await listed.within(async () => {
      department = (await DepartmentModel.create({ name: 'IT' }))._id;
      await makeEmployee({ firstName: 'Zoe', lastName: 'Álvarez', email: 'zoe@x.example', departmentId: department });
      await makeEmployee({ firstName: 'Ben', lastName: 'Brown', employeeCode: 'B-77', status: EmployeeStatus.OnLeave });
      await makeEmployee({ firstName: 'Al', lastName: 'Cole', status: EmployeeStatus.Terminated });
      await makeEmployee({ firstName: 'Abe', lastName: 'Brown' });
      await makeEmployee({ firstName: 'Gone', lastName: 'Away', isDeleted: true });
    });
  });
  const list = (query: string) => service().call('get', `/api/employees${query}`, listed.hr);

  test('by last name, then first name; deleted ones are not there', async () => {
    const all = await list('');
    expect(names(all)).toEqual(['Zoe Álvarez', 'Abe Brown', 'Ben Brown', 'Al Cole']);
    expect(all.body).toMatchObject({ totalCount: 4, page: 1, pageSize: 50, totalPages: 1 });
    expect(names(await list('?page=2&pageSize=3'))).toEqual(['Al Cole']);
  });

  test.each([
    ['by name without accents', '?search=zoe%20alvarez', ['Zoe Álvarez']],
    ['by email', '?search=ZOE@X', ['Zoe Álvarez']],
    ['by employee code', '?search=b-77', ['Ben Brown']],
    ['literally, not as a pattern', '?search=.*', []],
    ['by status name', '?status=OnLeave', ['Ben Brown']],
    ['by status number', '?status=2', ['Al Cole']],
    ['by status and search', '?status=Active&search=brown', ['Abe Brown']],
    ['by an unknown department', `?departmentId=${UNKNOWN}`, []],
  ])('found %s', async (_case, query, expected) => {
    expect(names(await list(query))).toEqual(expected);
  });

  test.each([
    ['by name, descending', '?sort=-name', ['Al Cole', 'Ben Brown', 'Abe Brown', 'Zoe Álvarez']],
    ['by status, then in a stable order', '?sort=-status&pageSize=1', ['Al Cole']],
    ['by employee code, descending', '?sort=-employeeCode&pageSize=1', ['Ben Brown']],
  ])('sorted %s', async (_case, query, expected) => {
    expect(names(await list(query))).toEqual(expected);
  });

  test('by department, with its name', async () => {
    const found = await list(`?departmentId=${department}`);
    expect(found.body.items).toEqual([expect.objectContaining({ fullName: 'Zoe Álvarez', department: 'IT' })]);
  });

  test('by manager: the direct reports alone', async () => {
    const other = await makeTenant();
    const manager = await other.within(async () => {
      const { _id } = await makeEmployee();
      const report = await makeEmployee({ firstName: 'Direct', lastName: 'Report', managerId: _id });
      await makeEmployee({ managerId: report._id });
      return _id;
    });
    const query = `/api/employees?managerId=${manager}`;
    expect(names(await service().call('get', query, other.hr))).toEqual(['Direct Report']);
    expect((await list(`?managerId=${manager}`)).body.totalCount).toBe(0);
  });

  test.each([
    ['an unknown status', '?status=Fired', 'status'],
    ['a malformed manager', '?managerId=x', 'managerId'],
    ['a number without status', '?status=3', 'status'],
    ['a malformed department', '?departmentId=x', 'departmentId'],
    ['an unknown order', '?sort=passwordHash', 'sort'],
    ['an inherited name as order', '?sort=constructor', 'sort'],
    ['page 0', '?page=0', 'page'],
    ['a long search', `?search=${'x'.repeat(101)}`, 'search'],
  ])('bad query: %s is 400 VALIDATION', async (_case, query, field) => {
    const answer = await list(query);
    expect([answer.status, answer.body.validationErrors?.[0].field]).toEqual([400, field]);
  });

  test('options are the Active ones, or those of a status', async () => {
    const options = await list('/options');
    expect(options.body).toEqual([
      { id: expect.any(String), name: 'Zoe Álvarez', employeeCode: null, email: 'zoe@x.example' },
      { id: expect.any(String), name: 'Abe Brown', employeeCode: null, email: expect.any(String) },
    ]);
    const onLeave = await list('/options?status=1');
    expect(onLeave.body.map((option: { name: string }) => option.name)).toEqual(['Ben Brown']);
  });
});

describe('edit', () => {
  test('absent stays, null clears, the full name and the search follow', async () => {
    const { body } = await create({ employeeCode: 'P-1', hireDate: '2020-01-01' });
    const edited = await put(body.id, { lastName: 'Pérez', employeeCode: null });
    expect(edited.status).toBe(200);
    expect(edited.body).toMatchObject({
      fullName: 'Ana Pérez',
      employeeCode: null,
      hireDate: '2020-01-01',
      revision: 1,
    });
    expect(edited.headers.etag).toMatch(/^"1-/);
    expect(names(await service().call('get', '/api/employees?search=ana%20perez', tenant.hr))).toEqual(['Ana Pérez']);
  });

  test('a stale If-Match is 412, and nothing is changed', async () => {
    const { body } = await create();
    await put(body.id, { lastName: 'Nueva' });
    const stale = await put(body.id, { lastName: 'Vieja' }).set('If-Match', '"0"');
    expect([stale.status, stale.body.errorCode]).toEqual([412, 'PRECONDITION_FAILED']);
    const fresh = await put(body.id, { firstName: 'Eva' }).set('If-Match', '"1"');
    expect([fresh.status, fresh.body.fullName]).toEqual([200, 'Eva Nueva']);
  });

  test('unknown, malformed and foreign ids are the same 404 to the byte, for every method', async () => {
    const other = await makeTenant();
    const foreign = await other.within(() => makeEmployee());
    const bodies = new Set<string>();
    for (const id of [UNKNOWN, 'x', foreign._id])
      for (const method of ['get', 'put', 'delete'] as const) {
        const answer = await service().call(method, `/api/employees/${id}`, tenant.hr).send({ lastName: 'Stolen' });
        expect([id, method, answer.status]).toEqual([id, method, 404]);
        bodies.add(answer.text);
      }
    expect(bodies.size).toBe(1);
    expect(await other.within(() => EmployeeModel.findById(foreign._id).lean<Employee>())).toMatchObject({
      revision: 0,
    });
  });

  test('null leaves what an employee must have as it is', async () => {
    const { body } = await create();
    for (const field of ['firstName', 'lastName', 'email', 'status']) {
      const answer = await put(body.id, { [field]: null });
      expect([answer.status, answer.body[field]]).toEqual([200, body[field]]);
    }
  });

  test('taking the email of another is 409', async () => {
    await create({ email: 'first@acme.example' });
    const { body } = await create();
    const answer = await put(body.id, { email: 'First@acme.example' });
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'CONFLICT']);
  });
});

describe('status', () => {
  const today = () => new Date().toISOString().slice(0, 10);

  test('Terminated sets the termination date, Active clears it; only status in the body is valid', async () => {
    const { body } = await create();
    const terminated = await put(body.id, { status: 'Terminated' });
    expect([terminated.status, terminated.body.status]).toEqual([200, 'Terminated']);
    expect(terminated.body.terminationDate).toBe(today());
    const again = await put(body.id, { status: 'Active' });
    expect(again.body).toMatchObject({ status: 'Active', terminationDate: null });
  });

  test('a given termination date stays through later edits', async () => {
    const { body } = await create({ hireDate: '2020-01-01' });
    await put(body.id, { status: 'Terminated', terminationDate: '2025-06-30' });
    const later = await put(body.id, { lastName: 'Otra' });
    expect(later.body).toMatchObject({ status: 'Terminated', terminationDate: '2025-06-30' });
  });

  test.each([
    ['a termination date of an Active employee', { terminationDate: '2025-06-30' }, 'terminationDate'],
    ['one before the hire date', { status: 'Terminated', terminationDate: '2019-12-31' }, 'terminationDate'],
    ['an unknown status', { status: 'Fired' }, 'status'],
  ])('%s is 400 VALIDATION', async (_case, fields, field) => {
    const { body } = await create({ hireDate: '2020-01-01' });
    const answer = await put(body.id, fields);
    expect([answer.status, answer.body.validationErrors?.[0].field]).toEqual([400, field]);
  });
});

describe('the manager chain has no loops', () => {
  async function chain(): Promise<[top: string, middle: string, bottom: string]> {
    const top = (await create()).body.id;
    const middle = (await create({ managerId: top })).body.id;
    const bottom = (await create({ managerId: middle })).body.id;
    return [top, middle, bottom];
  }

  test('not oneself, not someone below; moving elsewhere is fine', async () => {
    const [top, middle, bottom] = await chain();
    for (const managerId of [top, middle, bottom]) {
      const answer = await put(top, { managerId });
      expect([answer.status, answer.body.validationErrors?.[0].field]).toEqual([400, 'managerId']);
    }
    expect((await put(bottom, { managerId: top })).body.managerId).toBe(top);
    expect((await put(middle, { managerId: bottom })).status).toBe(200);
    expect((await put(middle, { managerId: null })).body).toMatchObject({ managerId: null, manager: null });
  });

  test('two parallel edits that would close a loop together: one is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [(await create()).body.id, (await create()).body.id];
      const answers = await Promise.all([put(a, { managerId: b }), put(b, { managerId: a })]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    }
  });
});

describe('delete', () => {
  test('is soft: gone from reads, still a row', async () => {
    const { body } = await create();
    const path = `/api/employees/${body.id}`;
    const gone = await service().call('delete', path, tenant.hr);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await service().call('get', path, tenant.hr)).status).toBe(404);
    expect((await service().call('delete', path, tenant.hr)).status).toBe(404);
    const row = await tenant.within(() => EmployeeModel.findOne({ _id: body.id, isDeleted: true }).lean<Employee>());
    expect(row).toMatchObject({ email: body.email });
  });

  test('direct reports are without a manager then, and the audit entry says how many they were', async () => {
    const { body } = await create();
    const reports = [(await create({ managerId: body.id })).body, (await create({ managerId: body.id })).body];
    const below = (await create({ managerId: reports[0].id })).body;
    expect((await service().call('delete', `/api/employees/${body.id}`, tenant.hr)).status).toBe(204);
    const shown = async (id: string) => (await service().call('get', `/api/employees/${id}`, tenant.hr)).body;
    for (const { id, firstName } of reports) expect(await shown(id)).toMatchObject({ firstName, managerId: null });
    expect((await shown(below.id)).managerId).toBe(reports[0].id);
    const audit = `/api/audit-logs?entityId=${body.id}&eventType=employee.deleted`;
    const { items } = (await service().call('get', audit, tenant.admin)).body;
    expect(items).toHaveLength(1);
    expect(items[0].changes).toEqual([{ field: 'directReports', before: 2, after: 0 }]);
  });
});

describe('who may', () => {
  test.each([
    ['get', '/api/employees'],
    ['get', '/api/employees/options'],
    ['get', `/api/employees/${UNKNOWN}`],
    ['post', '/api/employees'],
    ['put', `/api/employees/${UNKNOWN}`],
    ['delete', `/api/employees/${UNKNOWN}`],
    ['post', '/api/employees/import-csv'],
    ['get', `/api/employees/${UNKNOWN}/photo`],
    ['post', `/api/employees/${UNKNOWN}/photo`],
    ['delete', `/api/employees/${UNKNOWN}/photo`],
  ] as const)('%s %s: no token 401, an ordinary user 403, both without body', async (method, path) => {
    const anonymous = await service().call(method, path);
    expect([anonymous.status, anonymous.text]).toEqual([401, '']);
    const user = await service().call(method, path, tenant.user);
    expect([user.status, user.text]).toEqual([403, '']);
  });
});

test('a hire date with a time and an offset is the day that is written', async () => {
  const { body } = await create({ hireDate: '2024-03-01T00:00:00+02:00' });
  expect(body.hireDate).toBe('2024-03-01');
  const changed = await put(body.id, { hireDate: '2024-02-29T23:30:00-05:00' });
  expect(changed.body.hireDate).toBe('2024-02-29');
});

test('a manager who has left is refused as a new one, and stays where one is already', async () => {
  const { _id: left } = await tenant.within(() => makeEmployee({ status: EmployeeStatus.Terminated }));
  const { _id: ana } = await tenant.within(() => makeEmployee({ managerId: left }));
  const { _id: ben } = await tenant.within(() => makeEmployee());
  const refused = { validationErrors: [expect.objectContaining({ field: 'managerId', code: 'HAS_LEFT' })] };
  const created = await create({ managerId: left });
  expect([created.status, created.body]).toEqual([400, expect.objectContaining(refused)]);
  const changed = await put(ben, { managerId: left });
  expect([changed.status, changed.body]).toEqual([400, expect.objectContaining(refused)]);
  expect((await put(ana, { firstName: 'Anna', managerId: left })).status).toBe(200);
  const bulk = await service()
    .call('post', '/api/employees/bulk', tenant.hr)
    .send({ ids: [ben], action: 'manager', values: { managerId: left } });
  expect([bulk.status, bulk.body.validationErrors?.[0]?.field]).toEqual([400, 'values.managerId']);
});
