import { newId } from '../../shared/kernel/ids';
import { EmployeeStatus } from '../../shared/people/employee-status';
import { AuditLogModel } from '../../shared/platform/audit/audit-log.model';
import { makeAccount, PASSWORD } from '../factories/account';
import { makeEmployee } from '../factories/employee';
import { makeTenant, type TestTenant } from '../factories/tenant';
import { codeOf } from '../factories/two-factor';
import { useService } from '../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
let owner: string;
beforeAll(async () => {
  tenant = await makeTenant();
  owner = await tenant.signedIn({ employeeId: (await tenant.within(() => makeEmployee()))._id });
});

type Method = 'get' | 'post' | 'put' | 'delete';
const call = (method: Method, path: string, token = tenant.hr) => service().call(method, `/api${path}`, token);

describe('an id is accepted in either case and stored in lower case', () => {
  test('in bodies, paths and queries; also as a reference', async () => {
    const id = newId();
    const upper = id.toUpperCase();
    const created = await call('post', '/departments').send({ id: upper, name: `Sales ${id}` });
    expect([created.status, created.body.id, created.headers.location]).toEqual([201, id, `/api/departments/${id}`]);
    expect((await call('get', `/departments/${upper}`)).body.id).toBe(id);
    const again = await call('post', '/departments').send({ id, name: 'Again' });
    expect([again.status, again.body.errorCode]).toEqual([409, 'CONFLICT']);
    const person = { firstName: 'Ana', lastName: 'Ruiz', email: `${id}@example.test`, departmentId: upper };
    const employee = await call('post', '/employees').send(person);
    expect([employee.status, employee.body.departmentId]).toEqual([201, id]);
    expect((await call('get', `/employees?departmentId=${upper}`)).body.totalCount).toBe(1);
  });

  test('text that looks like an id stays as it was sent', async () => {
    const code = newId().toUpperCase();
    const { body } = await call('post', '/departments').send({ name: code, code });
    expect([body.name, body.code]).toEqual([code, code]);
  });
});

describe('the ETag of every answer changes with whatever the answer shows', () => {
  const tagOf = async (path: string, token = tenant.hr) => String((await call('get', path, token)).headers.etag);

  test('an employee’s with the name of the department, while If-Match compares the employee alone', async () => {
    const department = (await call('post', '/departments').send({ name: 'Before' })).body.id;
    const person = { firstName: 'Eva', lastName: 'Ruiz', email: `${newId()}@example.test`, departmentId: department };
    const path = `/employees/${(await call('post', '/employees').send(person)).body.id}`;
    const before = await tagOf(path);
    await call('put', `/departments/${department}`).send({ name: 'After' });
    const after = await tagOf(path);
    expect(after).not.toBe(before);
    expect((await call('get', path).set('If-None-Match', before)).body.department).toBe('After');
    expect((await call('get', path).set('If-None-Match', after)).status).toBe(304);
    expect((await call('put', path).set('If-Match', before).send({ firstName: 'Eve' })).status).toBe(200);
    for (const stale of [before, '"0"', 'W/"1"', '1', '"x"'])
      expect([stale, (await call('put', path).set('If-Match', stale).send({})).status]).toEqual([stale, 412]);
    for (const fresh of ['"1"', '*', `"0", ${await tagOf(path)}`])
      expect([fresh, (await call('put', path).set('If-Match', fresh).send({})).status]).toEqual([fresh, 200]);
  });

  test('my-profile’s with password, two-factor authentication and roles', async () => {
    const account = await makeAccount(tenant.id, { credential: { mustChangePassword: true } });
    const body = { email: account.email, password: PASSWORD, tenantSlug: tenant.slug };
    const token: string = (await service().call('post', '/api/auth/token').send(body)).body.accessToken;
    const tags = [await tagOf('/my-profile', token)];
    const change = { currentPassword: PASSWORD, newPassword: 'brisk-heron-lantern-77' };
    await call('post', '/my-profile/change-password', token).send(change).expect(200);
    const changed = await call('get', '/my-profile', token).set('If-None-Match', tags[0] ?? '');
    expect([changed.status, changed.body.mustChangePassword]).toEqual([200, false]);
    tags.push(String(changed.headers.etag));
    const { secret } = (
      await call('post', '/my-profile/two-factor/setup', token).send({ password: change.newPassword })
    ).body;
    await call('post', '/my-profile/two-factor/enable', token)
      .send({ code: codeOf(secret) })
      .expect(200);
    tags.push(await tagOf('/my-profile', token));
    await call('put', `/users-admin/${account.id}`, tenant.admin).send({ roles: ['HRManager'] });
    tags.push(await tagOf('/my-profile', token));
    expect(new Set(tags).size).toBe(4);
  });
});

