import { makeAccount, PASSWORD } from '../../../factories/account';
import { connectProvider } from '../../../factories/sso';
import { makeTenant, type TestTenant } from '../../../factories/tenant';
import { holdClock } from '../../../support/held-clock';
import { useProvider } from '../../../support/oidc-provider';
import { useService } from '../../../support/service';
import { SsoBrowser } from '../../../support/sso-browser';
import { until } from '../../../support/until';

// Providers that fail, are slow, change their keys, or whose clock is wrong. The key cache goes by the clock.

holdClock();
const service = useService({ worker: false });
const provider = useProvider();
const untrusted = useProvider('https');
let tenant: TestTenant;
let browser: SsoBrowser;
beforeEach(async () => {
  tenant = await makeTenant();
  browser = new SsoBrowser(service, tenant);
  await connectProvider(provider(), tenant);
  const { id, email } = await makeAccount(tenant.id);
  const account = { sub: id, email, email_verified: true };
  await provider().set({ account, answers: {}, delayMs: {}, clockMs: 0 });
});

const FAILED = '/sign-in?error=sso-failed';
const locationOf = async () => String((await browser.signIn()).headers.location);
const afterMs = (ms: number) => jest.setSystemTime(Date.now() + ms);

test('a provider that is down, answers nonsense or has a certificate nobody trusts leads to the sign-in page', async () => {
  await connectProvider(untrusted(), tenant);
  expect((await browser.begin()).location).toBe(FAILED);
  const check = { issuer: untrusted().issuer };
  const tested = await service().call('post', '/api/sign-in-settings/test', tenant.admin).send(check);
  expect(tested.body.errorMessage).toBe('The provider cannot be used: its TLS certificate is not valid.');
  await connectProvider(provider(), tenant, { issuer: 'http://localhost:1' });
  expect((await browser.begin()).location).toBe(FAILED);
  await connectProvider(provider(), tenant);
  await provider().set({ answers: { '/.well-known/openid-configuration': { status: 503, body: 'down' } } });
  expect((await browser.begin()).location).toBe(FAILED);
});

test('a provider that is slow keeps nobody else waiting, and its sign-in ends after 5 s', async () => {
  await provider().set({ delayMs: { '/.well-known/openid-configuration': 600_000 } });
  const { email } = await makeAccount(tenant.id);
  const limit = new AbortController();
  const held = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const slow = browser.begin();
  await until(() => held.mock.calls.length > 0);
  const body = { email, password: PASSWORD, tenantSlug: tenant.slug };
  await service().call('post', '/api/auth/token').send(body).expect(200);
  expect(held.mock.calls).toEqual([[5_000]]);
  limit.abort(new DOMException('The time is over.', 'TimeoutError'));
  expect((await slow).location).toBe(FAILED);
  held.mockRestore();
  // It is not asked at each try, and again after a while.
  await provider().set({ delayMs: {} });
  expect((await browser.begin()).location).toBe(FAILED);
  expect((await provider().set({})).filter((path) => path.startsWith('/.well-known'))).toEqual([]);
  afterMs(11_000);
  expect(await locationOf()).toBe('/');
});

test('a token endpoint that fails once is asked again at the next sign-in', async () => {
  const tokens = { status: 500, headers: { 'content-type': 'application/json' }, body: '{"error":"server_error"}' };
  await provider().set({ answers: { '/token': tokens } });
  expect(await locationOf()).toBe(FAILED);
  await provider().set({ answers: {} });
  expect(await locationOf()).toBe('/');
});

test('the discovery document is cached, and an unknown key looked up again, at most once a minute', async () => {
  expect(await locationOf()).toBe('/');
  await provider().rotate('second');
  expect(await locationOf()).toBe(FAILED);
  const asked = await provider().set({});
  expect(asked.filter((path) => path === '/jwks')).toHaveLength(0);
  afterMs(61_000);
  expect(await locationOf()).toBe('/');
  expect((await provider().set({})).filter((path) => path === '/jwks' || path.startsWith('/.well-known'))).toEqual([
    '/jwks',
  ]);
});

test('a provider whose clock is hours behind signs tokens that have expired', async () => {
  await provider().set({ clockMs: -3 * 3_600_000 });
  expect(await locationOf()).toBe(FAILED);
  // Some seconds are no wrong clock.
  await provider().set({ clockMs: -20_000 });
  expect(await locationOf()).toBe('/');
});

test('a key that the provider does not publish signs nobody in', async () => {
  const keys = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"keys":[]}' };
  await provider().set({ answers: { '/jwks': keys } });
  expect(await locationOf()).toBe(FAILED);
});
