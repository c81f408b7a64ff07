import { DepartmentModel } from '../../../shared/framework/department.model';
import { newId } from '../../../shared/kernel/ids';
import { makeEmployee } from '../../factories/employee';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const UNKNOWN = '7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17';

let tenant: TestTenant;
/** ana and ben belong to sales; bea leads it and manages ana; carl manages bea; dan is elsewhere. */
const people: Record<'ana' | 'ben' | 'bea' | 'carl' | 'dan', { id: string; token: string }> = {} as never;
let sales: string;

beforeAll(async () => {
  tenant = await makeTenant();
  const person = async (firstName: string, managerId: string | null, departmentId: string | null) => {
    const { _id: id } = await tenant.within(() => makeEmployee({ firstName, lastName: 'G', managerId, departmentId }));
    return { id, token: await tenant.signedIn({ employeeId: id }) };
  };
  const department = (name: string, managerId: string | null) =>
    tenant.within(() => DepartmentModel.create({ name, managerId }));
  people.carl = await person('Carl', null, null);
  people.bea = await person('Bea', people.carl.id, null);
  sales = (await department('Sales', people.bea.id))._id;
  people.ana = await person('Ana', people.bea.id, sales);
  people.ben = await person('Ben', null, sales);
  people.dan = await person('Dan', null, (await department('IT', null))._id);
});

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, token: string) =>
  service().call(method, `/api/goals${path}`, token);
const create = (body: object, token = tenant.hr) => call('post', '', token).send(body);
const company = async (fields: object = {}) => (await create({ title: 'Grow', level: 'Company', ...fields })).body;
const individual = (fields: object = {}) => ({
  title: 'Learn',
  level: 'Individual',
  ownerEmployeeId: people.ana.id,
  ...fields,
});