describe('parts take an optional id, and a plan’s actions are a list', () => {
  test('plan actions: the id is kept, a taken one is 409, a repeated one 400; the list has pages', async () => {
    const [first, second] = [newId(), newId()];
    const plan = await call('post', '/development-plans', owner).send({
      title: 'Grow',
      actions: [{ id: first.toUpperCase(), title: 'Read' }],
    });
    expect([plan.status, plan.body.actions[0].id]).toEqual([201, first]);
    const path = `/development-plans/${plan.body.id}/actions`;
    const added = await call('post', path, owner).send({ id: second, title: 'Write' });
    expect([added.status, added.headers.location]).toEqual([201, `/api${path}/${second}`]);
    const taken = await call('post', path, owner).send({ id: first, title: 'Again' });
    expect([taken.status, taken.body.errorCode]).toEqual([409, 'CONFLICT']);
    const repeated = await call('post', '/development-plans', owner).send({
      title: 'Twice',
      actions: [
        { id: first, title: 'A' },
        { id: first, title: 'B' },
      ],
    });
    expect([repeated.status, repeated.body.validationErrors[0].field]).toEqual([400, 'actions[1].id']);
    const list = await call('get', `${path}?pageSize=1&page=2`, owner);
    expect(list.body).toMatchObject({ items: [{ id: second, title: 'Write' }], totalCount: 2, page: 2, totalPages: 2 });
    expect((await call('get', path, tenant.user)).status).toBe(404);
    expect((await call('get', `/development-plans/${newId()}/actions`, owner)).status).toBe(404);
  });

  test('key results: the same', async () => {
    const [first, second] = [newId(), newId()];
    const keyResults = [{ id: first, title: 'Lessons', targetValue: 10 }];
    const goal = await call('post', '/goals', owner).send({ title: 'Learn', level: 'Individual', keyResults });
    expect([goal.status, goal.body.keyResults[0].id]).toEqual([201, first]);
    const add = (id: string) =>
      call('post', `/goals/${goal.body.id}/key-results`, owner).send({ id, title: 'More', targetValue: 2 });
    expect((await add(second)).body.id).toBe(second);
    expect((await add(first)).status).toBe(409);
    const repeated = await call('post', '/goals', owner).send({
      title: 'Twice',
      level: 'Individual',
      keyResults: [...keyResults, ...keyResults],
    });
    expect(repeated.body.validationErrors[0].field).toBe('keyResults[1].id');
  });
});

