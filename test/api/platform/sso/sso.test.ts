import { Role } from '../../../../shared/kernel/permissions';
import { EmployeeStatus } from '../../../../shared/people/employee-status';
import { CredentialModel } from '../../../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../../../shared/platform/accounts/user.model';
import { TenantStatus } from '../../../../shared/platform/tenant-status';
import { TenantModel } from '../../../../shared/platform/tenant.model';
import { makeAccount } from '../../../factories/account';
import { makeEmployee } from '../../../factories/employee';
import { CLIENT_SECRET, connectProvider } from '../../../factories/sso';
import { makeTenant, type TestTenant } from '../../../factories/tenant';
import { type ProviderAccount, useProvider } from '../../../support/oidc-provider';
import { useService } from '../../../support/service';
import { cookiesOf, SsoBrowser } from '../../../support/sso-browser';

// Against a real OpenID provider in a process of its own.

const service = useService({ worker: false });
const provider = useProvider();
let tenant: TestTenant;
let browser: SsoBrowser;
beforeEach(async () => {
  tenant = await makeTenant();
  await connectProvider(provider(), tenant);
  browser = new SsoBrowser(service, tenant);
});

let count = 0;
/** A person of the provider who signs in next. */
async function person(
  claims: Partial<ProviderAccount> = {},
): Promise<Required<Pick<ProviderAccount, 'sub' | 'email'>>> {
  const sub = `person-${++count}`;
  const account = { sub, email: `${sub}@example.test`, email_verified: true, ...claims };
  await provider().set({ account, isDenying: false, emailInToken: true });
  return account;
}

const profile = (cookie: string) => browser.call('/api/my-profile', cookie);
const locationOf = async (next?: string) => String((await browser.signIn(next)).headers.location);

describe('an account is found', () => {
  test('by its verified email, and from then on by issuer and subject alone', async () => {
    const { sub, email } = await person();
    const account = await makeAccount(tenant.id, { email });
    const answer = await browser.signIn('/my-goals?status=Active');
    expect([answer.status, answer.headers.location]).toEqual([302, '/my-goals?status=Active']);
    expect((await profile(cookiesOf(answer))).body).toMatchObject({ id: account.id, email });

    await provider().set({ account: { sub, email: 'another@example.test', email_verified: false } });
    expect((await profile(cookiesOf(await browser.signIn()))).body.id).toBe(account.id);
  });

  test('in upper case too, and at userinfo when the ID token has no email', async () => {
    const { sub, email } = await person();
    const account = await makeAccount(tenant.id, { email });
    await provider().set({ account: { sub, email: email.toUpperCase(), email_verified: true }, emailInToken: false });
    expect((await profile(cookiesOf(await browser.signIn()))).body.id).toBe(account.id);
  });

  test('an unverified email links nothing, unless the organization trusts it', async () => {
    const { email } = await person({ email_verified: undefined });
    const account = await makeAccount(tenant.id, { email });
    expect(await locationOf()).toBe('/sign-in?error=sso-email-unverified');
    await connectProvider(provider(), tenant, { trustsEmail: true });
    expect((await profile(cookiesOf(await browser.signIn()))).body.id).toBe(account.id);
  });

  test('a foreign domain links nothing', async () => {
    const { email } = await person();
    await makeAccount(tenant.id, { email });
    await connectProvider(provider(), tenant, { emailDomains: ['example.com', 'test'] });
    expect(await locationOf()).toBe('/sign-in?error=sso-no-account');
    await connectProvider(provider(), tenant, { emailDomains: ['example.test'] });
    expect(await locationOf()).toBe('/');
  });

  test('an account that is linked is not handed to who gets its email later', async () => {
    const { email } = await person();
    const account = await makeAccount(tenant.id, { email });
    expect(await locationOf()).toBe('/');
    await person({ email });
    expect(await locationOf('/team')).toBe('/sign-in?error=sso-no-account&next=%2Fteam');
    const unlinked = await service().call('post', `/api/users-admin/${account.id}/unlink-sso`, tenant.admin);
    expect([unlinked.status, unlinked.body.ssoIssuer]).toEqual([200, null]);
    expect(await locationOf()).toBe('/');
    // An account that another issuer was linked to is linked to this one.
    await tenant.within(async () =>
      CredentialModel.updateOne({ _id: account.id }, { $set: { ssoIssuer: 'https://former.example' } }),
    );
    await person({ email });
    expect(await locationOf()).toBe('/');
  });

  test('an Active employee without an account gets one; others and strangers do not', async () => {
    const { email } = await person();
    expect(await locationOf()).toBe('/sign-in?error=sso-no-account');
    const employee = await tenant.within(() => makeEmployee({ email, status: EmployeeStatus.OnLeave }));
    expect(await locationOf()).toBe('/sign-in?error=sso-no-account');
    await service().call('put', `/api/employees/${employee._id}`, tenant.hr).send({ status: 'Active' }).expect(200);
    const answer = await browser.signIn();
    expect((await profile(cookiesOf(answer))).body).toMatchObject({
      email,
      employeeId: employee._id,
      roles: [Role.User],
    });
    const log = await service().call('get', '/api/audit-logs?pageSize=10', tenant.admin);
    const events = log.body.items.map(({ eventType }: { eventType: string }) => eventType);
    expect(events).toEqual(expect.arrayContaining(['user.created', 'sso.linked', 'auth.signed-in', 'auth.failed']));
  });

  test('a deactivated account and an employee who left stay out', async () => {
    const { email } = await person();
    const employee = await tenant.within(() => makeEmployee({ email }));
    expect(await locationOf()).toBe('/');
    const user = await tenant.within(async () => UserModel.findOne({ email }).lean<User>());
    await service().call('post', `/api/users-admin/${user?._id}/deactivate`, tenant.admin).expect(200);
    expect(await locationOf()).toBe('/sign-in?error=sso-no-account');
    await service().call('post', `/api/users-admin/${user?._id}/activate`, tenant.admin).expect(200);
    expect(await locationOf()).toBe('/');
    await service().call('put', `/api/employees/${employee._id}`, tenant.hr).send({ status: 'Terminated' }).expect(200);
    expect(await locationOf()).toBe('/sign-in?error=sso-no-account');
  });

  test('a suspended organization admits nobody', async () => {
    await person();
    const back = await browser.comeBack();
    await TenantModel.updateOne({ _id: tenant.id }, { $set: { status: TenantStatus.Suspended } });
    expect((await browser.call(back.path, back.cookie)).headers.location).toBe('/sign-in?error=sso-failed');
    expect((await browser.begin()).location).toBe('/sign-in?error=sso-failed');
  });

  test('neither our second factor nor a temporary password is asked about', async () => {
    const { email } = await person();
    const account = await makeAccount(tenant.id, {
      email,
      credential: { mustChangePassword: true, twoFactorSecret: 'sealed', lockedUntil: new Date(Date.now() + 60_000) },
    });
    const cookie = cookiesOf(await browser.signIn());
    expect((await browser.call('/api/my-evaluations', cookie)).status).toBe(200);
    const credential = await tenant.within(async () => CredentialModel.findById(account.id).lean());
    expect(credential?.lastSignInAt).toBeInstanceOf(Date);
  });
});

