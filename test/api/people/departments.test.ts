import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const create = (body: object, token = tenant.hr) => service().call('post', '/api/departments', token).send(body);

describe('departments', () => {
  test('create answers 201 with the resource, Location and ETag', async () => {
    const answer = await create({ name: 'Ingeniería', code: 'ENG' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ingeniería',
      code: 'ENG',
      parentId: null,
      parent: null,
      managerId: null,
      manager: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      updatedAt: expect.any(String),
      revision: 0,
    });
    expect(answer.headers.location).toBe(`/api/departments/${answer.body.id}`);
    expect(answer.headers.etag).toMatch(/^"0-/);
  });

  test('search is literal, case- and accent-insensitive', async () => {
    const found = await service().call('get', '/api/departments?search=INGENIERIA', tenant.hr);
    expect(found.body.items.map((item: { name: string }) => item.name)).toEqual(['Ingeniería']);
    const pattern = await service().call('get', '/api/departments?search=.*', tenant.hr);
    expect(pattern.body).toEqual({ items: [], totalCount: 0, page: 1, pageSize: 50, totalPages: 0 });
  });

  test('pageSize above 200 is clamped, and pages must be positive integers', async () => {
    const clamped = await service().call('get', '/api/departments?pageSize=1000', tenant.hr);
    expect(clamped.body.pageSize).toBe(200);
    for (const query of ['page=0', 'page=x', 'pageSize=0', 'pageSize=-1', 'page=1.5', 'page=1&page=2']) {
      const answer = await service().call('get', `/api/departments?${query}`, tenant.hr);
      expect([query, answer.status, answer.body.errorCode]).toEqual([query, 400, 'VALIDATION']);
    }
  });

  test('edit: absent stays, null clears, a stale If-Match is 412', async () => {
    const { body } = await create({ name: 'Sales', code: 'SAL' });
    const path = `/api/departments/${body.id}`;
    const edited = await service().call('put', path, tenant.hr).set('If-Match', '"0"').send({ code: null });
    expect([edited.status, edited.body.name, edited.body.code, edited.body.revision]).toEqual([200, 'Sales', null, 1]);
    const stale = await service().call('put', path, tenant.hr).set('If-Match', '"0"').send({ name: 'X' });
    expect([stale.status, stale.body.errorCode]).toEqual([412, 'PRECONDITION_FAILED']);
  });

  test('the tree nests, and refuses a loop', async () => {
    const root = (await create({ name: 'Root' })).body;
    const child = (await create({ name: 'Child', parentId: root.id })).body;
    expect(child.parent).toBe('Root');
    const loop = await service().call('put', `/api/departments/${root.id}`, tenant.hr).send({ parentId: child.id });
    expect([loop.status, loop.body.validationErrors[0].field]).toEqual([400, 'parentId']);
    const tree = await service().call('get', '/api/departments/tree', tenant.hr);
    const node = tree.body.find((node: { id: string }) => node.id === root.id);
    expect(node.children.map(({ name }: { name: string }) => name)).toEqual(['Child']);
    const refused = await service().call('delete', `/api/departments/${root.id}`, tenant.hr);
    expect(refused.status).toBe(409);
  });

  test('delete is soft and frees the code', async () => {
    const { body } = await create({ name: 'Temporary', code: 'TMP' });
    expect((await service().call('delete', `/api/departments/${body.id}`, tenant.hr)).status).toBe(204);
    expect((await service().call('get', `/api/departments/${body.id}`, tenant.hr)).status).toBe(404);
    expect((await create({ name: 'Again', code: 'TMP' })).status).toBe(201);
    expect((await create({ name: 'Twice', code: 'TMP' })).body.errorCode).toBe('CONFLICT');
  });

  test('a taken id is 409, also across tenants, and nothing is overwritten', async () => {
    const { body } = await create({ name: 'Mine' });
    const other = await makeTenant();
    const taken = await create({ id: body.id, name: 'Stolen' }, other.hr);
    expect([taken.status, taken.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await service().call('get', `/api/departments/${body.id}`, tenant.hr)).body.name).toBe('Mine');
  });

  test.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a number as name', { name: 5 }, 'name'],
    ['an operator object', { name: { $ne: 1 } }, 'name'],
    ['an unknown parent', { name: 'A', parentId: '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11' }, 'parentId'],
    ['a malformed parent', { name: 'A', parentId: 'x' }, 'parentId'],
    ['a malformed id', { id: '1', name: 'A' }, 'id'],
  ])('bad input: %s is 400 VALIDATION on the field', async (_case, body, field) => {
    const answer = await create(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.success).toBe(false);
    expect(answer.body.validationErrors).toMatchObject([{ field, message: expect.any(String) }]);
  });

  test('who may: no token 401, an ordinary user 403, both without body', async () => {
    const anonymous = await service().call('get', '/api/departments');
    expect([anonymous.status, anonymous.text]).toEqual([401, '']);
    const user = await service().call('get', '/api/departments', tenant.user);
    expect([user.status, user.text]).toEqual([403, '']);
  });
});
