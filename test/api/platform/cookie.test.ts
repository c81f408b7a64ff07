import { forgetSessions } from '../../../api/platform/sign-in/session-state';
import { logger } from '../../../shared/kernel/logger';
import { SessionModel } from '../../../shared/platform/session.model';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { makeAccount, PASSWORD, type TestAccount } from '../../factories/account';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { codeOf, makeTwoFactorAccount } from '../../factories/two-factor';
import { holdClock } from '../../support/held-clock';
import { type Service, useService } from '../../support/service';
import { cookieOf } from '../../support/session-cookie';

holdClock();
const service = useService({ worker: false });
let tenant: TestTenant;
let account: TestAccount;
let host: string;
let origin: string;
beforeAll(async () => {
  tenant = await makeTenant();
  account = await makeAccount(tenant.id);
  host = `${tenant.slug}.localhost:3000`;
  origin = `http://${host}`;
});

const signIn = (more: object = { cookie: true }) =>
  service()
    .call('post', '/api/auth/token')
    .set('Host', host)
    .send({ email: account.email, password: PASSWORD, ...more });
const signedIn = async () => {
  const answer = await signIn();
  return { cookie: cookieOf(answer), body: answer.body as { accessToken: string; refreshToken: string } };
};
/** A request of a browser: with its cookie, to the tenant's host. */
const browse = (method: Parameters<Service['call']>[0], path: string, cookie: string) =>
  service().call(method, path).set('Host', host).set('Cookie', cookie);
const profile = (cookie: string) => browse('get', '/api/my-profile', cookie);

