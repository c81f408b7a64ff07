import { makeSystemAdmin, makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const PATH = '/api/my-profile/preferences';
const read = async (token: string) => (await service().call('get', PATH, token)).body;
const replace = (token: string, body: unknown) =>
  service()
    .call('put', PATH, token)
    .set('Content-Type', 'application/json')
    .send(typeof body === 'string' ? body : JSON.stringify(body));

describe('console 8: preferences are kept with the account', () => {
  test('an empty object at first; what is sent replaces all, for this account alone', async () => {
    expect(await read(tenant.hr)).toEqual({});
    const first = { lists: { employees: { columns: ['name'], 'a.b': 1, $set: { x: null } } }, folded: ['people'] };
    const stored = await replace(tenant.hr, first);
    expect([stored.status, stored.body]).toEqual([200, first]);
    expect(await read(tenant.hr)).toEqual(first);
    await replace(tenant.hr, { folded: [] });
    expect(await read(tenant.hr)).toEqual({ folded: [] });
    expect(await read(tenant.admin)).toEqual({});
  });

  test('an account of the platform has its own, also while it acts for an organization', async () => {
    const operator = await makeSystemAdmin();
    expect((await replace(operator, { folded: ['platform'] })).status).toBe(200);
    const acting = await service().call('get', PATH, operator).set('X-Tenant', tenant.slug);
    expect(acting.body).toEqual({ folded: ['platform'] });
  });

  test('two at the same moment store one of both whole', async () => {
    const token = await tenant.signedIn();
    const sent = [{ a: 1 }, { b: 2 }];
    const answers = await Promise.all(sent.map((body) => replace(token, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(sent).toContainEqual(await read(token));
  });

  test('names that reach a prototype are dropped', async () => {
    const token = await tenant.signedIn();
    await replace(
      token,
      '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"kept":{"__proto__":{"a":1},"b":2}}',
    );
    expect(await read(token)).toEqual({ kept: { b: 2 } });
  });

  test('16 kB are the limit, counted in bytes', async () => {
    const token = await tenant.signedIn();
    const around = JSON.stringify({ text: '' }).length;
    const largest = { text: 'é'.repeat((16 * 1_024 - around) / 2) };
    expect((await replace(token, largest)).status).toBe(200);
    const answer = await replace(token, { text: `${largest.text}é` });
    expect([answer.status, answer.body.validationErrors]).toEqual([
      400,
      [{ field: 'body', message: 'must have at most 16 kB', code: 'TOO_MANY_KILOBYTES', values: { max: 16 } }],
    ]);
    expect(await read(token)).toEqual(largest);
  });

  test.each(['[]', '[{"a":1}]', 'null', '5', '"text"', 'true'])('%s is no object', async (body) => {
    expect((await replace(tenant.hr, body)).status).toBe(400);
  });

  test('anonymous: 401 without body', async () => {
    const answer = await service().call('put', PATH).send({});
    expect([answer.status, answer.text]).toEqual([401, '']);
  });
});
