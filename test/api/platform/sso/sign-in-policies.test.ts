import { forgetSessions } from '../../../../api/platform/sign-in/session-state';
import { config } from '../../../../shared/kernel/config';
import { Role } from '../../../../shared/kernel/permissions';
import { CredentialModel } from '../../../../shared/platform/accounts/credential.model';
import { SignInSettingsModel } from '../../../../shared/platform/sso/sign-in-settings.model';
import { makeAccount, PASSWORD, type TestAccount } from '../../../factories/account';
import { connectProvider } from '../../../factories/sso';
import { makeTenant, type TestTenant } from '../../../factories/tenant';
import { codeOf } from '../../../factories/two-factor';
import { holdClock } from '../../../support/held-clock';
import { useProvider } from '../../../support/oidc-provider';
import { useService } from '../../../support/service';
import { cookiesOf, SsoBrowser } from '../../../support/sso-browser';

// Second factor by policy, and the ends of sessions.

holdClock();
const service = useService({ worker: false });
const provider = useProvider();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const save = (body: object) => service().call('put', '/api/sign-in-settings', tenant.admin).send(body);
const byPassword = ({ email }: TestAccount, slug: string | undefined = tenant.slug) =>
  service().call('post', '/api/auth/token').send({ email, password: PASSWORD, tenantSlug: slug, cookie: true });
const read = (path: string, token: string) => service().call('get', path, token);
const post = (path: string, token: string, body: object) => service().call('post', path, token).send(body);
const passMinutes = (minutes: number) => {
  jest.setSystemTime(Date.now() + minutes * 60_000);
  forgetSessions();
};

