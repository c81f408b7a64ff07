import { makeEmployee } from '../../factories/employee';
import { makeCompetency } from '../../factories/framework';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });

let tenant: TestTenant;
/** bea manages ana, carl manages bea; dan is elsewhere. */
const people: Record<'ana' | 'bea' | 'carl' | 'dan', { id: string; token: string }> = {} as never;

beforeAll(async () => {
  tenant = await makeTenant();
  const person = async (managerId: string | null) => {
    const { _id: id } = await tenant.within(() => makeEmployee({ managerId }));
    return { id, token: await tenant.signedIn({ employeeId: id }) };
  };
  people.carl = await person(null);
  people.bea = await person(people.carl.id);
  people.ana = await person(people.bea.id);
  people.dan = await person(null);
});

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, token = people.ana.token) =>
  service().call(method, `/api/development-plans${path}`, token);

/** A plan of ana with one action; the path of the action. */
async function makePlan(fields: object = {}): Promise<{ id: string; path: string }> {
  const { body } = await call('post', '').send({ title: 'Grow', actions: [{ title: 'Read' }], ...fields });
  return { id: body.id, path: `/${body.id}/actions/${body.actions[0]?.id}` };
}

async function approve(id: string): Promise<void> {
  await call('post', `/${id}/submit`);
  expect((await call('post', `/${id}/approve`, people.bea.token)).status).toBe(200);
}

async function upload(token = people.ana.token): Promise<string> {
  const answer = await service()
    .call('post', '/api/files', token)
    .field('purpose', 'Evidence')
    .attach('file', Buffer.from('%PDF-1.7\ncertificate'), 'certificate.pdf');
  expect(answer.status).toBe(201);
  return answer.body.id;
}

