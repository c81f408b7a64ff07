import { newApiKey } from '../../../api/http/api-key-token';
import { forgetApiKeys } from '../../../api/platform/sign-in/api-key-authentication';
import { inMs, toInstant } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { type ApiKey, ApiKeyModel } from '../../../shared/platform/api-key.model';
import { remindOfEndingKeys } from '../../../worker/comms/remind-of-ending-keys';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { operationsOf, readDocument } from '../../support/operations';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const PATH = '/api/integrations/api-keys';
const create = (body: object = { name: 'Power BI' }, token = tenant.admin) =>
  service().call('post', PATH, token).send(body);
const ping = (key: string) => service().call('get', '/api/v1/ping').set('X-Api-Key', key);
const rowOf = (id: string) => tenant.within(() => ApiKeyModel.findById(id).lean<ApiKey>());

describe('API keys', () => {
  test('create shows the key once; it reads v1 as its tenant and is stored as a hash', async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    const { id, key } = answer.body;
    expect(answer.headers.location).toBe(`${PATH}/${id}`);
    expect(key).toMatch(/^evk_[0-9a-f]{32}_[\w-]{43}$/);
    const pong = await ping(key);
    expect([pong.status, pong.body]).toEqual([
      200,
      { tenantId: tenant.id, tenantSlug: tenant.slug, tenantName: `Tenant ${tenant.slug}` },
    ]);
    const listed = await service().call('get', PATH, tenant.admin);
    const read = await service().call('get', `${PATH}/${id}`, tenant.admin);
    for (const text of [listed.text, read.text, JSON.stringify(await rowOf(id))]) {
      expect(text).toContain('Power BI');
      expect(text).not.toContain(key);
      expect(text).not.toContain(key.slice(-43));
    }
    expect(read.body).toEqual({
      id,
      name: 'Power BI',
      prefix: expect.stringMatching(/^evk_[0-9a-f]{32}_[\w-]{6}$/),
      scopes: ['employees', 'cycles', 'goals', 'pulse-surveys', 'datasets'],
      expiresAt: expect.any(String),
      revokedAt: null,
      lastUsedAt: expect.stringMatching(/Z$/),
      createdBy: expect.any(String),
      creator: expect.stringMatching(/^User /),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      revision: expect.any(Number),
    });
  });

  test('a key ends in a year unless something else is said; null is never', async () => {
    const year = new Date().getUTCFullYear() + 1;
    expect((await create()).body.expiresAt).toMatch(new RegExp(`^${year}-`));
    expect((await create({ name: 'Warehouse', expiresAt: null })).body.expiresAt).toBeNull();
  });

  test('TenantAdmins are notified once, 14 days before a key ends', async () => {
    const endings = async () => {
      await remindOfEndingKeys();
      await remindOfEndingKeys();
      const { body } = await service().call('get', '/api/notifications', tenant.admin);
      return body.items.filter(({ type }: { type: string }) => type === 'api-key-ending');
    };
    const { id } = (await create({ name: 'Nightly' })).body;
    const endsIn = (days: number) =>
      tenant.within(() => ApiKeyModel.updateOne({ _id: id }, { $set: { expiresAt: inMs(days * 86_400_000) } }));
    await endsIn(15);
    expect(await endings()).toEqual([]);
    await endsIn(13);
    expect(await endings()).toMatchObject([
      { title: expect.stringContaining('“Nightly” expires on'), link: '/api-keys' },
    ]);
    await tenant.within(() => ApiKeyModel.updateOne({ _id: id }, { $set: { revokedAt: new Date() } }));
    await endsIn(12);
    expect(await endings()).toHaveLength(1);
  });

  test('use is noted without a write per request', async () => {
    const { id, key } = (await create()).body;
    expect((await rowOf(id))?.lastUsedAt).toBeNull();
    for (const _use of [1, 2, 3]) await ping(key).expect(200);
    expect([(await rowOf(id))?.revision, (await rowOf(id))?.lastUsedAt]).toEqual([1, expect.any(Date)]);
  });

  test('revoking ends the key at once, and revoking it again answers 204', async () => {
    const { id, key } = (await create()).body;
    await ping(key).expect(200); // so that the key is known to the process
    const revoke = () => service().call('delete', `${PATH}/${id}`, tenant.admin);
    expect((await revoke()).status).toBe(204);
    const refused = await ping(key);
    expect([refused.status, refused.text]).toEqual([401, '']);
    const first = (await rowOf(id))?.revokedAt;
    expect((await revoke()).status).toBe(204);
    expect((await rowOf(id))?.revokedAt).toEqual(first);
    const rotated = await service().call('post', `${PATH}/${id}/rotate`, tenant.admin);
    expect([rotated.status, rotated.body.errorCode]).toEqual([409, 'CONFLICT']);
  });

  test('rotating gives a new key; the old one dies at once', async () => {
    const { id, key } = (await create()).body;
    await ping(key).expect(200);
    const rotated = await service().call('post', `${PATH}/${id}/rotate`, tenant.admin);
    expect([rotated.status, rotated.body.id, rotated.body.lastUsedAt]).toEqual([200, id, null]);
    expect((await ping(key)).status).toBe(401);
    expect((await ping(rotated.body.key)).status).toBe(200);
  });

  test('an expired key is refused, also one that the process knows', async () => {
    const expiresAt = toInstant(inMs(3_600_000));
    const { id, key, ...rest } = (await create({ name: 'Soon', expiresAt })).body;
    expect(rest.expiresAt).toBe(expiresAt);
    await ping(key).expect(200);
    await tenant.within(() => ApiKeyModel.updateOne({ _id: id }, { $set: { expiresAt: inMs(-1) } }));
    forgetApiKeys();
    expect((await ping(key)).status).toBe(401);
    expect((await service().call('post', `${PATH}/${id}/rotate`, tenant.admin)).status).toBe(409);
  });

  test.each([
    ['no key', null],
    ['not a key', 'secret'],
    ['a well-formed unknown key', newApiKey('3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11')],
  ])('%s: 401 without body', async (_case, key) => {
    const call = service().call('get', '/api/v1/ping');
    const answer = await (key === null ? call : call.set('X-Api-Key', key));
    expect([answer.status, answer.text]).toEqual([401, '']);
  });

  test('a key whose tenant part is changed, or another key of the same tenant, opens nothing', async () => {
    const other = await makeTenant();
    const { key } = (await create()).body;
    const moved = key.replace(/^evk_[0-9a-f]{32}/, `evk_${other.id.replaceAll('-', '')}`);
    expect((await ping(moved)).status).toBe(401);
    expect((await ping(newApiKey(tenant.id))).status).toBe(401);
  });

  test('a key opens no internal route, a token no public one', async () => {
    const { key } = (await create()).body;
    expect((await service().call('get', '/api/departments').set('X-Api-Key', key)).status).toBe(401);
    expect((await service().call('get', '/api/v1/ping', tenant.admin)).status).toBe(401);
    expect((await service().call('get', `/api/v1/ping?api_key=${key}`)).status).toBe(401);
  });

  test.each<[string, object, string]>([
    ['no name', {}, 'name'],
    ['an instant in the past', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['a date without time', { name: 'x', expiresAt: '2999-01-01' }, 'expiresAt'],
    ['no instant', { name: 'x', expiresAt: 'tomorrow' }, 'expiresAt'],
    ['no scope', { name: 'x', scopes: [] }, 'scopes'],
    ['an unknown scope', { name: 'x', scopes: ['salaries'] }, 'scopes[0]'],
  ])('%s is 400 VALIDATION on the field', async (_case, body, field) => {
    const answer = await create(body);
    expect([answer.status, answer.body.validationErrors?.[0]?.field]).toEqual([400, field]);
  });

  test('a key reads what its scopes name, and everything else is 403', async () => {
    const ODATA_SCOPES = {
      employees: ['Employees'],
      cycles: ['Cycles'],
      goals: ['Goals', 'KeyResults'],
      'pulse-surveys': ['PulseSurveys'],
      datasets: ['Scores', 'Gaps', 'NineBox', 'CompetencyScores', 'Participation', 'SurveyFigures'],
    };
    const routes = operationsOf(readDocument('public')).map(({ path }) => path.replace(/\{.*?\}/, newId()));
    const odata = Object.values(ODATA_SCOPES).flatMap((sets) =>
      sets.flatMap((set) => [`/api/v1/odata/${set}`, `/api/v1/odata/${set}/$count`]),
    );
    for (const [scope, sets] of Object.entries(ODATA_SCOPES)) {
      const { key, scopes } = (await create({ name: scope, scopes: [scope, scope] })).body;
      expect(scopes).toEqual([scope]);
      const read = (path: string) => service().call('get', path).set('X-Api-Key', key);
      const passed: string[] = [];
      for (const path of [...routes, ...odata]) {
        const { status, body } = await read(path);
        if (status !== 403) passed.push(path);
        else expect([path, body.errorCode ?? body.error.code]).toEqual([path, 'KEY_SCOPE_MISSING']);
      }
      const isAllowed = (path: string) =>
        path === '/api/v1/ping' ||
        path.startsWith(`/api/v1/${scope}`) ||
        sets.some((set) => path.split('/').includes(set) && path.includes('/odata/'));
      expect([scope, passed]).toEqual([scope, [...routes, ...odata].filter(isAllowed)]);
      const { body } = await read('/api/v1/odata');
      expect(body.value.map(({ name }: { name: string }) => name)).toEqual(sets);
      expect((await read('/api/v1/odata/$metadata')).status).toBe(200);
    }
  });

  test('a key from before there were scopes reads everything', async () => {
    const { id, key } = (await create()).body;
    await tenant.within(() => ApiKeyModel.updateOne({ _id: id }, { $unset: { scopes: 1 } }));
    forgetApiKeys();
    expect((await service().call('get', '/api/v1/goals').set('X-Api-Key', key)).status).toBe(200);
    expect((await service().call('get', `${PATH}/${id}`, tenant.admin)).body.scopes).toHaveLength(5);
  });

  test('only a TenantAdmin, and only keys of the organization', async () => {
    const { id } = (await create()).body;
    for (const token of [tenant.hr, tenant.user]) expect((await create({ name: 'x' }, token)).status).toBe(403);
    expect((await service().call('get', PATH)).status).toBe(401);
    const other = await makeTenant();
    expect((await service().call('get', `${PATH}/${id}`, other.admin)).status).toBe(404);
    expect((await service().call('delete', `${PATH}/${id}`, other.admin)).status).toBe(404);
    expect((await service().call('post', `${PATH}/${id}/rotate`, other.admin)).status).toBe(404);
    expect((await service().call('get', PATH, other.admin)).body.totalCount).toBe(0);
  });
});