describe('cookie sign-in', () => {
  test('it is set on request alone, beside the tokens, for the page and not for its scripts', async () => {
    expect((await signIn({})).headers['set-cookie']).toBeUndefined();
    expect((await signIn({ cookie: false })).headers['set-cookie']).toBeUndefined();
    const answer = await signIn();
    expect(answer.body).toMatchObject({ accessToken: expect.any(String), refreshToken: expect.any(String) });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=[\w-]{86}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('it opens what a bearer token opens, and only a hash of it is stored', async () => {
    const { cookie } = await signedIn();
    const answer = await profile(`theme=dark; ${cookie}; other=x`);
    expect([answer.status, answer.body.id]).toEqual([200, account.id]);
    const rows = await tenant.within(async () => SessionModel.find().lean());
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]);
  });

  test('a sign-in with two-factor authentication sets it too, at both routes', async () => {
    const user = await makeTwoFactorAccount(tenant.id);
    const credentials = { email: user.email, password: PASSWORD, cookie: true };
    const asked = await signIn(credentials);
    expect(asked.headers['set-cookie']).toBeUndefined();
    const finished = await service()
      .call('post', '/api/auth/two-factor')
      .send({ challengeToken: asked.body.challengeToken, code: codeOf(user.secret), cookie: true });
    expect((await profile(cookieOf(finished))).body.id).toBe(user.id);
    const direct = await signIn({ ...credentials, twoFactorCode: codeOf(user.secret, 1) });
    expect((await profile(cookieOf(direct))).body.id).toBe(user.id);
  });

  test('forged ones are 401 without body: another secret, a refresh token, an access token, a session without a cookie', async () => {
    const { cookie, body } = await signedIn();
    const value = cookie.slice('session='.length);
    const bytes = Buffer.from(value, 'base64url');
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    const plain = (await signIn({})).body;
    const forged = [
      bytes.toString('base64url'),
      `${value}A`,
      value.slice(0, -2),
      `"${value}"`,
      body.refreshToken,
      body.accessToken,
      plain.refreshToken,
      'x',
      '%00',
    ];
    for (const token of forged) {
      const answer = await profile(`session=${token}`);
      expect([token.slice(0, 20), answer.status, answer.text]).toEqual([token.slice(0, 20), 401, '']);
    }
    expect((await service().call('post', '/api/auth/refresh').send({ refreshToken: value })).status).toBe(401);
    expect((await service().call('get', '/api/my-profile', value)).status).toBe(401); // no bearer token either
    expect((await profile(cookie)).status).toBe(200);
  });

  test('an empty cookie is none, and an empty or another scheme of authorization leaves it in force', async () => {
    const { cookie } = await signedIn();
    expect((await profile('session=')).status).toBe(401);
    expect((await profile(cookie).set('Authorization', 'Basic eDp5')).status).toBe(200);
  });

  test('a bearer token beats a cookie: who it names acts, and a wrong one is refused', async () => {
    const { cookie } = await signedIn();
    const other = await makeAccount(tenant.id);
    const { accessToken } = (await signIn({ email: other.email })).body;
    expect((await profile(cookie).set('Authorization', `Bearer ${accessToken}`)).body.id).toBe(other.id);
    expect((await profile(cookie).set('Authorization', 'Bearer x.y.z')).status).toBe(401);
    // Nothing of the cookie is asked for then: a client with a token needs no Origin.
    const change = browse('post', '/api/notifications/mark-all-read', cookie).set(
      'Authorization',
      `Bearer ${accessToken}`,
    );
    expect((await change).status).toBe(200);
  });

  test('on another organization’s host it is TENANT_MISMATCH, on the base host it is accepted', async () => {
    const { cookie } = await signedIn();
    const other = await makeTenant();
    const foreign = await profile(cookie).set('Host', `${other.slug}.localhost:3000`);
    expect([foreign.status, foreign.body.errorCode]).toEqual([401, 'TENANT_MISMATCH']);
    expect((await profile(cookie).set('Host', 'localhost:3000')).status).toBe(200);
  });

  test('the public API takes no cookie', async () => {
    const { cookie } = await signedIn();
    const answer = await browse('get', '/api/v1/ping', cookie);
    expect([answer.status, answer.text]).toEqual([401, '']);
  });

  test('it lives after its access token, dies with its session, and logout clears it', async () => {
    const { cookie } = await signedIn();
    const { cookie: other } = await signedIn();
    expect((await profile(cookie)).status).toBe(200);
    const out = await browse('post', '/api/auth/logout', cookie).set('Origin', origin);
    expect([out.status, out.headers['set-cookie']]).toEqual([
      204,
      ['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
    ]);
    expect((await profile(cookie)).status).toBe(401);
    expect((await profile(other)).status).toBe(200);
    await tenant.within(async () =>
      SessionModel.updateMany({ userId: account.id }, { $set: { expiresAt: new Date(0) } }),
    );
    forgetSessions();
    expect((await profile(other)).status).toBe(401);
  });

  test('a bearer’s logout sets no cookie where the request has none', async () => {
    const { accessToken } = (await signIn({})).body;
    const out = await service().call('post', '/api/auth/logout', accessToken);
    expect([out.status, out.headers['set-cookie']]).toEqual([204, undefined]);
  });

  test('reuse of a refresh token ends the cookie of its session too', async () => {
    const { cookie, body } = await signedIn();
    const refresh = (refreshToken: string) => service().call('post', '/api/auth/refresh').send({ refreshToken });
    const second = (await refresh(body.refreshToken)).body.refreshToken;
    await refresh(second);
    expect((await profile(cookie)).status).toBe(200); // refreshing changes nothing for the browser
    expect((await refresh(body.refreshToken)).status).toBe(401);
    expect((await profile(cookie)).status).toBe(401);
  });

  test('of a suspended organization it is 403', async () => {
    const own = await makeTenant();
    const user = await makeAccount(own.id);
    const body = { email: user.email, password: PASSWORD, tenantSlug: own.slug, cookie: true };
    const cookie = cookieOf(await service().call('post', '/api/auth/token').send(body));
    await TenantModel.updateOne({ _id: own.id }, { $set: { status: TenantStatus.Suspended } });
    forgetSessions();
    const answer = await service().call('get', '/api/my-profile').set('Cookie', cookie);
    expect([answer.status, answer.body.errorCode]).toEqual([403, 'TENANT_SUSPENDED']);
  });
});

describe('another site cannot use the cookie', () => {
  let cookie: string;
  beforeAll(async () => {
    cookie = (await signedIn()).cookie;
  });
  const change = (from: string | null) => {
    const call = browse('post', '/api/notifications/mark-all-read', cookie);
    return from === null ? call : call.set('Origin', from);
  };

  test('another origin is a security line of the log that names the account and never the cookie', async () => {
    const lines = jest.spyOn(logger, 'warn').mockReturnValue(logger);
    expect((await change('http://evil.example')).status).toBe(403);
    const line = { category: 'security', status: 403, credential: 'cookie', actor: account.id };
    expect(lines).toHaveBeenCalledWith('request refused', expect.objectContaining(line));
    lines.mockRestore();
  });

  test('the same origin may change something', async () => {
    expect((await change(origin)).status).toBe(200);
  });

  test.each<[string, (own: string) => string | null]>([
    ['no Origin', () => null],
    ['Origin null', () => 'null'],
    ['another site', () => 'http://evil.example'],
    ['another organization', () => 'http://other.localhost:3000'],
    ['the base host', () => 'http://localhost:3000'],
    ['a subdomain', (own) => own.replace('http://', 'http://evil.')],
    ['a longer host', (own) => `${own}.evil.example`],
    ['a host that begins alike', (own) => own.replace(':3000', ':30001')],
    ['another port', (own) => own.replace(':3000', ':3001')],
    ['no port', (own) => own.replace(':3000', '')],
    ['another scheme', (own) => own.replace('http:', 'https:')],
    ['a path', (own) => `${own}/`],
    ['credentials in front', (own) => own.replace('http://', 'http://x@')],
    ['two origins', (own) => `${own}, http://evil.example`],
  ])('%s: 403 FOREIGN_ORIGIN, which names both', async (_case, make) => {
    const from = make(origin);
    const { status, body } = await change(from);
    expect([status, body.errorCode]).toEqual([403, 'FOREIGN_ORIGIN']);
    expect(body.reason.values).toEqual({ origin: from ?? 'no address', expected: origin });
  });

  test('reading needs no Origin; each unsafe method does', async () => {
    expect((await profile(cookie)).status).toBe(200);
    expect((await profile(cookie).set('Origin', 'http://evil.example')).status).toBe(200); // SameSite and CORS keep it in
    const id = '7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17';
    const answers = [
      await browse('put', '/api/my-profile', cookie).send({}),
      await browse('delete', `/api/my-profile/sessions/${id}`, cookie),
      await browse('post', '/api/auth/logout', cookie),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403]);
  });
});

