import jwt from 'jsonwebtoken';
import { inMs } from '../../../shared/kernel/clock';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { makeAccount, PASSWORD, type TestAccount } from '../../factories/account';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { holdClock } from '../../support/held-clock';
import { useService } from '../../support/service';

holdClock();
const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const signIn = (body: object) => service().call('post', '/api/auth/token').send(body);
const credentialOf = (account: TestAccount) =>
  tenant.within(() => CredentialModel.findById(account.id).lean<Credential>());

describe('signing in', () => {
  test('the token response, and the token opens the API', async () => {
    const account = await makeAccount(tenant.id);
    const answer = await signIn({
      email: ` ${account.email.toUpperCase()} `,
      password: PASSWORD,
      tenantSlug: tenant.slug,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refreshToken: expect.any(String),
      expiresInSeconds: 3600,
      user: { id: account.id, email: account.email, fullName: 'Ana García', roles: ['User'] },
    });
    const claims = jwt.decode(answer.body.accessToken, { json: true }) ?? {};
    expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'roles', 'sid', 'sub', 'tenant_id']);
    expect([claims.sub, claims.tenant_id, (claims.exp ?? 0) - (claims.iat ?? 0)]).toEqual([
      account.id,
      tenant.id,
      3600,
    ]);
    const profile = await service().call('get', '/api/my-profile', answer.body.accessToken);
    expect([profile.status, profile.body.id]).toEqual([200, account.id]);
    expect(profile.body.lastSignInAt).toMatch(/Z$/);
  });

  test('the organization may be named by slug, X-Tenant or host; X-Tenant cannot leave the host', async () => {
    const { email, password } = await makeAccount(tenant.id);
    const base = { email, password };
    const other = await makeTenant();
    const host = `${tenant.slug}.localhost:3000`;
    const cases: [string, Record<string, string>, object, number][] = [
      ['X-Tenant', { 'X-Tenant': tenant.slug.toUpperCase() }, base, 200],
      ['host', { Host: host }, base, 200],
      ['slug and the same host', { Host: host }, { ...base, tenantSlug: tenant.slug }, 200],
      ['slug on another host', { Host: `${other.slug}.localhost` }, { ...base, tenantSlug: tenant.slug }, 401],
      ['X-Tenant on another host', { Host: `${other.slug}.localhost`, 'X-Tenant': tenant.slug }, base, 401],
      ['nothing: platform accounts only', {}, base, 401],
      ['an unknown slug', {}, { ...base, tenantSlug: 'nobody-here' }, 401],
    ];
    for (const [name, headers, body, status] of cases) {
      const answer = await service().call('post', '/api/auth/token').set(headers).send(body);
      expect([name, answer.status]).toEqual([name, status]);
    }
  });

  test('without an organization a platform account signs in', async () => {
    const admin = await makeAccount();
    const answer = await signIn({ email: admin.email, password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(jwt.decode(answer.body.accessToken)).not.toHaveProperty('tenant_id');
  });

  test.each([
    ['no email', { password: 'x' }, 'email'],
    ['no password', { email: 'a@b.co' }, 'password'],
    ['an operator as email', { email: { $ne: '' }, password: 'x' }, 'email'],
    ['an operator as password', { email: 'a@b.co', password: { $gt: '' } }, 'password'],
    ['a password of 129 characters', { email: 'a@b.co', password: 'x'.repeat(129) }, 'password'],
  ])('%s is 400 VALIDATION and echoes nothing', async (_case, body, field) => {
    const answer = await signIn(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map((error: { field: string }) => error.field)).toEqual([field]);
    expect(answer.text).not.toContain('x'.repeat(20));
  });
});

