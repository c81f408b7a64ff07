import { startService, type Service } from '../support/service';
import { useConsole } from './browser';

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'";

const browser = useConsole({ worker: false });
const open = (path: string, accept = HTML) => browser().service.call('get', path).set('Accept', accept);

describe('how the console is served', () => {
  test.each(['/', '/employees', '/employees?search=a', '/sign-in', '/as/acme/employees', '/as/acme'])(
    '%s is the page, not cached, under the policy',
    async (path) => {
      const answer = await open(path)
        .expect(200)
        .expect('Content-Type', /text\/html/);
      expect(answer.headers['content-security-policy']).toBe(POLICY);
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  test('an address that does not exist answers 404 with the page', async () => {
    const answer = await open('/no-such-page').expect(404);
    expect(answer.text).toContain('<div id="root">');
  });

  test('hashed files are immutable; a missing one is 404', async () => {
    const { text } = await open('/');
    const [script = ''] = /\/console\/assets\/[\w.-]+\.js/.exec(text) ?? [];
    const answer = await open(script, '*/*').expect(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    await open('/console/assets/gone-12345678.js', '*/*').expect(404);
  });

  test.each(['br', 'gzip'])('hashed files are sent with %s as the build made them', async (coding) => {
    const { text } = await open('/');
    const [script = ''] = /\/console\/assets\/[\w.-]+\.js/.exec(text) ?? [];
    const answer = await open(script, '*/*')
      .set('Accept-Encoding', coding)
      .expect(200)
      .expect('Content-Encoding', coding);
    expect(answer.headers.vary).toContain('Accept-Encoding');
    expect(answer.headers['content-type']).toMatch(/javascript/);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    await open(script, '*/*')
      .set('Accept-Encoding', 'identity')
      .expect(200)
      .expect(({ headers }) => expect(headers['content-encoding']).toBeUndefined());
  });

  test('what is not a page stays what it is', async () => {
    await open('/health/live').expect(200).expect('Content-Type', /json/);
    await open('/api/employees').expect(401);
    await open('/scim/v2/Users')
      .expect(401)
      .expect('Content-Type', /scim\+json/);
    await open('/api/no-such-route').expect(404).expect('Content-Type', /json/);
    await open('/metrics').expect(404).expect('Content-Type', /json/);
    await open('/employees', 'application/json').expect(404).expect('Content-Type', /json/);
  });

  test('a browser without a session is led from Bull Board to sign-in; a program is refused', async () => {
    const answer = await open('/admin/queues/').expect(303);
    expect(answer.headers.location).toBe('/sign-in?next=%2Fadmin%2Fqueues%2F');
    await open('/admin/queues', 'application/json').expect(401);
  });
});

describe('the public surface', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ worker: false, env: { API_SURFACE: 'public' } });
  });
  afterAll(() => service.close());

  test('serves no console', async () => {
    await service.call('get', '/').set('Accept', HTML).expect(404).expect('Content-Type', /json/);
    await service.call('get', '/employees').set('Accept', HTML).expect(404);
  });
});