describe('over TLS the cookie is bound to its host by its name', () => {
  const secure = useService({ worker: false, env: { TRUST_PROXY: 'loopback' } });
  const call = (method: Parameters<Service['call']>[0], path: string) =>
    secure().call(method, path).set('Host', host).set('X-Forwarded-Proto', 'https');

  test('__Host-session, Secure, no Domain; the plain name is not accepted there, nor the other on http', async () => {
    const answer = await call('post', '/api/auth/token').send({
      email: account.email,
      password: PASSWORD,
      cookie: true,
    });
    const [header = ''] = answer.headers['set-cookie'] ?? [];
    expect(header).toMatch(/^__Host-session=[\w-]{86}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const cookie = cookieOf(answer);
    const plain = cookie.replace('__Host-', '');
    const get = (text: string) => call('get', '/api/my-profile').set('Cookie', text);
    expect((await get(cookie)).status).toBe(200);
    expect((await get(plain)).status).toBe(401);
    expect((await profile(cookie)).status).toBe(401);
    const out = (from: string) => call('post', '/api/auth/logout').set('Cookie', cookie).set('Origin', from);
    expect((await out(`http://${host}`)).status).toBe(403);
    const ended = await out(`https://${host}`);
    expect([ended.status, ended.headers['set-cookie']]).toEqual([
      204,
      ['__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'],
    ]);
  });
});