describe('goals', () => {
  test('create answers 201 with the resource, Location and ETag', async () => {
    const parent = await company({ title: 'Grow by a third' });
    const answer = await create({
      title: 'Win the mid-size market',
      description: 'In two regions',
      level: 'Department',
      departmentId: sales,
      ownerEmployeeId: people.bea.id,
      parentId: parent.id,
      startDate: '2026-01-01',
      dueDate: '2026-12-31T00:00:00Z',
      status: 'Active',
      keyResults: [
        { title: 'Customers', unit: 'customers', startValue: 20, targetValue: 75, weight: 3 },
        { title: 'Churn', unit: '%', startValue: 10, targetValue: 2 },
      ],
    });
    expect(answer.status).toBe(201);
    const keyResult = { id: expect.any(String), progress: 0, checkInCount: 0, checkIns: [] };
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updatedAt: expect.any(String),
      revision: 0,
      title: 'Win the mid-size market',
      description: 'In two regions',
      level: 'Department',
      ownerEmployeeId: people.bea.id,
      owner: 'Bea G',
      departmentId: sales,
      department: 'Sales',
      parentId: parent.id,
      parent: 'Grow by a third',
      startDate: '2026-01-01',
      dueDate: '2026-12-31',
      status: 'Active',
      progress: 0,
      canEdit: true,
      canCheckIn: true,
      keyResults: [
        {
          ...keyResult,
          title: 'Customers',
          unit: 'customers',
          startValue: 20,
          targetValue: 75,
          currentValue: 20,
          weight: 3,
        },
        { ...keyResult, title: 'Churn', unit: '%', startValue: 10, targetValue: 2, currentValue: 10, weight: 1 },
      ],
    });
    expect(answer.headers.location).toBe(`/api/goals/${answer.body.id}`);
    expect(answer.headers.etag).toMatch(/^"0-/);
    expect((await call('get', `/${answer.body.id}`, tenant.hr)).body).toEqual(answer.body);
  });

  test('edit: absent stays, null clears, a stale If-Match is 412', async () => {
    const { id } = await company({ description: 'x', dueDate: '2026-05-01' });
    const edited = await call('put', `/${id}`, tenant.hr).set('If-Match', '"0"').send({ description: null });
    expect([edited.status, edited.headers.etag]).toEqual([200, expect.stringMatching(/^"1-/)]);
    expect(edited.body).toMatchObject({ title: 'Grow', description: null, dueDate: '2026-05-01', revision: 1 });
    const stale = await call('put', `/${id}`, tenant.hr).set('If-Match', '"0"').send({ title: 'X' });
    expect([stale.status, stale.body.errorCode]).toEqual([412, 'PRECONDITION_FAILED']);
  });

  test('an Individual goal without owner is the caller’s own', async () => {
    const mine = await create({ title: 'Mine', level: 'Individual' }, people.dan.token);
    expect([mine.status, mine.body.ownerEmployeeId, mine.body.status]).toEqual([201, people.dan.id, 'Draft']);
    const nobody = await create({ title: 'Whose?', level: 'Individual' }, tenant.user);
    expect([nobody.status, nobody.body.validationErrors[0].field]).toEqual([400, 'ownerEmployeeId']);
  });

  test('delete is soft, and refused while there are goals below', async () => {
    const { id } = await company();
    const child = await company({ parentId: id });
    const refused = await call('delete', `/${id}`, tenant.hr);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await call('delete', `/${child.id}`, tenant.hr)).status).toBe(204);
    expect((await call('get', `/${child.id}`, tenant.hr)).status).toBe(404);
    expect((await call('delete', `/${id}`, tenant.hr)).status).toBe(204);
  });

  test('a taken id is 409', async () => {
    const { id } = await company();
    const taken = await create({ id, title: 'Again', level: 'Company' });
    expect([taken.status, taken.body.errorCode]).toEqual([409, 'CONFLICT']);
  });

  test.each<[string, () => object, string]>([
    ['no title', () => ({ level: 'Company' }), 'title'],
    ['no level', () => ({ title: 'A' }), 'level'],
    ['an unknown level', () => ({ title: 'A', level: 'Galaxy' }), 'level'],
    ['a Department goal without department', () => ({ title: 'A', level: 'Department' }), 'departmentId'],
    ['a Company goal with one', () => ({ title: 'A', level: 'Company', departmentId: sales }), 'departmentId'],
    ['an unknown owner', () => individual({ ownerEmployeeId: UNKNOWN }), 'ownerEmployeeId'],
    ['an unknown department', () => ({ title: 'A', level: 'Department', departmentId: UNKNOWN }), 'departmentId'],
    ['an unknown parent', () => individual({ parentId: UNKNOWN }), 'parentId'],
    ['no date', () => individual({ dueDate: '2026-02-31' }), 'dueDate'],
    ['due before the start', () => individual({ startDate: '2026-02-02', dueDate: '2026-02-01' }), 'dueDate'],
    ['an unknown status', () => individual({ status: 'Open' }), 'status'],
    ['start = target', () => individual({ keyResults: [{ title: 'K', targetValue: 0 }] }), 'keyResults[0].targetValue'],
    [
      'weight below 0',
      () => individual({ keyResults: [{ title: 'K', targetValue: 1, weight: -1 }] }),
      'keyResults[0].weight',
    ],
    ['weights all 0', () => individual({ keyResults: [{ title: 'K', targetValue: 1, weight: 0 }] }), 'keyResults'],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, body, field) => {
    const answer = await create(body());
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors).toMatchObject([{ field, message: expect.any(String) }]);
  });

  test('states follow one another; out of order is 409 with the current one (issue: bad input)', async () => {
    const { id } = await company();
    const move = (status: string) => call('put', `/${id}`, tenant.hr).send({ status });
    const refused = await move('Completed');
    expect([refused.status, refused.body.errorCode, refused.body.status]).toEqual([409, 'CONFLICT', 'Draft']);
    expect(refused.body.errorMessage).toContain('Draft');
    for (const status of ['Active', 'Active', 'Completed', 'Active', 'Cancelled', 'Draft'])
      expect([status, (await move(status)).status]).toEqual([status, 200]);
  });
});

