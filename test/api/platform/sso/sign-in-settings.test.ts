import { setTimeout as pause } from 'node:timers/promises';
import { forgetSessions } from '../../../../api/platform/sign-in/session-state';
import { Role } from '../../../../shared/kernel/permissions';
import { CredentialModel } from '../../../../shared/platform/accounts/credential.model';
import { AuditLogModel } from '../../../../shared/platform/audit/audit-log.model';
import { SignInSettingsModel } from '../../../../shared/platform/sso/sign-in-settings.model';
import { SsoAttemptModel } from '../../../../shared/platform/sso/sso-attempt.model';
import { makeAccount, PASSWORD, type TestAccount } from '../../../factories/account';
import { connectProvider } from '../../../factories/sso';
import { makeTenant, type TestTenant } from '../../../factories/tenant';
import { codeOf, makeTwoFactorAccount, type TwoFactorAccount } from '../../../factories/two-factor';
import { useProvider } from '../../../support/oidc-provider';
import { useService } from '../../../support/service';
import { cookiesOf, SsoBrowser } from '../../../support/sso-browser';

// Sign-in settings and passwords where single sign-on is required.

const service = useService({ worker: false });
const provider = useProvider();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const PATH = '/api/sign-in-settings';
const SECRET = 'a-secret-that-nobody-reads';
const read = () => service().call('get', PATH, tenant.admin);
const save = (body: object, token = tenant.admin) => service().call('put', PATH, token).send(body);
const fieldOf = (answer: { body: { validationErrors?: { field: string }[] } }) =>
  answer.body.validationErrors?.map(({ field }) => field);
const own = () => ({ issuer: provider().issuer, clientId: 'evaluation', clientSecret: SECRET });

describe('settings', () => {
  test('begin without a provider, and name the addresses to register', async () => {
    const home = `http://${tenant.slug}.localhost:3000`;
    expect((await read()).body).toEqual({
      sso: null,
      twoFactor: 'Optional',
      sessionIdleMinutes: 720,
      sessionDays: 30,
      redirectUri: `${home}/api/auth/sso/callback`,
      signedOutUri: `${home}/sign-in`,
      updatedAt: null,
      revision: 0,
    });
  });

  test('keep the secret to themselves, also in the database and the audit log', async () => {
    const saved = await save({ sso: { ...own(), emailDomains: [' Example.COM ', 'example.com', 'Peña.es'] } });
    expect([saved.status, saved.body.revision]).toEqual([200, 1]);
    expect(saved.body.sso).toEqual({
      issuer: provider().issuer,
      clientId: 'evaluation',
      emailDomains: ['example.com', 'xn--pea-8ma.es'],
      trustsEmail: false,
      isRequired: false,
    });
    const stored = await tenant.within(async () => [
      await SignInSettingsModel.find().lean(),
      await AuditLogModel.find({ eventType: 'sign-in-settings.updated' }).lean(),
    ]);
    expect(stored[1]).toHaveLength(1);
    expect(JSON.stringify(stored) + saved.text).not.toContain(SECRET);
    const log = await service().call('get', '/api/audit-logs?eventType=sign-in-settings.updated', tenant.admin);
    expect(JSON.stringify(log.body.items[0].changes)).toContain('clientSecretSet');
    expect(log.text).not.toContain(SECRET);
  });

  test('keep what is not sent, and ask for the secret again with another issuer or client', async () => {
    await save({ sso: own() }).expect(200);
    const trusting = await save({ sso: { trustsEmail: true } }).expect(200);
    expect(trusting.body.sso).toMatchObject({ clientId: 'evaluation', trustsEmail: true });
    for (const change of [{ clientId: 'another' }, { issuer: 'https://login.example.com' }]) {
      const refused = await save({ sso: change });
      expect([refused.status, fieldOf(refused)]).toEqual([400, ['sso.clientSecret']]);
    }
    await save({ sso: { issuer: `${provider().issuer}/` } }).expect(200);
    await save({ sso: { clientId: 'another', clientSecret: SECRET } }).expect(200);
    expect((await save({ sso: null }).expect(200)).body.sso).toBeNull();
    expect(fieldOf(await save({ sso: { issuer: provider().issuer } }))).toEqual(['sso.clientId']);
  });

  test('are changed by a revision that is current alone', async () => {
    const { headers } = await save({ sso: own() }).expect(200);
    await save({ sso: { trustsEmail: true } })
      .set('If-Match', String(headers.etag))
      .expect(200);
    await save({ sso: null }).set('If-Match', String(headers.etag)).expect(412);
  });

  test.each([
    'http://login.example.com',
    'https://10.0.0.1',
    'https://[fd00::1]',
    'https://169.254.169.254/latest',
    'https://0xa9fe.0xa9fe',
    'https://user:password@login.example.com',
    'https://login.example.com?tenant=1',
    'ftp://login.example.com',
    'login.example.com',
    '',
  ])('refuse the issuer %s', async (issuer) => {
    const saved = await save({ sso: { ...own(), issuer } });
    expect([saved.status, fieldOf(saved)]).toEqual([400, ['sso.issuer']]);
    const tested = await service().call('post', `${PATH}/test`, tenant.admin).send({ issuer });
    expect([400, 409]).toContain(tested.status);
    expect(tested.text).not.toContain('authorizationEndpoint');
  });

  test('refuse domains that are none', async () => {
    for (const domain of ['@example.com', 'example', 'two words.com', '*.example.com', 'https://example.com'])
      expect([domain, fieldOf(await save({ sso: { ...own(), emailDomains: [domain] } }))]).toEqual([
        domain,
        ['sso.emailDomains'],
      ]);
  });

  test('are shown on the sign-in page as far as it needs them', async () => {
    const page = () => service().call('get', `/api/auth/organization?slug=${tenant.slug}`);
    expect((await page()).body.sso).toBeNull();
    await connectProvider(provider(), tenant, { isRequired: true });
    expect((await page()).body.sso).toEqual({ isRequired: true });
  });
});

