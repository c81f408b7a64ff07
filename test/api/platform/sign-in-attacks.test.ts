import argon2 from 'argon2';
import { inMs } from '../../../shared/kernel/clock';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { type AuditLog, AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { readableEntries } from '../../../shared/platform/audit/audit-privacy.store';
import { needsRehash } from '../../../shared/platform/passwords/passwords';
import { makeAccount, PASSWORD, type TestAccount } from '../../factories/account';
import { makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { codeOf, makeTwoFactorAccount } from '../../factories/two-factor';
import { commandsOf } from '../../support/command-count';
import { holdClock } from '../../support/held-clock';
import { useService } from '../../support/service';

holdClock();
const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const signIn = (body: object) =>
  service()
    .call('post', '/api/auth/token')
    .send({ tenantSlug: tenant.slug, password: PASSWORD, ...body });
const credentialOf = (account: TestAccount) =>
  tenant.within(async () => CredentialModel.findById(account.id).lean<Credential>());
const logOf = (scope: string, filter: object = {}) =>
  withinTenant(scope, async () =>
    readableEntries(await AuditLogModel.find(filter).sort({ sequence: 1 }).lean<AuditLog[]>()),
  );

describe('a refusal costs the same work, whatever its reason', () => {
  test('wrong, unknown, another tenant’s, locked (also right), inactive, without password, unknown organization', async () => {
    const existing = await makeAccount(tenant.id);
    const elsewhere = await makeAccount((await makeTenant()).id);
    const locked = await makeAccount(tenant.id, { credential: { lockedUntil: inMs(60_000) } });
    const without = await makeAccount(tenant.id, { credential: { passwordHash: null } });
    const inactive = await makeAccount(tenant.id);
    await tenant.within(async () => UserModel.updateOne({ _id: inactive.id }, { $set: { isActive: false } }));
    const twoFactor = await makeTwoFactorAccount(tenant.id);
    const cases: [string, object][] = [
      ['a wrong password', { email: existing.email, password: 'wrong' }],
      ['an unknown email', { email: 'nobody@example.test' }],
      ['another tenant’s', { email: elsewhere.email }],
      ['locked, a wrong password', { email: locked.email, password: 'wrong' }],
      ['locked, the right password', { email: locked.email }],
      ['inactive', { email: inactive.email }],
      ['without a password', { email: without.email }],
      ['a wrong password with two-factor authentication', { email: twoFactor.email, password: 'wrong' }],
      [
        'the same with the right code',
        { email: twoFactor.email, password: 'wrong', twoFactorCode: codeOf(twoFactor.secret) },
      ],
      ['an unknown organization', { email: existing.email, tenantSlug: 'no-such-organization' }],
    ];
    await signIn({ email: 'first@example.test' }); // what a process does once, it has done before
    await signIn({ email: 'first@example.test', tenantSlug: 'no-such-organization' });
    const answers = new Set<string>();
    for (const [name, body] of cases) {
      const commands = await commandsOf(async () => {
        const { status, text } = await signIn(body);
        answers.add(`${status} ${text}`);
      });
      expect([name, commands]).toEqual([
        name,
        [
          'find tenants',
          'find users',
          'find credentials',
          'find signinsettings',
          'find sessions',
          'update credentials',
          'find personkeys',
          'insert auditlogs',
          'update auditheads',
        ],
      ]);
    }
    expect(answers.size).toBe(1);
  });
});

describe('guessing in parallel', () => {
  test('of 15 parallel wrong passwords the fifth locks, once; the rest are refused like it', async () => {
    const account = await makeAccount(tenant.id);
    const attempts = Array.from({ length: 15 }, () => signIn({ email: account.email, password: 'wrong' }));
    const answers = await Promise.all(attempts);
    expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toEqual([
      expect.stringMatching(/^401 /),
    ]);
    const credential = await credentialOf(account);
    expect([credential?.failedSignIns, (credential?.lockedUntil ?? inMs(0)) > inMs(9 * 60_000)]).toEqual([0, true]);
    const events = (await logOf(tenant.id, { entityId: account.id })).map((row) => row.eventType);
    expect(events.filter((event) => event === 'auth.failed')).toHaveLength(15);
    expect(events.filter((event) => event === 'auth.locked')).toHaveLength(1);
    expect((await signIn({ email: account.email })).status).toBe(401);
  });
});

describe('the audit log of signing in', () => {
  test('who signed in and out, from where', async () => {
    const account = await makeAccount(tenant.id);
    const { body } = await signIn({ email: account.email }).set('User-Agent', 'a browser');
    await service().call('post', '/api/auth/logout', body.accessToken);
    const rows = await logOf(tenant.id, { entityId: account.id });
    expect(rows.map((row) => row.eventType)).toEqual(['auth.signed-in', 'auth.signed-out']);
    expect(rows[0]).toMatchObject({
      entityType: 'User',
      actorId: account.id,
      actorEmail: account.email,
      actorType: 'User',
      ip: expect.stringContaining('127.0.0.1'),
      userAgent: 'a browser',
      changes: [],
    });
  });

  test('a failure names the account, and of an unknown email nothing', async () => {
    const account = await makeAccount(tenant.id);
    await signIn({ email: account.email, password: 'wrong-password-1' });
    expect(await logOf(tenant.id, { entityId: account.id })).toMatchObject([
      { eventType: 'auth.failed', actorId: null, actorEmail: null, actorType: 'System' },
    ]);
    const before = (await logOf(tenant.id)).length;
    await signIn({ email: 'who@nowhere.example', password: 'wrong-password-2' });
    const entries = (await logOf(tenant.id)).slice(before);
    expect(entries).toMatchObject([{ eventType: 'auth.failed', entityId: null, actorId: null, actorEmail: null }]);
    expect(JSON.stringify(await logOf(tenant.id))).not.toMatch(/nowhere\.example|wrong-password/);
  });

  test('what names no organization is noted for the platform', async () => {
    const before = (await logOf(PLATFORM_SCOPE)).length;
    await signIn({ email: 'a@b.example', tenantSlug: 'no-such-organization' });
    await signIn({ email: 'a@b.example', tenantSlug: undefined });
    expect((await logOf(PLATFORM_SCOPE)).slice(before)).toMatchObject([
      { eventType: 'auth.failed', entityId: null },
      { eventType: 'auth.failed', entityId: null },
    ]);
  });

  test('of 20 parallel reuses of a spent refresh token one ends the session and is noted', async () => {
    const account = await makeAccount(tenant.id);
    const refresh = (refreshToken: string) => service().call('post', '/api/auth/refresh').send({ refreshToken });
    const first = (await signIn({ email: account.email })).body.refreshToken;
    const second = (await refresh(first)).body.refreshToken;
    const third = (await refresh(second)).body.refreshToken;
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([401]));
    expect((await refresh(third)).status).toBe(401);
    const events = (await logOf(tenant.id, { entityId: account.id })).map((row) => row.eventType);
    expect(events).toEqual(['auth.signed-in', 'auth.refresh-reused']);
  });
});

describe('the parameters of argon2id change', () => {
  const older = () => argon2.hash(PASSWORD, { type: argon2.argon2id, memoryCost: 19_456, timeCost: 1, parallelism: 1 });

  test('a sign-in renews a hash of older parameters, a refused one does not; the password stays', async () => {
    const passwordHash = await older();
    const account = await makeAccount(tenant.id, { credential: { passwordHash } });
    expect(needsRehash(passwordHash)).toBe(true);
    await signIn({ email: account.email, password: 'wrong' });
    expect((await credentialOf(account))?.passwordHash).toBe(passwordHash);
    expect((await signIn({ email: account.email })).status).toBe(200);
    const renewed = (await credentialOf(account))?.passwordHash ?? '';
    expect([renewed.startsWith('$argon2id$'), needsRehash(renewed)]).toEqual([true, false]);
    expect((await signIn({ email: account.email })).status).toBe(200);
    expect((await credentialOf(account))?.passwordHash).toBe(renewed); // once
  });

  test('also while two-factor authentication is asked for, whose challenge holds', async () => {
    const account = await makeTwoFactorAccount(tenant.id, { credential: { passwordHash: await older() } });
    const { challengeToken } = (await signIn({ email: account.email })).body;
    expect(needsRehash((await credentialOf(account))?.passwordHash ?? '')).toBe(false);
    const code = codeOf(account.secret);
    const finished = await service().call('post', '/api/auth/two-factor').send({ challengeToken, code });
    expect(finished.status).toBe(200);
  });
});