describe('attacks (RFC 9700)', () => {
  const answerOf = async ({ path, cookie }: { path: string; cookie: string }) => {
    const answer = await browser.call(path, cookie);
    return [String(answer.headers.location), cookiesOf(answer)];
  };
  const expired = ['/sign-in?error=sso-expired', ''];
  const failed = ['/sign-in?error=sso-failed', ''];
  beforeEach(async () => {
    const { email } = await person();
    await makeAccount(tenant.id, { email });
  });

  test('the request has PKCE with S256, a state, a nonce and the redirect URI of the configuration', async () => {
    const answer = await browser
      .call('/api/auth/sso/start')
      .set('X-Forwarded-Host', 'evil.example')
      .set('X-Tenant', 'evil');
    const { origin, searchParams } = new URL(String(answer.headers.location));
    expect(origin).toBe(provider().issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: tenant.slug,
      response_type: 'code',
      redirect_uri: `http://${tenant.slug}.localhost:3000/api/auth/sso/callback`,
      scope: 'openid email profile',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [header] = answer.headers['set-cookie'] as unknown as string[];
    expect(header).toMatch(/^sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('a callback works once', async () => {
    const back = await browser.comeBack('/team');
    expect((await answerOf(back))[0]).toBe('/team');
    expect(await answerOf(back)).toEqual(expired);
  });

  test('a callback works in the browser that began it alone (login CSRF)', async () => {
    const victim = await browser.begin();
    const { path } = await browser.comeBack();
    expect(await answerOf({ path, cookie: '' })).toEqual(expired);
    expect(await answerOf({ path, cookie: victim.cookie })).toEqual(expired);
  });

  test('a forged, a foreign and no state', async () => {
    const { path, cookie } = await browser.comeBack();
    for (const change of ['&state=x', ''])
      expect(await answerOf({ path: path.replace(/&state=[^&]+/, change), cookie })).toEqual(expired);
    const other = await browser.comeBack();
    const state = new URL(other.path, 'http://x').searchParams.get('state') ?? '';
    expect(await answerOf({ path: path.replace(/state=[^&]+/, `state=${state}`), cookie })).toEqual(expired);
  });

  test('a code of another sign-in (code injection)', async () => {
    const [stolen, own] = [await browser.comeBack(), await browser.comeBack()];
    const code = new URL(stolen.path, 'http://x').searchParams.get('code') ?? '';
    expect(await answerOf({ path: own.path.replace(/code=[^&]+/, `code=${code}`), cookie: own.cookie })).toEqual(
      failed,
    );
  });

  test('a request whose code challenge was taken out (PKCE downgrade)', async () => {
    const back = await browser.comeBack(undefined, ({ searchParams }) => {
      searchParams.delete('code_challenge');
      searchParams.delete('code_challenge_method');
    });
    expect(await answerOf(back)).toEqual(failed);
  });

  test('an ID token for another nonce', async () => {
    const back = await browser.comeBack(undefined, ({ searchParams }) => searchParams.set('nonce', 'of-the-attacker'));
    expect(await answerOf(back)).toEqual(failed);
  });

  test('an answer of another issuer (mix-up), and one that does not say whose it is', async () => {
    for (const iss of ['iss=https%3A%2F%2Fevil.example', 'x=']) {
      const { path, cookie } = await browser.comeBack();
      expect(path).toContain('iss=');
      expect(await answerOf({ path: path.replace(/iss=[^&]+/, iss), cookie })).toEqual(failed);
    }
  });

  test('an answer for a provider that was replaced in between', async () => {
    const back = await browser.comeBack('/team');
    await connectProvider(provider(), tenant, { clientId: 'another' });
    expect(await answerOf(back)).toEqual(['/sign-in?error=sso-expired&next=%2Fteam', '']);
  });

  test.each(['code', 'iss', 'state'])('%s given twice', async (name) => {
    const { path, cookie } = await browser.comeBack();
    expect(await answerOf({ path: `${path}&${name}=x`, cookie })).toEqual(failed);
  });

  test('a callback on the host of another organization', async () => {
    const { path, cookie } = await browser.comeBack();
    const other = new SsoBrowser(service, await makeTenant());
    const answer = await other.call(path, cookie);
    expect([answer.headers.location, cookiesOf(answer)]).toEqual(expired);
  });

  test.each([
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/%0d%0aSet-Cookie:x=1', '/%0d%0aSet-Cookie:x=1'],
    ['/\t/evil.example', '/'],
    ['/x/..//evil.example', '/'],
    ['/api/my-profile', '/'],
    ['/API/../scim/v2', '/'],
    ['/admin/queues', '/'],
    ['/sign-in?error=x', '/'],
    ['javascript:alert(1)', '/'],
    ['', '/'],
    ['/employees?search=a%20b#top', '/employees?search=a%20b#top'],
    [`/${'a'.repeat(3_000)}`, '/'],
  ])('next=%s leads to %s', async (next, expected) => {
    expect(await locationOf(next)).toBe(expected);
  });

  test('what a provider says is shown to no one', async () => {
    await provider().set({ isDenying: true });
    expect(await locationOf('/team')).toBe('/sign-in?error=sso-denied&next=%2Fteam');
    const { path, cookie } = await browser.comeBack();
    const other = path
      .replace(/error=[^&]+/, 'error=<script>')
      .replace(/error_description=[^&]+/, 'error_description=boo');
    expect(await answerOf({ path: other, cookie })).toEqual(failed);
  });

  test('the host of the platform, and an organization without a provider, begin nothing', async () => {
    const platform = await service()
      .call('get', '/api/auth/sso/start')
      .set('Host', 'localhost:3000')
      .set('X-Tenant', tenant.slug);
    expect(platform.headers.location).toBe('/sign-in?error=sso-failed');
    expect((await new SsoBrowser(service, await makeTenant()).begin()).location).toBe('/sign-in?error=sso-failed');
  });

  test('no secret of it is stored or returned', async () => {
    const { cookie } = await browser.begin();
    const rows = await tenant.within(async () => JSON.stringify(await Promise.all([CredentialModel.find().lean()])));
    const settings = await service().call('get', '/api/sign-in-settings', tenant.admin);
    for (const text of [rows, settings.text, cookie]) expect(text).not.toContain(CLIENT_SECRET);
  });
});

describe('signing out', () => {
  test('names where the session at the provider ends; after a password there is none', async () => {
    const { email } = await person();
    await makeAccount(tenant.id, { email });
    const cookie = cookiesOf(await browser.signIn());
    const home = `http://${tenant.slug}.localhost:3000`;
    const out = await service()
      .call('post', '/api/auth/logout')
      .set('Host', `${tenant.slug}.localhost:3000`)
      .set('Cookie', cookie)
      .set('Origin', home);
    expect(out.status).toBe(200);
    const address = new URL(out.body.endSessionUrl);
    expect([address.origin, address.searchParams.get('post_logout_redirect_uri')]).toEqual([
      provider().issuer,
      `${home}/sign-in`,
    ]);
    expect((await profile(cookie)).status).toBe(401);
    await service().call('post', '/api/auth/logout', tenant.user).expect(204);
  });
});
