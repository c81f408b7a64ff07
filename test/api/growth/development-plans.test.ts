import { NotificationModel } from '../../../shared/comms/notification.model';
import { Role } from '../../../shared/kernel/permissions';
import { makeEmployee } from '../../factories/employee';
import { makeCompetency } from '../../factories/framework';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const UNKNOWN = '7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17';

let tenant: TestTenant;
type Person = { id: string; token: string };
/** bea manages ana, carl manages bea; dan has no manager; eva is of HR. */
const people: Record<'ana' | 'bea' | 'carl' | 'dan' | 'eva', Person> = {} as never;

beforeAll(async () => {
  tenant = await makeTenant();
  const person = async (firstName: string, managerId: string | null, roles: Role[] = []): Promise<Person> => {
    const { _id: id } = await tenant.within(() => makeEmployee({ firstName, lastName: 'P', managerId }));
    return { id, token: await tenant.signedIn({ employeeId: id, roles }) };
  };
  people.carl = await person('Carl', null);
  people.bea = await person('Bea', people.carl.id);
  people.ana = await person('Ana', people.bea.id);
  people.dan = await person('Dan', null);
  people.eva = await person('Eva', null, [Role.HRManager]);
});

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, token: string) =>
  service().call(method, `/api/development-plans${path}`, token);
let created = 0;
/** Each plan has a title of its own, by which its notifications are found. */
const create = (body: object = {}, token = people.ana.token) =>
  call('post', '', token).send({ title: `Grow (${++created})`, ...body });
const step = (id: string, name: string, token = people.ana.token) =>
  call('post', `/${id}/${name}`, token).send(name === 'reject' ? { reason: 'Too vague' } : undefined);
/** A plan of ana that took these steps. */
async function planAfter(...steps: string[]): Promise<string> {
  const { body } = await create({ actions: [{ title: 'Read', status: 'Completed' }] });
  for (const name of steps) {
    const token = ['approve', 'reject'].includes(name) ? people.bea.token : people.ana.token;
    expect([name, (await step(body.id, name, token)).status]).toEqual([name, 200]);
  }
  return body.id;
}
/** Types, texts and links of what accounts were told about a plan. */
async function notificationsOf(title: string): Promise<{ type: string; body: string; link: string | null }[]> {
  const rows = await tenant.within(async () => NotificationModel.find({}).sort({ createdAt: 1 }).lean());
  return rows.flatMap(({ type, body, link }) => (body.includes(title) ? [{ type, body, link }] : []));
}

describe('development plans', () => {
  test('create answers 201 with the resource, Location and ETag', async () => {
    const answer = await create({
      title: 'Growing into a lead',
      actions: [{ title: 'Lead the planning', type: 'Social', dueDate: '2026-06-30T00:00:00Z' }],
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updatedAt: expect.any(String),
      revision: 0,
      employeeId: people.ana.id,
      employee: 'Ana P',
      title: 'Growing into a lead',
      cycleId: null,
      cycle: null,
      status: 'Draft',
      approverId: null,
      approver: null,
      submittedAt: null,
      decidedAt: null,
      decidedBy: null,
      rejectionReason: null,
      startedAt: null,
      completedAt: null,
      canEdit: true,
      canDecide: false,
      actions: [
        {
          id: expect.any(String),
          title: 'Lead the planning',
          type: 'Social',
          competencyId: null,
          competency: null,
          requirementId: null,
          requirement: null,
          dueDate: '2026-06-30',
          status: 'NotStarted',
          evidenceFileIds: [],
          evidenceFiles: [],
        },
      ],
    });
    expect(answer.headers.location).toBe(`/api/development-plans/${answer.body.id}`);
    expect(answer.headers.etag).toMatch(/^"0-/);
    expect((await call('get', `/${answer.body.id}`, people.ana.token)).body).toEqual(answer.body);
  });

  test('edit: absent stays, a stale If-Match is 412, an unknown cycle 400', async () => {
    const id = await planAfter();
    const put = (body: object) => call('put', `/${id}`, people.ana.token).set('If-Match', '"0"').send(body);
    expect((await put({ cycleId: UNKNOWN })).body.validationErrors[0].field).toBe('cycleId');
    expect((await put({ title: 'Shrink' })).body).toMatchObject({ title: 'Shrink', revision: 1 });
    expect((await put({ title: 'X' })).status).toBe(412);
  });

  test.each<[string, object, string]>([
    ['no title', { title: undefined }, 'title'],
    ['a blank title', { title: ' ' }, 'title'],
    ['an unknown employee', { employeeId: UNKNOWN }, 'employeeId'],
    ['an unknown cycle', { cycleId: UNKNOWN }, 'cycleId'],
    ['a malformed cycle', { cycleId: 'x' }, 'cycleId'],
    ['an action without title', { actions: [{ type: 'Social' }] }, 'actions[0].title'],
    ['an unknown type', { actions: [{ title: 'A' }, { title: 'A', type: 'Magic' }] }, 'actions[1].type'],
    ['a wrong due date', { actions: [{ title: 'A' }, { title: 'A', dueDate: '2026-13-01' }] }, 'actions[1].dueDate'],
    ['an unknown competency', { actions: [{ title: 'A', competencyId: UNKNOWN }] }, 'actions[0].competencyId'],
    ['an unknown file', { actions: [{ title: 'A', evidenceFileIds: [UNKNOWN] }] }, 'actions[0].evidenceFileIds[0]'],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, body, field) => {
    const answer = await create(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors).toMatchObject([{ field, message: expect.any(String) }]);
  });

  test('an account without employee names one', async () => {
    const answer = await create({}, tenant.hr);
    expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, 'employeeId']);
    expect((await create({ employeeId: people.dan.id }, tenant.hr)).status).toBe(201);
  });

  test('delete: Draft, Rejected and Cancelled plans alone', async () => {
    for (const steps of [[], ['submit', 'reject'], ['cancel']]) {
      const id = await planAfter(...steps);
      expect((await call('delete', `/${id}`, people.ana.token)).status).toBe(204);
      expect((await call('get', `/${id}`, people.ana.token)).status).toBe(404);
    }
    const id = await planAfter('submit', 'approve');
    const refused = await call('delete', `/${id}`, people.ana.token);
    expect([refused.status, refused.body.status]).toEqual([409, 'Approved']);
  });

  test('list: filters by employee, status (name or number) and title', async () => {
    const id = await planAfter('submit');
    const ids = async (query: string) =>
      (await call('get', `?pageSize=200&${query}`, tenant.hr)).body.items.map((row: { id: string }) => row.id);
    expect(await ids(`employeeId=${people.ana.id}&status=PendingApproval`)).toContain(id);
    expect(await ids('status=1')).toContain(id);
    expect(await ids('status=Draft')).not.toContain(id);
    expect(await ids(`employeeId=${people.dan.id}`)).not.toContain(id);
    expect(await ids('search=GROW')).toContain(id);
    expect(await ids('search=.*')).toEqual([]);
    const wrong = await call('get', '?status=Lost', tenant.hr);
    expect([wrong.status, wrong.body.validationErrors[0].field]).toEqual([400, 'status']);
  });
});