describe('the test of a provider', () => {
  const check = (issuer: string) => service().call('post', `${PATH}/test`, tenant.admin).send({ issuer });

  test('says what it found', async () => {
    const { issuer } = provider();
    const answer = await check(issuer);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        issuer,
        authorizationEndpoint: `${issuer}/auth`,
        tokenEndpoint: `${issuer}/token`,
        userinfoEndpoint: `${issuer}/me`,
        endSessionEndpoint: `${issuer}/session/end`,
        supportsPkce: true,
      },
    ]);
  });

  test('says why it cannot be used, and nothing of what it answered', async () => {
    const document = '/.well-known/openid-configuration';
    const { issuer } = provider();
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/a`,
      token_endpoint: `${issuer}/t`,
      jwks_uri: `${issuer}/j`,
    };
    const cases: [string, { status: number; headers?: Record<string, string>; body?: string }][] = [
      ['discovery document', { status: 500, body: 'internal-secret' }],
      ['discovery document', { status: 200, headers: { 'content-type': 'text/html' }, body: 'internal-secret' }],
      // To an address that would answer: redirects are not followed.
      [
        'discovery document',
        { status: 302, headers: { location: `${issuer}${document}?again`, 'x-a': 'internal-secret' } },
      ],
      ['another issuer', json({ ...metadata, issuer: 'https://evil.example' })],
      ['token endpoint', json({ ...metadata, token_endpoint: undefined })],
      ['sign-in page', json({ ...metadata, authorization_endpoint: 'javascript:alert(1)' })],
      ['sign-in page', json({ ...metadata, authorization_endpoint: 'http://login.example.com' })],
    ];
    for (const [reason, answer] of cases) {
      await provider().set({ answers: { [document]: answer } });
      const tested = await check(issuer);
      expect([reason, tested.status, tested.body.errorMessage]).toEqual([reason, 409, expect.stringContaining(reason)]);
      expect(tested.text).not.toContain('internal-secret');
    }
    await provider().set({ answers: {} });
    const nobody = await check('http://localhost:2');
    expect([nobody.status, nobody.body.errorMessage]).toEqual([
      409,
      'The provider cannot be used: it does not answer.',
    ]);
  });
});

const json = (body: object) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe('single sign-on that is required', () => {
  let browser: SsoBrowser;
  let admin: TwoFactorAccount;
  let cookie: string;
  beforeEach(async () => {
    await connectProvider(provider(), tenant);
    browser = new SsoBrowser(service, tenant);
    admin = await makeTwoFactorAccount(tenant.id, { roles: [Role.TenantAdmin] });
    await provider().set({ account: { sub: admin.id, email: admin.email, email_verified: true } });
    cookie = cookiesOf(await browser.signIn());
  });
  const bySession = (body: object) =>
    service()
      .call('put', PATH)
      .set('Host', `${tenant.slug}.localhost:3000`)
      .set('Origin', `http://${tenant.slug}.localhost:3000`)
      .set('Cookie', cookie)
      .send(body);
  const mark = (id: string, mayUsePassword: boolean) =>
    service().call('put', `/api/users-admin/${id}`, tenant.admin).send({ mayUsePassword });
  const profileOf = (token: string) => service().call('get', '/api/my-profile', token);
  const require = async () => {
    // The session of the tests is one by password, which goes on where passwords are allowed.
    await mark((await profileOf(tenant.admin)).body.id, true).expect(200);
    await mark(admin.id, true).expect(200);
    await bySession({ sso: { isRequired: true } }).expect(200);
  };
  const byPassword = (email: string, more: object = {}) =>
    service()
      .call('post', '/api/auth/token')
      .send({ email, password: PASSWORD, tenantSlug: tenant.slug, ...more });

  test('is set in a session of this provider alone, with an administrator who may use a password', async () => {
    const unmarked = await bySession({ sso: { isRequired: true } });
    expect([unmarked.status, unmarked.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect(fieldOf(await mark((await makeAccount(tenant.id)).id, true))).toEqual(['mayUsePassword']);
    await mark(admin.id, true).expect(200);
    await save({ sso: { isRequired: true } }).expect(409);
    const change = (fields: object) =>
      tenant.within(async () => CredentialModel.updateOne({ _id: admin.id }, { $set: fields }));
    const stored = await tenant.within(async () => CredentialModel.findById(admin.id).lean());
    for (const unusable of [{ passwordHash: null }, { mustChangePassword: true }, { twoFactorSecret: null }]) {
      await change(unusable);
      await bySession({ sso: { isRequired: true } }).expect(409);
      const { passwordHash, twoFactorSecret } = stored ?? {};
      await change({ passwordHash, twoFactorSecret, mustChangePassword: false });
    }
    await bySession({ sso: { isRequired: true } }).expect(200);
    await bySession({ sso: { clientId: 'another', clientSecret: SECRET } }).expect(409);
  });

  test('refuses passwords as if they were wrong, except those of marked administrators', async () => {
    const [user, other] = [await makeAccount(tenant.id), await makeAccount(tenant.id, { roles: [Role.TenantAdmin] })];
    const challenge = await makeTwoFactorAccount(tenant.id);
    const { body } = await byPassword(challenge.email);
    await require();
    const wrong = await byPassword(user.email, { password: 'wrong' });
    for (const { email } of [user, other]) {
      const refused = await byPassword(email);
      expect([refused.status, refused.text]).toEqual([401, wrong.text]);
    }
    const late = { challengeToken: body.challengeToken, code: codeOf(challenge.secret) };
    await service().call('post', '/api/auth/two-factor').send(late).expect(401);
    await byPassword(admin.email, { twoFactorCode: codeOf(admin.secret) }).expect(200);
    await bySession({ sso: null }).expect(200);
    await byPassword(user.email).expect(200);
  });

  test('ends the sessions that a password opened, with their refresh tokens, but those of marked administrators', async () => {
    const [user, unmarked] = [
      await makeAccount(tenant.id),
      await makeAccount(tenant.id, { roles: [Role.TenantAdmin] }),
    ];
    const [ofUser, ofUnmarked, ofAdmin] = [
      (await byPassword(user.email).expect(200)).body,
      (await byPassword(unmarked.email).expect(200)).body,
      (await byPassword(admin.email, { twoFactorCode: codeOf(admin.secret) }).expect(200)).body,
    ];
    await require();
    const refresh = ({ refreshToken }: { refreshToken: string }) =>
      service().call('post', '/api/auth/refresh').send({ refreshToken });
    for (const ended of [ofUser, ofUnmarked]) {
      expect((await profileOf(ended.accessToken)).status).toBe(401);
      expect((await refresh(ended)).status).toBe(401);
    }
    expect((await profileOf(ofAdmin.accessToken)).status).toBe(200);
    expect((await browser.call('/api/my-profile', cookie)).status).toBe(200);
  });

  test.each([
    ['unmarked', { mayUsePassword: false }],
    ['demoted', { roles: ['User'] }],
  ])('ends the sessions by password of an administrator who is %s', async (_how, change) => {
    const other = await makeTwoFactorAccount(tenant.id, { roles: [Role.TenantAdmin] });
    await mark(other.id, true).expect(200);
    await require();
    const { accessToken, refreshToken } = (
      await byPassword(other.email, { twoFactorCode: codeOf(other.secret) }).expect(200)
    ).body;
    await service().call('put', `/api/users-admin/${other.id}`, tenant.admin).send(change).expect(200);
    expect((await profileOf(accessToken)).status).toBe(401);
    await service().call('post', '/api/auth/refresh').send({ refreshToken }).expect(401);
    expect((await profileOf(tenant.admin)).status).toBe(200);
  });

  test('keeps the last administrator who could bring a lost provider back', async () => {
    await require();
    const other = await makeTwoFactorAccount(tenant.id, { roles: [Role.TenantAdmin] });
    const attempts = async (id: string): Promise<number[]> => {
      const put = (body: object) => service().call('put', `/api/users-admin/${id}`, tenant.admin).send(body);
      const post = (step: string) => service().call('post', `/api/users-admin/${id}/${step}`, tenant.admin);
      return [
        (await put({ mayUsePassword: false })).status,
        (await put({ roles: ['User'] })).status,
        (await post('deactivate')).status,
        (await post('reset-two-factor')).status,
      ];
    };
    expect(await attempts(admin.id)).toEqual([409, 409, 409, 409]);
    const token = (await byPassword(admin.email, { twoFactorCode: codeOf(admin.secret) })).body.accessToken;
    const disabled = await service()
      .call('post', '/api/my-profile/two-factor/disable', token)
      .send({ password: PASSWORD, code: codeOf(admin.secret, 1) });
    expect(disabled.status).toBe(409);
    await mark(other.id, true).expect(200);
    expect(await attempts(admin.id)).toEqual([200, 200, 200, 200]);
    expect(await attempts(other.id)).toEqual([409, 409, 409, 409]);
  });

  test('keeps one of two who are unmarked at the same moment', async () => {
    await require();
    const other = await makeTwoFactorAccount(tenant.id, { roles: [Role.TenantAdmin] });
    await mark(other.id, true).expect(200);
    const answers = await Promise.all([mark(admin.id, false), mark(other.id, false)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const marked = await tenant.within(async () =>
      CredentialModel.countDocuments({ mayUsePassword: true, twoFactorSecret: { $ne: null } }),
    );
    expect(marked).toBe(1);
  });
});

describe('sessions of a provider', () => {
  let browser: SsoBrowser;
  let account: TestAccount;
  let cookie: string;
  beforeEach(async () => {
    await connectProvider(provider(), tenant);
    browser = new SsoBrowser(service, tenant);
    account = await makeAccount(tenant.id);
    await provider().set({ account: { sub: account.id, email: account.email, email_verified: true } });
    cookie = cookiesOf(await browser.signIn());
  });
  const read = async () => (await browser.call('/api/my-evaluations', cookie)).status;
  const linked = async () =>
    tenant.within(async () => (await CredentialModel.findById(account.id).lean())?.ssoSubject ?? null);

  test.each([
    ['removed', null],
    ['replaced by another client', { clientId: 'another', clientSecret: SECRET }],
  ])('end when it is %s, and its identities are untied; those by password go on', async (_how, sso) => {
    expect([await read(), await linked()]).toEqual([200, account.id]);
    await save({ sso }).expect(200);
    expect([await read(), await linked()]).toEqual([401, null]);
    expect((await service().call('get', '/api/my-profile', tenant.hr)).status).toBe(200);
    const { body } = await service().call('get', '/api/audit-logs?eventType=sso.unlinked', tenant.admin);
    expect(body.items.map(({ entityId }: { entityId: string }) => entityId)).toEqual([account.id]);
  });

  test('do not begin when it is removed while it holds its answer back', async () => {
    await provider().set({ delayMs: { '/token': 3_000 } });
    const back = await browser.comeBack();
    const [answer] = await Promise.all([browser.call(back.path, back.cookie), removeOnceBegun()]);
    expect(await provider().set({ delayMs: {} })).toContain('/token');
    expect(answer.headers.location).toMatch(/^\/sign-in\?error=sso-expired/);
    expect(await linked()).toBeNull();
  });

  /** Removes the provider once the callback has taken its attempt. */
  const removeOnceBegun = async (): Promise<void> => {
    while (await tenant.within(() => SsoAttemptModel.exists({}))) await pause(20);
    await save({ sso: null }).expect(200);
  };

  test('go on when something else about it changes', async () => {
    await save({ sso: { trustsEmail: true } }).expect(200);
    expect([await read(), await linked()]).toEqual([200, account.id]);
  });

  test('have a second factor only while it is the present one', async () => {
    await save({ twoFactor: 'Everybody' }).expect(200);
    await tenant.within(async () =>
      SignInSettingsModel.updateOne({ _id: tenant.id }, { $set: { 'sso.clientId': 'another' } }),
    );
    forgetSessions();
    const refused = await browser.call('/api/my-evaluations', cookie);
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'TWO_FACTOR_SETUP_REQUIRED']);
  });
});