describe('actions of a plan', () => {
  test('added: 201 with Location and the ETag of the plan; read; changed; deleted', async () => {
    const { id } = await makePlan({ actions: [] });
    const competency = await tenant.within(() => makeCompetency({ name: 'Leadership' }));
    const added = await call('post', `/${id}/actions`).send({
      title: 'Course',
      type: 'Formal',
      competencyId: competency._id,
    });
    expect([added.status, added.headers.etag]).toEqual([201, expect.stringMatching(/^"1-/)]);
    expect(added.headers.location).toBe(`/api/development-plans/${id}/actions/${added.body.id}`);
    expect(added.body).toEqual({
      id: expect.any(String),
      planId: id,
      title: 'Course',
      type: 'Formal',
      competencyId: competency._id,
      competency: 'Leadership',
      requirementId: null,
      requirement: null,
      dueDate: null,
      status: 'NotStarted',
      evidenceFileIds: [],
      evidenceFiles: [],
      revision: 1,
    });
    const path = `/${id}/actions/${added.body.id}`;
    expect((await call('get', path)).body).toEqual(added.body);
    const changed = await call('put', path).set('If-Match', '"1"').send({ competencyId: null, dueDate: '2026-07-01' });
    expect(changed.body).toMatchObject({ title: 'Course', competencyId: null, dueDate: '2026-07-01', revision: 2 });
    expect((await call('put', path).set('If-Match', '"1"').send({ title: 'X' })).status).toBe(412);
    expect((await call('delete', path)).status).toBe(204);
    expect((await call('get', path)).status).toBe(404);
  });

  test.each([
    ['no title', { title: '' }, 'title'],
    ['an unknown type', { title: 'A', type: 'Magic' }, 'type'],
    ['an unknown status', { title: 'A', status: 'Done' }, 'status'],
    ['a wrong date', { title: 'A', dueDate: 'soon' }, 'dueDate'],
    ['an unknown competency', { title: 'A', competencyId: '7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17' }, 'competencyId'],
    [
      'too many files',
      { title: 'A', evidenceFileIds: Array<string>(21).fill('7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17') },
      'evidenceFileIds',
    ],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, body, field) => {
    const { id, path } = await makePlan();
    for (const answer of [await call('post', `/${id}/actions`).send(body), await call('put', path).send(body)])
      expect([answer.status, answer.body.validationErrors?.[0]?.field]).toEqual([400, field]);
  });

  test('an approved plan: only status and evidence change, all else is 409 with the state', async () => {
    const { id, path } = await makePlan();
    await call('post', `/${id}/submit`);
    const pending = await call('put', path).send({ status: 'InProgress' });
    expect([pending.status, pending.body.status]).toEqual([409, 'PendingApproval']);
    await call('post', `/${id}/approve`, people.bea.token);
    const refused = [
      await call('put', path).send({ title: 'Other', status: 'Completed' }),
      await call('put', path).send({ dueDate: '2026-07-01' }),
      await call('post', `/${id}/actions`).send({ title: 'More' }),
      await call('delete', path),
    ];
    for (const { status, body } of refused) {
      expect([status, body.errorCode, body.status]).toEqual([409, 'CONFLICT', 'Approved']);
      expect(body.errorMessage).toContain('Approved');
    }
    const moved = await call('put', path).send({
      title: 'Read',
      status: 'Completed',
      evidenceFileIds: [await upload()],
    });
    expect([moved.status, moved.body.status]).toEqual([200, 'Completed']);
  });

  test('a plan has at most 50', async () => {
    const { id } = await makePlan({ actions: Array.from({ length: 50 }, (_, at) => ({ title: `A${at}` })) });
    expect((await call('post', `/${id}/actions`).send({ title: 'One more' })).status).toBe(409);
  });

  test('several at the same time are all there', async () => {
    const { id } = await makePlan({ actions: [] });
    const titles = Array.from({ length: 6 }, (_, at) => `A${at}`);
    const answers = await Promise.all(titles.map((title) => call('post', `/${id}/actions`).send({ title })));
    expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 201));
    const { body } = await call('get', `/${id}`);
    expect(body.actions.map((action: { title: string }) => action.title).sort()).toEqual(titles);
  });
});

describe('evidence', () => {
  const download = async (fileId: string, token: string) =>
    (await service().call('get', `/api/files/${fileId}/download`, token)).status;

  test('is shown to whoever may see the plan, cannot be deleted, and is let go of with its action', async () => {
    const { id, path } = await makePlan();
    const fileId = await upload();
    expect(await download(fileId, people.bea.token)).toBe(404);
    expect((await call('put', path).send({ evidenceFileIds: [fileId] })).body.evidenceFileIds).toEqual([fileId]);
    expect(await Promise.all(Object.values(people).map(({ token }) => download(fileId, token)))).toEqual([
      200, 200, 200, 404,
    ]);
    const remove = () => service().call('delete', `/api/files/${fileId}`, people.ana.token);
    expect((await remove()).status).toBe(409);
    await call('post', `/${id}/actions`).send({ title: 'Also proven by it', evidenceFileIds: [fileId] });
    expect((await call('put', path).send({ evidenceFileIds: [] })).status).toBe(200);
    expect(await download(fileId, people.bea.token)).toBe(200); // the other action still names it
    expect((await call('delete', `/${id}`)).status).toBe(204);
    expect(await download(fileId, people.bea.token)).toBe(404);
    expect((await remove()).status).toBe(204);
  });

  test('a file of someone else is as unknown as none; HR attaches everyone’s', async () => {
    const { path } = await makePlan();
    const foreign = await upload(people.dan.token);
    const refused = await call('put', path).send({ evidenceFileIds: [await upload(), foreign] });
    expect([refused.status, refused.body.validationErrors]).toMatchObject([
      400,
      [{ field: 'evidenceFileIds[1]', message: expect.any(String) }],
    ]);
    expect((await call('get', path)).body.evidenceFileIds).toEqual([]);
    const attached = await call('put', path, tenant.hr).send({ evidenceFileIds: [foreign] });
    expect(attached.body.evidenceFileIds).toEqual([foreign]);
  });

  test('evidence of a finished plan stays', async () => {
    const { id, path } = await makePlan({ actions: [{ title: 'Read', evidenceFileIds: [await upload()] }] });
    await approve(id);
    await call('put', path).send({ status: 'Completed' });
    await call('post', `/${id}/start`);
    expect((await call('post', `/${id}/complete`)).body.status).toBe('Completed');
    expect((await call('put', path).send({ evidenceFileIds: [] })).status).toBe(409);
  });
});

describe('who may', () => {
  test.each<[keyof typeof people, number[]]>([
    ['ana', [200, 200]],
    ['bea', [200, 200]],
    ['carl', [200, 403]],
    ['dan', [404, 404]],
  ])('%s reads and writes: %j', async (who, [read, write]) => {
    const { path } = await makePlan();
    const { token } = people[who];
    expect((await call('get', path, token)).status).toBe(read);
    expect((await call('put', path, token).send({ title: 'X' })).status).toBe(write);
    if (write !== 200) expect((await call('delete', path, token)).status).toBe(write);
  });

  test('an unknown action of a plan that is shown is 404', async () => {
    const { id } = await makePlan();
    const other = await makePlan();
    const foreign = `/${id}${other.path.replace(/^\/[^/]+/, '')}`;
    expect((await call('get', foreign)).status).toBe(404);
    expect((await call('put', foreign).send({ title: 'X' })).status).toBe(404);
    expect((await call('delete', foreign)).status).toBe(404);
  });
});