describe('approval', () => {
  test('the whole way: the manager is asked, rejects, approves; it is started and completed', async () => {
    const { body } = await create({ actions: [{ title: 'Read' }] });
    const { id, title } = body;
    const submitted = (await step(id, 'submit')).body;
    expect(submitted).toMatchObject({ status: 'PendingApproval', approverId: people.bea.id, approver: 'Bea P' });
    const rejected = (await step(id, 'reject', people.bea.token)).body;
    expect(rejected).toMatchObject({ status: 'Rejected', rejectionReason: 'Too vague', approverId: people.bea.id });
    expect(rejected.decidedAt).toMatch(/Z$/);
    expect((await step(id, 'submit')).body).toMatchObject({ rejectionReason: null, decidedAt: null, decidedBy: null });
    const approved = (await step(id, 'approve', people.bea.token)).body;
    expect(approved).toMatchObject({ status: 'Approved', decidedBy: expect.stringMatching(/^User/) });
    expect((await step(id, 'start')).body).toMatchObject({
      status: 'InProgress',
      startedAt: expect.stringMatching(/Z$/),
    });
    const early = await step(id, 'complete');
    expect([early.status, early.body.status]).toEqual([409, 'InProgress']);
    const done = await call('put', `/${id}/actions/${body.actions[0].id}`, people.ana.token).send({
      status: 'Completed',
    });
    expect(done.status).toBe(200);
    expect((await step(id, 'complete')).body).toMatchObject({
      status: 'Completed',
      completedAt: expect.stringMatching(/Z$/),
    });
    const submission = { type: 'plan-submitted', body: `Ana P submitted the plan “${title}”.`, link: '/team' };
    expect(await notificationsOf(title)).toEqual([
      submission,
      { type: 'plan-rejected', body: `“${title}”: Too vague`, link: '/my-development' },
      submission,
      { type: 'plan-approved', body: `You can now start “${title}”.`, link: '/my-development' },
    ]);
  });

  const WAYS: Record<string, string[]> = {
    Draft: [],
    PendingApproval: ['submit'],
    Approved: ['submit', 'approve'],
    Rejected: ['submit', 'reject'],
    InProgress: ['submit', 'approve', 'start'],
    Completed: ['submit', 'approve', 'start', 'complete'],
    Cancelled: ['cancel'],
  };
  const REFUSED: Record<string, string[]> = {
    Draft: ['approve', 'reject', 'start', 'complete'],
    PendingApproval: ['submit', 'start', 'complete'],
    Approved: ['submit', 'approve', 'reject', 'complete'],
    Rejected: ['approve', 'reject', 'start', 'complete'],
    InProgress: ['submit', 'approve', 'reject', 'start'],
    Completed: ['submit', 'approve', 'reject', 'start', 'complete', 'cancel'],
    Cancelled: ['submit', 'approve', 'reject', 'start', 'complete', 'cancel'],
  };
  test.each(Object.entries(WAYS))('%s: every step out of order is 409 with the state', async (status, way) => {
    const id = await planAfter(...way);
    for (const name of REFUSED[status] ?? []) {
      const answer = await step(id, name, people.bea.token);
      expect([name, answer.status, answer.body.errorCode, answer.body.status]).toEqual([name, 409, 'CONFLICT', status]);
      expect(answer.body.errorMessage).toContain(status);
    }
    expect((await call('get', `/${id}`, people.ana.token)).body.status).toBe(status);
  });

  test('of parallel approvals exactly one succeeds, and the employee is told once', async () => {
    const { id, title } = (await create()).body;
    await step(id, 'submit');
    const tokens = [people.bea.token, tenant.hr, tenant.admin, people.eva.token, people.bea.token];
    const answers = await Promise.all(tokens.map((token) => step(id, 'approve', token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await notificationsOf(title)).filter(({ type }) => type === 'plan-approved')).toHaveLength(1);
  });

  test('no one decides on their own plan, HR neither: 409 with a sentence', async () => {
    const own = (await create({}, people.eva.token)).body;
    await step(own.id, 'submit', people.eva.token);
    const mine = await planAfter('submit');
    for (const [id, token] of [
      [own.id, people.eva.token],
      [mine, people.ana.token],
    ] as const)
      for (const name of ['approve', 'reject']) {
        const answer = await step(id, name, token);
        expect([answer.status, answer.body.errorCode]).toEqual([409, 'CONFLICT']);
        expect(answer.body.errorMessage).toContain('own plan');
      }
    expect((await step(own.id, 'approve', tenant.hr)).body).toMatchObject({ status: 'Approved', approverId: null });
  });

  test('without a manager HR is the approver, and no one is told', async () => {
    const { id, title } = (await create({}, people.dan.token)).body;
    expect((await step(id, 'submit', people.dan.token)).body.approverId).toBeNull();
    expect(await notificationsOf(title)).toEqual([]);
    expect((await step(id, 'approve', people.eva.token)).body).toMatchObject({ approverId: people.eva.id });
  });

  test('a manager who submits for a report is not told so', async () => {
    const { id, title } = (await create({ employeeId: people.ana.id }, people.bea.token)).body;
    expect((await step(id, 'submit', people.bea.token)).status).toBe(200);
    expect(await notificationsOf(title)).toEqual([]);
  });

  test.each([
    ['no reason', {}],
    ['an empty one', { reason: '' }],
    ['a blank one', { reason: '  ' }],
    ['a number', { reason: 5 }],
  ])('reject with %s is 400', async (_case, body) => {
    const id = await planAfter('submit');
    const answer = await call('post', `/${id}/reject`, people.bea.token).send(body);
    expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, 'reason']);
  });
});