describe('the tree of goals', () => {
  test('a goal is never its own ancestor, and levels narrow on the way down', async () => {
    const top = await company();
    const middle = await company({ parentId: top.id });
    const low = (await create(individual({ parentId: middle.id }))).body;
    for (const parentId of [top.id, middle.id]) {
      const loop = await call('put', `/${top.id}`, tenant.hr).send({ parentId });
      expect([loop.status, loop.body.validationErrors[0].field]).toEqual([400, 'parentId']);
    }
    const upside = await call('put', `/${top.id}`, tenant.hr).send({ parentId: low.id });
    expect(upside.body.validationErrors.map((error: { field: string }) => error.field)).toEqual(['level', 'parentId']);
    const narrowed = await call('put', `/${middle.id}`, tenant.hr).send({ level: 'Department', departmentId: sales });
    expect(narrowed.status).toBe(200);
    const below = await call('put', `/${top.id}`, tenant.hr).send({
      level: 'Individual',
      ownerEmployeeId: people.ana.id,
    });
    expect([below.status, below.body.validationErrors[0].field]).toEqual([400, 'level']);
  });

  test('two moves at a time that together would close a loop: one of them fails', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await company(), await company()];
      const moves = await Promise.all([
        call('put', `/${a.id}`, tenant.hr).send({ parentId: b.id }),
        call('put', `/${b.id}`, tenant.hr).send({ parentId: a.id }),
      ]);
      expect(moves.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  test('deeper than 10 goals is 400', async () => {
    let { id } = await company();
    for (let depth = 2; depth <= 10; depth += 1) id = (await company({ parentId: id })).id;
    const deeper = await create({ title: 'Too deep', level: 'Company', parentId: id });
    expect([deeper.status, deeper.body.validationErrors[0].field]).toEqual([400, 'parentId']);
  });

  test('progress rolls up from children, in the list, the detail and the tree alike', async () => {
    const own = await makeTenant();
    const post = async (body: object) => (await create(body, own.hr)).body;
    const level = 'Company';
    const root = await post({ title: 'Root', level });
    const measured = (targetValue: number) => [{ title: 'K', targetValue }];
    const a = await post({ title: 'A', level, parentId: root.id, keyResults: measured(10) });
    const b = await post({ title: 'B', level, parentId: root.id, keyResults: measured(20) });
    const dropped = await post({ title: 'C', level, parentId: root.id, status: 'Cancelled' });
    const report = (goal: { id: string; keyResults: { id: string }[] }, value: number) =>
      call('post', `/${goal.id}/key-results/${goal.keyResults[0]!.id}/progress`, own.hr).send({ value });
    await report(a, 5); // 50 %
    await report(b, 5); // 25 %
    expect((await call('get', `/${root.id}`, own.hr)).body.progress).toBe(37.5);
    const list = (await call('get', '', own.hr)).body.items as { id: string; progress: number }[];
    expect(Object.fromEntries(list.map(({ id, progress }) => [id, progress]))).toEqual({
      [root.id]: 37.5,
      [a.id]: 50,
      [b.id]: 25,
      [dropped.id]: 0,
    });
    const tree = (await call('get', '/tree', own.hr)).body;
    const leaf = {
      ownerEmployeeId: null,
      owner: null,
      departmentId: null,
      department: null,
      dueDate: null,
      children: [],
    };
    expect(tree).toEqual([
      {
        ...leaf,
        id: root.id,
        title: 'Root',
        level,
        status: 'Draft',
        progress: 37.5,
        children: [
          { ...leaf, id: a.id, title: 'A', level, status: 'Draft', progress: 50 },
          { ...leaf, id: b.id, title: 'B', level, status: 'Draft', progress: 25 },
          { ...leaf, id: dropped.id, title: 'C', level, status: 'Cancelled', progress: 0 },
        ],
      },
    ]);
  });
});

describe('who may', () => {
  let goals: Record<'company' | 'sales' | 'ana', { id: string }>;
  beforeAll(async () => {
    const salesGoal = (await create({ title: 'Sales goal', level: 'Department', departmentId: sales })).body;
    goals = {
      company: await company({ title: 'Company goal' }),
      sales: salesGoal,
      ana: (await create(individual({ title: "Ana's goal", parentId: salesGoal.id }))).body,
    };
  });

  const MATRIX: [keyof typeof people, Record<keyof typeof goals, number>][] = [
    // the answer to an edit: 404 is not shown either, 403 may read
    ['ana', { company: 403, sales: 403, ana: 200 }],
    ['ben', { company: 403, sales: 403, ana: 404 }],
    ['bea', { company: 403, sales: 200, ana: 200 }],
    ['carl', { company: 403, sales: 403, ana: 403 }],
    ['dan', { company: 403, sales: 404, ana: 404 }],
  ];

  test.each(MATRIX)('%s: list, read, tree, edit and delete agree', async (who, expected) => {
    const { token } = people[who];
    const listed = (await call('get', '?pageSize=200', token)).body.items.map((row: { id: string }) => row.id);
    const tree = JSON.stringify((await call('get', '/tree', token)).body);
    for (const [name, { id }] of Object.entries(goals)) {
      const status = expected[name as keyof typeof goals];
      const isShown = status !== 404;
      expect([name, listed.includes(id), tree.includes(id)]).toEqual([name, isShown, isShown]);
      expect([name, (await call('get', `/${id}`, token)).status]).toEqual([name, isShown ? 200 : 404]);
      const edit = await call('put', `/${id}`, token).send({ description: who });
      expect([name, edit.status]).toEqual([name, status]);
      if (status === 403) expect(edit.text).toBe('');
      if (status !== 200) expect((await call('delete', `/${id}`, token)).status).toBe(status);
    }
  });

  test('the title of a parent that is not shown stays hidden; its place in the tree is the top', async () => {
    const { body } = await create({
      title: "Dan's",
      level: 'Individual',
      ownerEmployeeId: people.dan.id,
      parentId: goals.sales.id,
    });
    const own = await call('get', `/${body.id}`, people.dan.token);
    expect([own.body.parentId, own.body.parent]).toEqual([goals.sales.id, null]);
    const tree = (await call('get', '/tree', people.dan.token)).body as { id: string }[];
    expect(tree.map(({ id }) => id)).toContain(body.id);
    const below = await create({ title: 'B', level: 'Individual', parentId: goals.ana.id }, people.dan.token);
    expect([below.status, below.body.validationErrors[0].field]).toEqual([400, 'parentId']);
  });

  test.each<[string, keyof typeof people, () => object, string | null]>([
    ['a Company goal by a user', 'ana', () => ({ title: 'X', level: 'Company' }), 'level'],
    [
      'a Department goal by a member',
      'ana',
      () => ({ title: 'X', level: 'Department', departmentId: sales }),
      'departmentId',
    ],
    ['a Department goal by its head', 'bea', () => ({ title: 'X', level: 'Department', departmentId: sales }), null],
    ['someone else’s goal', 'ben', () => individual(), 'ownerEmployeeId'],
    ['a direct report’s goal', 'bea', () => individual(), null],
    ['the goal of a report’s report', 'carl', () => individual(), 'ownerEmployeeId'],
  ])('create %s', async (_case, who, body, field) => {
    const answer = await create(body(), people[who].token);
    expect([answer.status, answer.body.validationErrors?.[0]?.field ?? null]).toEqual([field ? 400 : 201, field]);
  });

  test('no one turns a goal into one that they may not write', async () => {
    const { body } = await create({ title: 'Mine', level: 'Individual' }, people.ana.token);
    const put = (changes: object) => call('put', `/${body.id}`, people.ana.token).send(changes);
    expect((await put({ level: 'Company' })).body.validationErrors[0].field).toBe('level');
    expect((await put({ ownerEmployeeId: people.ben.id })).body.validationErrors[0].field).toBe('ownerEmployeeId');
  });

  test('401 without a token', async () => {
    expect((await service().call('get', '/api/goals')).status).toBe(401);
  });
});

describe('lists', () => {
  test.each<[string, () => string, string[]]>([
    ['level', () => 'level=Department', ['Sales goal']],
    ['level by number', () => 'level=1', ['Sales goal']],
    ['owner', () => `ownerEmployeeId=${people.ana.id}`, ['Lernen für später', 'Español']],
    ['department', () => `departmentId=${sales}`, ['Sales goal']],
    ['status', () => 'status=Active', ['Español']],
    ['search without case and accents', () => 'search=espanol', ['Español']],
    ['search is literal', () => 'search=.*', []],
    ['two filters', () => `status=Draft&ownerEmployeeId=${people.ana.id}`, ['Lernen für später']],
    ['nothing of that', () => `ownerEmployeeId=${UNKNOWN}`, []],
  ])('filter by %s', async (_case, query, titles) => {
    const tag = newId().slice(0, 8);
    const make = (title: string, fields: object) => create({ ...fields, title, description: tag });
    await make('Sales goal', { level: 'Department', departmentId: sales });
    await make('Español', individual({ status: 'Active' }));
    await make('Lernen für später', individual());
    await make('Company goal', { level: 'Company' });
    const { body } = await call('get', `?pageSize=200&${query()}`, tenant.hr);
    const found = body.items.filter((goal: { description: string }) => goal.description === tag);
    expect(found.map((goal: { title: string }) => goal.title)).toEqual(titles);
  });

  test.each(['level=Galaxy', 'status=9', 'page=0', 'pageSize=0'])('%s is 400', async (query) => {
    const answer = await call('get', `?${query}`, tenant.hr);
    expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, query.split('=')[0]]);
  });
});