describe('one answer for every refusal', () => {
  test('wrong password, unknown email, another tenant, locked, inactive and without password are equal to the byte', async () => {
    const existing = await makeAccount(tenant.id);
    const elsewhere = await makeAccount((await makeTenant()).id);
    const locked = await makeAccount(tenant.id, { credential: { lockedUntil: inMs(60_000) } });
    const inactive = await makeAccount(tenant.id);
    await tenant.within(() => UserModel.updateOne({ _id: inactive.id }, { $set: { isActive: false } }));
    const without = await makeAccount(tenant.id, { credential: { passwordHash: null } });
    const expired = await makeAccount(tenant.id, {
      credential: { temporaryUntil: inMs(-1_000), mustChangePassword: true },
    });
    const tenantSlug = tenant.slug;
    const answers = [];
    for (const body of [
      { email: existing.email, password: 'wrong', tenantSlug },
      { email: 'nobody@example.test', password: PASSWORD, tenantSlug },
      { email: elsewhere.email, password: PASSWORD, tenantSlug },
      { email: locked.email, password: PASSWORD, tenantSlug },
      { email: inactive.email, password: PASSWORD, tenantSlug },
      { email: without.email, password: 'null', tenantSlug },
      { email: expired.email, password: PASSWORD, tenantSlug },
      { email: existing.email, password: PASSWORD, tenantSlug: 'no-such-organization' },
    ])
      answers.push(await signIn(body));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(401));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers[0]?.body).toEqual({
      success: false,
      errorCode: 'INVALID_CREDENTIALS',
      errorMessage: 'The email or the password is incorrect.',
      reason: { code: 'CREDENTIALS_INCORRECT', values: {} },
      validationErrors: [],
    });
  });

  test('the fifth consecutive failure locks for 10 minutes, also the right password; a lock that ended opens', async () => {
    const account = await makeAccount(tenant.id);
    const attempt = (password: string) => signIn({ email: account.email, password, tenantSlug: tenant.slug });
    for (let failure = 1; failure <= 4; failure++) await attempt('wrong');
    expect((await credentialOf(account))?.lockedUntil).toBeNull();
    expect((await attempt(PASSWORD)).status).toBe(200); // a success ends the count
    expect((await credentialOf(account))?.failedSignIns).toBe(0);
    for (let failure = 1; failure <= 5; failure++) await attempt('wrong');
    const { lockedUntil } = (await credentialOf(account)) ?? {};
    const minutes = ((lockedUntil?.getTime() ?? 0) - inMs(0).getTime()) / 60_000;
    expect([minutes > 9.5, minutes <= 10]).toEqual([true, true]);
    expect((await attempt(PASSWORD)).status).toBe(401);
    await tenant.within(() => CredentialModel.updateOne({ _id: account.id }, { $set: { lockedUntil: inMs(-1_000) } }));
    expect((await attempt(PASSWORD)).status).toBe(200);
  });

  test('a lock stops new sign-ins only', async () => {
    const account = await makeAccount(tenant.id);
    const live = await signIn({ email: account.email, password: PASSWORD, tenantSlug: tenant.slug });
    await tenant.within(() => CredentialModel.updateOne({ _id: account.id }, { $set: { lockedUntil: inMs(60_000) } }));
    const right = await signIn({ email: account.email, password: PASSWORD, tenantSlug: tenant.slug });
    expect(right.body.errorCode).toBe('INVALID_CREDENTIALS');
    expect((await service().call('get', '/api/my-profile', live.body.accessToken)).status).toBe(200);
  });
});

describe('inactive organizations', () => {
  test.each([
    [TenantStatus.Suspended, 'TENANT_SUSPENDED'],
    [TenantStatus.Cancelled, 'TENANT_CANCELLED'],
  ])(
    '%s: 403 %s at sign-in after the right password only, on live tokens and at refresh',
    async (status, errorCode) => {
      const own = await makeTenant();
      const account = await makeAccount(own.id);
      const body = { email: account.email, password: PASSWORD, tenantSlug: own.slug };
      const { accessToken, refreshToken } = (await signIn(body)).body;
      await TenantModel.updateOne({ _id: own.id }, { $set: { status } });
      const refused = await signIn(body);
      expect([refused.status, refused.body.errorCode]).toEqual([403, errorCode]);
      expect(refused.body.errorMessage).toMatch(/inactive organization/i);
      expect((await signIn({ ...body, password: 'wrong' })).body.errorCode).toBe('INVALID_CREDENTIALS');
      const live = await service().call('get', '/api/my-profile', accessToken);
      expect([live.status, live.body.errorCode]).toEqual([403, errorCode]);
      const refresh = await service().call('post', '/api/auth/refresh').send({ refreshToken });
      expect([refresh.status, refresh.body.errorCode]).toEqual([403, errorCode]);
      // The refusal spent nothing: the same token works when the organization is active again.
      await TenantModel.updateOne({ _id: own.id }, { $set: { status: TenantStatus.Active } });
      expect((await service().call('post', '/api/auth/refresh').send({ refreshToken })).status).toBe(200);
    },
  );
});

describe('forwarded hosts', () => {
  test('X-Forwarded-Host names no organization without TRUST_PROXY', async () => {
    const { email, password } = await makeAccount(tenant.id);
    const answer = await service()
      .call('post', '/api/auth/token')
      .set('X-Forwarded-Host', `${tenant.slug}.localhost`)
      .send({ email, password });
    expect(answer.status).toBe(401);
  });
});