describe('a second factor by policy', () => {
  /** What an account that lacks its second factor may do. */
  const limitsOf = async (token: string) => {
    const profile = await read('/api/my-profile', token);
    const refused = await read('/api/my-evaluations', token);
    return [profile.status, profile.body.mustSetUpTwoFactor, refused.status, refused.body.errorCode];
  };
  const LIMITED = [200, true, 403, 'TWO_FACTOR_SETUP_REQUIRED'];

  test('lets a session read the profile, set the factor up and sign out, and nothing else', async () => {
    const account = await makeAccount(tenant.id);
    const before: string = (await byPassword(account)).body.accessToken;
    await save({ twoFactor: 'Everybody' }).expect(200);
    const token: string = (await byPassword(account)).body.accessToken;
    expect(await limitsOf(token)).toEqual(LIMITED);
    expect(await limitsOf(before)).toEqual(LIMITED); // sessions from before the change too
    const change = { currentPassword: PASSWORD, newPassword: 'another-otter-parade-42' };
    const early = await post('/api/my-profile/change-password', token, change);
    expect([early.status, early.body.errorCode]).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
    const setup = await post('/api/my-profile/two-factor/setup', token, { password: PASSWORD });
    await post('/api/my-profile/two-factor/enable', token, { code: codeOf(setup.body.secret) }).expect(200);
    expect((await read('/api/my-evaluations', token)).status).toBe(200);
    expect((await byPassword(account)).body.errorCode).toBe('TWO_FACTOR_REQUIRED');
    await post('/api/auth/logout', before, {}).expect(204);
  });

  test('comes after a temporary password is changed', async () => {
    await save({ twoFactor: 'Everybody' }).expect(200);
    const account = await makeAccount(tenant.id, { credential: { mustChangePassword: true } });
    const token: string = (await byPassword(account)).body.accessToken;
    const change = { currentPassword: PASSWORD, newPassword: 'another-otter-parade-42' };
    expect((await post('/api/my-profile/change-password', token, change)).status).toBe(200);
    expect(await limitsOf(token)).toEqual(LIMITED);
  });

  test('of administrators asks TenantAdmin and HRManager alone', async () => {
    await save({ twoFactor: 'Admins' }).expect(200);
    const limited = async (roles: Role[]) =>
      (await limitsOf((await byPassword(await makeAccount(tenant.id, { roles }))).body.accessToken))[1];
    expect(await Promise.all([limited([Role.HRManager]), limited([Role.TenantAdmin]), limited([])])).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('is satisfied by the provider', async () => {
    const { id, email } = await makeAccount(tenant.id);
    await connectProvider(provider(), tenant);
    await save({ twoFactor: 'Everybody' }).expect(200);
    await provider().set({ account: { sub: id, email, email_verified: true } });
    const browser = new SsoBrowser(service, tenant);
    const cookie = cookiesOf(await browser.signIn());
    expect((await browser.call('/api/my-evaluations', cookie)).status).toBe(200);
  });

  test('is asked of accounts of the platform where the configuration says so', async () => {
    const { PLATFORM_TWO_FACTOR } = config();
    Object.assign(config(), { PLATFORM_TWO_FACTOR: 'required' });
    try {
      const account = await makeAccount(undefined, { roles: [Role.SystemAdmin] });
      const token: string = (await byPassword(account, '')).body.accessToken;
      const refused = await read('/api/tenants', token);
      expect([refused.status, refused.body.errorCode]).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
      const acting = await read('/api/employees', token).set('X-Tenant', tenant.slug);
      expect(acting.body.errorCode).toBe('TWO_FACTOR_SETUP_REQUIRED');
    } finally {
      Object.assign(config(), { PLATFORM_TWO_FACTOR });
    }
  });
});

describe('setting a second factor up or off needs more than a session', () => {
  test('the password', async () => {
    const token: string = (await byPassword(await makeAccount(tenant.id))).body.accessToken;
    for (const body of [{}, { password: 'wrong' }]) {
      const refused = await post('/api/my-profile/two-factor/setup', token, body);
      expect([refused.status, refused.body.validationErrors[0]?.field]).toEqual([400, 'password']);
    }
  });

  test('or, without a password, a sign-in of the last 10 minutes', async () => {
    const token = tenant.user;
    expect((await read('/api/my-profile', token)).body.hasPassword).toBe(false);
    const setup = await post('/api/my-profile/two-factor/setup', token, {});
    await post('/api/my-profile/two-factor/enable', token, { code: codeOf(setup.body.secret) }).expect(200);
    passMinutes(11);
    const disabling = { code: codeOf(setup.body.secret) };
    expect((await post('/api/my-profile/two-factor/disable', token, disabling)).body.errorCode).toBe('CONFLICT');
    expect((await post('/api/my-profile/two-factor/setup', tenant.hr, {})).body.errorCode).toBe('CONFLICT');
  });

  test('five wrong passwords lock the account as at sign-in', async () => {
    const account = await makeAccount(tenant.id);
    const token: string = (await byPassword(account)).body.accessToken;
    for (let count = 0; count < 5; count++)
      await post('/api/my-profile/two-factor/setup', token, { password: 'wrong' });
    expect((await byPassword(account)).status).toBe(401);
    const stored = await tenant.within(async () => CredentialModel.findById(account.id).lean());
    expect(stored?.lockedUntil).toBeInstanceOf(Date);
  });
});

describe('sessions end', () => {
  test('after the minutes without a request, refresh tokens too, and go on while they are used', async () => {
    await save({ sessionIdleMinutes: 5 }).expect(200);
    const account = await makeAccount(tenant.id);
    const [used, idle] = [(await byPassword(account)).body, (await byPassword(account)).body];
    for (let minute = 0; minute < 2; minute++) {
      passMinutes(4);
      expect((await read('/api/my-profile', used.accessToken)).status).toBe(200);
      if (minute === 0) expect((await read('/api/my-profile/sessions', used.accessToken)).body.totalCount).toBe(2);
    }
    expect((await read('/api/my-profile', idle.accessToken)).status).toBe(401);
    const refreshed = await service().call('post', '/api/auth/refresh').send({ refreshToken: idle.refreshToken });
    expect(refreshed.status).toBe(401);
    expect((await read('/api/my-profile/sessions', used.accessToken)).body.totalCount).toBe(1);
  });

  test('after the days, however much they are used; the cookie lives as long', async () => {
    await save({ sessionDays: 2, sessionIdleMinutes: 43_200 }).expect(200);
    const account = await makeAccount(tenant.id);
    const answer = await byPassword(account);
    expect(String(answer.headers['set-cookie'])).toContain('Max-Age=172800;');
    const { body } = answer;
    passMinutes(24 * 60);
    const next = await service().call('post', '/api/auth/refresh').send({ refreshToken: body.refreshToken });
    expect(next.status).toBe(200);
    passMinutes(24 * 60);
    expect((await read('/api/my-profile', next.body.accessToken)).status).toBe(401);
    const again = await service().call('post', '/api/auth/refresh').send({ refreshToken: next.body.refreshToken });
    expect(again.status).toBe(401);
  });

  test('earlier when the organization shortens them', async () => {
    const account = await makeAccount(tenant.id);
    await save({ sessionDays: 30, sessionIdleMinutes: 43_200 }).expect(200);
    const { body } = await byPassword(account);
    passMinutes(2 * 24 * 60);
    const next = await service()
      .call('post', '/api/auth/refresh')
      .send({ refreshToken: body.refreshToken })
      .expect(200);
    expect((await read('/api/my-profile', next.body.accessToken)).status).toBe(200);
    await tenant.within(async () => {
      await SignInSettingsModel.updateOne({ _id: tenant.id }, { $set: { sessionDays: 1 } });
    });
    forgetSessions();
    expect((await read('/api/my-profile', next.body.accessToken)).status).toBe(401);
  });

  test.each([
    ['sessionIdleMinutes', 4],
    ['sessionIdleMinutes', 43_201],
    ['sessionDays', 0],
    ['sessionDays', 91],
    ['sessionDays', 1.5],
  ])('%s: %s is refused', async (field, value) => {
    const refused = await save({ [field]: value });
    expect([refused.status, refused.body.validationErrors[0].field]).toEqual([400, field]);
  });
});
