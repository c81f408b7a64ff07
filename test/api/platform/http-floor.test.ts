import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { makeSystemAdmin, makeTenant, type TestTenant } from '../../factories/tenant';
import { createTenantBody } from '../../factories/tenant-body';
import { useService } from '../../support/service';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the floor under every route', () => {
  const service = useService({ worker: false });
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await makeTenant();
  });

  test('an unknown route is 404 NOT_FOUND, with or without a token', async () => {
    for (const token of [null, tenant.admin])
      for (const path of ['/api/nothing', '/api/v1/nothing', '/api/auth', '/nothing', '/']) {
        const answer = await service().call('get', path, token);
        expect([path, answer.status, answer.body.errorCode]).toEqual([path, 404, 'NOT_FOUND']);
      }
  });

  test.each([
    ['delete', '/api/auth/token', 'POST'],
    ['get', '/api/auth/logout', 'POST'],
    ['patch', '/api/departments', 'GET, POST'],
    ['post', '/api/v1/ping', 'GET'],
    ['put', '/api/tenants/x/status/1', 'POST'],
  ] as const)('%s %s is 405 with Allow: %s', async (method, path, allow) => {
    const answer = await service().call(method, path, tenant.admin);
    expect([answer.status, answer.body.errorCode]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.allow?.split(', ').sort()).toEqual(allow.split(', ').sort());
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'email=a', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['text', 'text/plain', '{"email":"a"}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['an unknown charset', 'application/json; charset=latin9', '{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['broken JSON', 'application/json', '{"email":', 400, 'BAD_REQUEST'],
    ['a broken encoding', 'application/json', '"\\ud800', 400, 'BAD_REQUEST'],
    ['null', 'application/json', 'null', 400, 'BAD_REQUEST'],
    ['a number as JSON', 'application/json', '5', 400, 'BAD_REQUEST'],
    ['an array where an object is expected', 'application/json', '[]', 400, 'VALIDATION'],
    ['more than 1 MB', 'application/json', `{"email":"${'x'.repeat(1_100_000)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
  ])('%s as the body: %s', async (_case, type, body, status, code) => {
    const answer = await service().call('post', '/api/auth/token').set('Content-Type', type).send(body);
    expect([answer.status, answer.body.errorCode, answer.body.success]).toEqual([status, code, false]);
  });

  test.each([
    ['broken JSON', 'application/json', '{"name":', 400, 'BAD_REQUEST'],
    ['another content type', 'text/plain', 'name', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['more than 1 MB', 'application/json', `{"name":"${'x'.repeat(1_100_000)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
  ])('%s is judged after token and role', async (_case, type, body, status, code) => {
    const answers = await Promise.all(
      [null, tenant.user, tenant.hr].map((token) =>
        service().call('post', '/api/departments', token).set('Content-Type', type).send(body),
      ),
    );
    expect(answers.map((answer) => [answer.status, answer.body.errorCode])).toEqual([
      [401, undefined],
      [403, undefined],
      [status, code],
    ]);
  });

  test('JSON with a structured suffix is read as JSON', async () => {
    const body = JSON.stringify({ name: 'Suffix' });
    const answer = await service()
      .call('post', '/api/departments', tenant.hr)
      .set('Content-Type', 'application/vnd.acme+json')
      .send(body);
    expect([answer.status, answer.body.name]).toEqual([201, 'Suffix']);
  });

  test('a path that does not decode is 400 BAD_REQUEST', async () => {
    const answer = await service().call('get', '/api/departments/%zz', tenant.hr);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'BAD_REQUEST']);
  });

  test('a request id is accepted when it is a UUID, else made, and always returned', async () => {
    const mine = randomUUID();
    const ask = (id: string) => service().call('get', '/api/nothing').set('X-Request-Id', id);
    expect((await ask(mine)).headers['x-request-id']).toBe(mine);
    for (const other of ['1', `${mine}x`, '<script>', 'x'.repeat(500)]) {
      const made = (await ask(other)).headers['x-request-id'];
      expect(made).toMatch(UUID);
      expect(made).not.toBe(other);
    }
    expect((await service().call('get', '/health/live')).headers['x-request-id']).toMatch(UUID);
  });

  test('poisonous keys are dropped, at every depth, and unknown ones never reach a row', async () => {
    const text = `{"name":"Clean","__proto__":{"code":"EVIL"},"constructor":{"prototype":{"code":"EVIL"}},"isDeleted":true,
      "tenantId":"3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11","revision":99}`;
    const answer = await service()
      .call('post', '/api/departments', tenant.hr)
      .set('Content-Type', 'application/json')
      .send(text);
    expect([answer.status, answer.body.name, answer.body.code, answer.body.revision]).toEqual([201, 'Clean', null, 0]);
    expect(({} as { code?: string }).code).toBeUndefined();
    const admin = `{"email":"a@b.co","__proto__":{"password":"x"}}`;
    const nested = await service()
      .call('post', '/api/tenants', await makeSystemAdmin())
      .set('Content-Type', 'application/json')
      .send(JSON.stringify(createTenantBody()).replace(/"admin":\{[^}]*\}/, `"admin":${admin}`));
    expect(nested.body.validationErrors.map((error: { field: string }) => error.field)).toEqual(['admin.fullName']);
  });

  test('health: live, and ready with its reasons; no details of the system', async () => {
    expect((await service().call('get', '/health/live')).body).toEqual({ status: 'ok' });
    expect((await service().call('get', '/health/ready')).body).toEqual({ status: 'ok' });
  });

  test('answers name no framework and forbid sniffing', async () => {
    const { headers } = await service().call('get', '/api/nothing');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('a request that is no HTTP ends with 400 and harms no one', async () => {
    const { port } = new URL(service().url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('NOT HTTP\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await service().call('get', '/health/live')).status).toBe(200);
  });
});

describe('API_SURFACE=public exposes v1 alone', () => {
  const service = useService({ worker: false, env: { API_SURFACE: 'public' } });

  test.each(['/api/auth/token', '/api/departments', '/API/Departments', '/api/tenants', '/admin/queues', '/api'])(
    '%s is 404, like a path that does not exist',
    async (path) => {
      const hidden = await service().call('get', path);
      const unknown = await service().call('get', '/api/nothing');
      expect([hidden.status, hidden.text]).toEqual([404, unknown.text]);
    },
  );

  test('v1 answers, and /swagger shows only the public document', async () => {
    expect((await service().call('get', '/api/v1/ping')).status).toBe(401);
    expect((await service().call('get', '/swagger/internal.json')).status).toBe(404);
    const document = await service().call('get', '/swagger/public.json');
    const paths = Object.keys(document.body.paths);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
    const script = await service().call('get', '/swagger/swagger-ui-init.js');
    expect([script.status, script.text.includes('public.json'), script.text.includes('internal')]).toEqual([
      200,
      true,
      false,
    ]);
    const page = await service().call('get', '/swagger').redirects(1);
    expect([page.status, page.text.includes('swagger-ui-init.js')]).toEqual([200, true]);
    expect((await service().call('get', '/swagger/swagger-ui.css')).status).toBe(200);
  });
});

describe('API_SURFACE=internal hides v1', () => {
  const service = useService({ worker: false, env: { API_SURFACE: 'internal' } });

  test('v1 is 404, the internal API and its document answer', async () => {
    expect((await service().call('get', '/api/v1/ping')).status).toBe(404);
    expect((await service().call('get', '/swagger/public.json')).status).toBe(404);
    expect((await service().call('get', '/api/departments')).status).toBe(401);
    expect((await service().call('get', '/swagger/internal.json')).body.paths).toHaveProperty('/api/departments');
  });
});

describe.each(['all', 'internal', 'public'])('in production with API_SURFACE=%s', (surface) => {
  const settings = {
    NODE_ENV: 'production',
    API_SURFACE: surface,
    BASE_URL: 'http://localhost:3000',
    JWT_SECRET: 'j'.repeat(64),
    DATA_KEY: 'd'.repeat(64),
  };
  const service = useService({ worker: false, env: settings });

  test('/swagger shows the public API alone', async () => {
    expect((await service().call('get', '/swagger/internal.json')).status).toBe(404);
    const document = await service().call('get', '/swagger/public.json');
    expect(document.status).toBe(200);
    expect(Object.keys(document.body.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
    const script = await service().call('get', '/swagger/swagger-ui-init.js');
    expect([script.text.includes('public.json'), script.text.includes('internal')]).toEqual([true, false]);
  });
});