describe('who may', () => {
  test.each<[keyof typeof people, number, number, number]>([
    // read, write, decide
    ['ana', 200, 200, 409],
    ['bea', 200, 200, 200],
    ['carl', 200, 403, 403],
    ['dan', 404, 404, 404],
    ['eva', 200, 200, 200],
  ])('%s: reads %d, writes %d, approves %d', async (who, read, write, decide) => {
    const { token } = people[who];
    const id = await planAfter();
    const listed = (await call('get', '?pageSize=200', token)).body.items.map((row: { id: string }) => row.id);
    expect(listed.includes(id)).toBe(read === 200);
    expect((await call('get', `/${id}`, token)).status).toBe(read);
    const edit = await call('put', `/${id}`, token).send({ title: who });
    expect([edit.status, edit.status === 403 ? edit.text : '']).toEqual([write, '']);
    const added = await call('post', `/${id}/actions`, token).send({ title: 'More' });
    expect(added.status).toBe(write === 200 ? 201 : write);
    if (write !== 200) {
      expect((await call('delete', `/${id}`, token)).status).toBe(write);
      for (const name of ['submit', 'start', 'complete', 'cancel'])
        expect([name, (await step(id, name, token)).status]).toEqual([name, write]);
    }
    await step(id, 'submit');
    expect((await step(id, 'approve', token)).status).toBe(decide);
  });

  test('a plan for someone who is no direct report is 400 on the employee', async () => {
    for (const who of ['dan', 'carl'] as const) {
      const answer = await create({ employeeId: people.ana.id }, people[who].token);
      expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, 'employeeId']);
    }
  });

  test('everyone reads the names of the competencies that an action can name', async () => {
    const { _id: id, name, code } = await tenant.within(() => makeCompetency({ name: 'Planning' }));
    const { status, body } = await call('get', '/competencies/options', people.ana.token);
    expect([status, body]).toEqual([200, [{ id, name, code }]]);
  });

  test('401 without a token', async () => {
    expect((await service().call('get', '/api/development-plans')).status).toBe(401);
  });
});