describe('texts as people type them', () => {
  const person = (fields: object) => ({ firstName: 'Ana', lastName: 'Gil', email: `${newId()}@acme.test`, ...fields });
  const create = (fields: object) => call('post', '/employees', tenant.hr).send(person(fields));

  test('are stored in composed form, without invisible characters at their ends', async () => {
    const email = `${newId()}@acme.test`;
    const { body } = await create({ firstName: '\ufeffMari\u0301a\u200b', email: ` ${email}\u200b` });
    expect([body.firstName, body.email]).toEqual(['Mar\u00eda', email]);
    expect((await create({ email })).status).toBe(409);
  });

  test.each([
    ['a name that shows nothing', { firstName: '\u3164' }, 'firstName'],
    ['a name of signs', { lastName: '--' }, 'lastName'],
    ['a line break in a name', { firstName: 'Ana\nMaria' }, 'firstName'],
    ['an invisible character in an email', { email: 'a\u200bb@acme.test' }, 'email'],
    ['an invisible character in a code', { employeeCode: 'E\u200b1' }, 'employeeCode'],
  ])('%s is 400', async (_what, fields, field) => {
    const { status, body } = await create(fields);
    expect([status, body.validationErrors?.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
  });

  test('vertical tabs of a long text are line breaks', async () => {
    const competency = { name: `C ${newId()}`, description: 'one\vtwo\fthree' };
    const { body } = await call('post', '/competencies', tenant.hr).send(competency);
    expect(body.description).toBe('one\ntwo\nthree');
  });

  test('a password is the same from each keyboard', async () => {
    const [composed, typed] = ['\u00f1 is one sign', 'n\u0303 is one sign'];
    const email = `${newId()}@acme.test`;
    const user = { email, fullName: 'Ana Gil', roles: ['User'], password: typed };
    expect((await call('post', '/users-admin', tenant.admin).send(user)).status).toBe(201);
    for (const password of [composed, typed]) {
      const body = { email, password, tenantSlug: tenant.slug };
      expect((await call('post', '/auth/token').send(body)).status).toBe(200);
    }
  });
});

describe('names of query parameters are taken in any case', () => {
  test('one that is written otherwise filters like the declared one', async () => {
    const own = await makeTenant();
    await own.within(() => makeEmployee({ firstName: 'Ana' }));
    await own.within(() => makeEmployee({ firstName: 'Ben', status: EmployeeStatus.OnLeave }));
    const { body } = await call('get', '/employees?STATUS=OnLeave&pagesize=1', own.hr);
    expect([body.totalCount, body.pageSize, body.items[0].firstName]).toEqual([1, 1, 'Ben']);
  });

  test('one that is given in two spellings is given twice: 400', async () => {
    expect((await call('get', '/employees?page=1&Page=2', tenant.hr)).status).toBe(400);
  });
});

describe('GET /employees/options', () => {
  test('takes search and limit, and answers names in order', async () => {
    const own = await makeTenant();
    const names = ['Zoe Abad', 'ana Zapata', 'Álvaro Mora', 'Ana Ruiz Gil', 'Ana Ruiz'];
    for (const name of names) {
      const [firstName = '', ...rest] = name.split(' ');
      await own.within(() => makeEmployee({ firstName, lastName: rest.join(' ') }));
    }
    const options = async (query: string) => {
      const { status, body } = await call('get', `/employees/options${query}`, own.hr);
      return status === 200 ? body.map(({ name }: { name: string }) => name) : status;
    };
    const ordered = ['Zoe Abad', 'Álvaro Mora', 'Ana Ruiz', 'Ana Ruiz Gil', 'ana Zapata'];
    expect(await options('')).toEqual(ordered);
    expect(await options('?search=RUÍZ')).toEqual(['Ana Ruiz', 'Ana Ruiz Gil']);
    expect(await options('?limit=1')).toEqual(['Zoe Abad']);
    expect(await options('?limit=1000')).toEqual(ordered);
    for (const limit of ['0', '-1', 'x', '1.5'])
      expect([limit, await options(`?limit=${limit}`)]).toEqual([limit, 400]);
    await own.within(async () => {
      for (let at = 0; at < 46; at += 1) await makeEmployee({ firstName: 'Max', lastName: String(at) });
    });
    expect(await options('')).toHaveLength(51);
    expect(await options('?limit=50')).toHaveLength(50);
  });
});

test.each(['A\nBcc: x@evil.test', 'A\r\nB', 'A\u2028B', '\u0000', ' '])(
  'a fromName with a line break is refused: %j',
  async (fromName) => {
    for (const [path, token] of [['/email-settings', tenant.admin]] as const) {
      const answer = await call('put', path, token).send({ fromName });
      expect([answer.status, answer.body.validationErrors?.[0].field]).toEqual([400, 'fromName']);
    }
  },
);

test('a choice between single values is refused with all of them', async () => {
  const path = `/privacy-requests/${newId()}/comments/${newId()}`;
  const { body } = await call('put', path, tenant.admin).send({ decision: 'Include' });
  expect(body.validationErrors).toEqual([
    expect.objectContaining({
      field: 'decision',
      message: "should be one of the following; ['Release','Withhold']",
    }),
  ]);
});

test('audit changes carry no fractions of seconds', async () => {
  const token = tenant.admin;
  const { body } = await call('post', '/integrations/api-keys', token).send({
    name: 'BI',
    expiresAt: '2099-01-01T00:00:00.123Z',
  });
  expect(body.key.startsWith(body.prefix)).toBe(true);
  const entries = await tenant.within(async () => AuditLogModel.find({}).lean());
  expect(JSON.stringify(entries.map(({ changes }) => changes))).not.toMatch(/\d{2}:\d{2}:\d{2}\.\d+Z/);
});

test('a Photo is redrawn, belongs to its uploader, and can be deleted while nothing shows it', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = call('post', '/files', tenant.user).field('purpose', 'Photo');
  const { status, body } = await upload.attach('file', png, { filename: 'me.png', contentType: 'image/png' });
  expect([status, body.purpose, body.contentType]).toEqual([201, 'Photo', 'image/webp']);
  expect((await call('get', `/files/${body.id}`, owner)).status).toBe(404);
  expect((await call('delete', `/files/${body.id}`, tenant.user)).status).toBe(204);
});
