import { randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { forgetSessions } from '../../../api/platform/sign-in/session-state';
import { successorOf } from '../../../api/platform/sign-in/tokens';
import { inMs } from '../../../shared/kernel/clock';
import { config } from '../../../shared/kernel/config';
import { Role } from '../../../shared/kernel/permissions';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type Session, SessionModel } from '../../../shared/platform/session.model';
import { makeAccount, PASSWORD, type TestAccount } from '../../factories/account';
import { makeSystemAdmin, makeTenant, type TestTenant } from '../../factories/tenant';
import { holdClock } from '../../support/held-clock';
import { useService } from '../../support/service';

holdClock();
const service = useService({ worker: false });
let tenant: TestTenant;
let account: TestAccount;
beforeAll(async () => {
  tenant = await makeTenant();
  account = await makeAccount(tenant.id);
});

interface Tokens {
  accessToken: string;
  refreshToken: string;
}
const signIn = async (): Promise<Tokens> => {
  const body = { email: account.email, password: PASSWORD, tenantSlug: tenant.slug };
  return (await service().call('post', '/api/auth/token').send(body).expect(200)).body;
};
const refresh = (refreshToken: string) => service().call('post', '/api/auth/refresh').send({ refreshToken });
const profile = (token: string | null) => service().call('get', '/api/my-profile', token);
const sessionOf = ({ accessToken }: Tokens): string => String(jwt.decode(accessToken, { json: true })?.sid);
/** Moves the last rotation of a session into the past: what the grace of 10 s does not reach. */
const age = (tokens: Tokens) =>
  tenant.within(() => SessionModel.updateOne({ _id: sessionOf(tokens) }, { $set: { rotatedAt: inMs(-11_000) } }));

describe('refresh tokens', () => {
  test('a refresh answers with the token response and a new refresh token of the same session', async () => {
    const first = await signIn();
    const answer = await refresh(first.refreshToken);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      expiresInSeconds: 3600,
      user: { id: account.id, email: account.email, fullName: 'Ana García', roles: ['User'] },
    });
    expect(answer.body.refreshToken).not.toBe(first.refreshToken);
    expect(sessionOf(answer.body)).toBe(sessionOf(first));
    expect((await profile(answer.body.accessToken)).status).toBe(200);
  });

  test('20 parallel refreshes with one token get one live successor', async () => {
    const first = await signIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refreshToken)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => answer.body.refreshToken)).size).toBe(1);
    const session = await tenant.within(() => SessionModel.findById(sessionOf(first)).lean<Session>());
    expect([session?.rotations, session?.revokedAt]).toEqual([1, null]);
    expect((await refresh(answers[0]?.body.refreshToken)).status).toBe(200);
  });

  test('the direct predecessor gets the same successor within 10 s, and ends the session afterwards', async () => {
    const first = await signIn();
    const second = (await refresh(first.refreshToken)).body;
    expect((await refresh(first.refreshToken)).body.refreshToken).toBe(second.refreshToken);
    await age(first);
    const reused = await refresh(first.refreshToken);
    expect([reused.status, reused.text]).toEqual([401, '']);
    expect((await refresh(second.refreshToken)).status).toBe(401);
    expect((await profile(second.accessToken)).status).toBe(401);
  });

  test('an older spent token ends the session at once', async () => {
    const first = await signIn();
    const second = (await refresh(first.refreshToken)).body;
    const third = (await refresh(second.refreshToken)).body;
    expect((await refresh(first.refreshToken)).status).toBe(401);
    for (const token of [second, third]) expect((await refresh(token.refreshToken)).status).toBe(401);
  });

  test('forged tokens are refused and do the session no harm', async () => {
    const first = await signIn();
    const bytes = Buffer.from(first.refreshToken, 'base64url');
    const forged = [
      Buffer.concat([bytes.subarray(0, 32), randomBytes(32)]).toString('base64url'), // another secret
      successorOf(Buffer.concat([bytes.subarray(0, 32), randomBytes(32)]).toString('base64url')),
      `${first.refreshToken}=`,
      first.refreshToken.slice(0, -2),
      first.accessToken,
      '',
      'x'.repeat(86),
    ];
    for (const token of forged) {
      const answer = await refresh(token);
      expect([token, answer.status === 401 || answer.status === 400]).toEqual([token, true]);
    }
    expect((await profile(first.accessToken)).status).toBe(200);
    expect((await refresh(first.refreshToken)).status).toBe(200);
  });

  test('it is stored hashed, and dies after 30 days', async () => {
    const first = await signIn();
    const row = await tenant.within(() => SessionModel.findById(sessionOf(first)).lean<Session>());
    expect(JSON.stringify(row)).not.toContain(first.refreshToken);
    const days = ((row?.expiresAt.getTime() ?? 0) - inMs(0).getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    await tenant.within(() => SessionModel.updateOne({ _id: sessionOf(first) }, { $set: { expiresAt: inMs(-1_000) } }));
    forgetSessions();
    expect((await refresh(first.refreshToken)).status).toBe(401);
    expect((await profile(first.accessToken)).status).toBe(401);
  });

  test('on another organization’s host a refresh is TENANT_MISMATCH and spends nothing', async () => {
    const first = await signIn();
    const other = await makeTenant();
    const answer = await refresh(first.refreshToken).set('Host', `${other.slug}.localhost`);
    expect([answer.status, answer.body.errorCode]).toEqual([401, 'TENANT_MISMATCH']);
    expect((await refresh(first.refreshToken)).status).toBe(200);
  });
});

describe('when one was last seen', () => {
  const lastSeen = async (tokens: Tokens) =>
    (await tenant.within(() => SessionModel.findById(sessionOf(tokens)).lean<Session>()))?.lastSeenAt ?? inMs(0);

  test('a request notes it once in five minutes', async () => {
    const tokens = await signIn();
    for (const [minutes, isNoted] of [
      [6, true],
      [4, false],
    ] as const) {
      const lastSeenAt = inMs(-minutes * 60_000);
      await tenant.within(() => SessionModel.updateOne({ _id: sessionOf(tokens) }, { $set: { lastSeenAt } }));
      forgetSessions();
      expect((await profile(tokens.accessToken)).status).toBe(200);
      expect([minutes, (await lastSeen(tokens)) > lastSeenAt]).toEqual([minutes, isNoted]);
    }
  });
});

describe('logout', () => {
  test('it kills the access and the refresh token at once, and no other session', async () => {
    const [mine, other] = [await signIn(), await signIn()];
    expect((await profile(mine.accessToken)).status).toBe(200); // so that the session is known to the process
    const answer = await service().call('post', '/api/auth/logout', mine.accessToken);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await profile(mine.accessToken)).status).toBe(401);
    expect((await refresh(mine.refreshToken)).status).toBe(401);
    expect((await service().call('post', '/api/auth/logout', mine.accessToken)).status).toBe(401);
    expect((await profile(other.accessToken)).status).toBe(200);
  });

  test('a SystemAdmin signs out also while a tenant is named', async () => {
    const token = await makeSystemAdmin();
    const answer = await service().call('post', '/api/auth/logout', token).set('X-Tenant', tenant.slug);
    expect(answer.status).toBe(204);
    expect((await profile(token)).status).toBe(401);
  });
});

describe('the access token', () => {
  let own: Record<string, unknown>;
  beforeAll(async () => {
    const { iat: _iat, exp: _exp, ...rest } = jwt.decode((await signIn()).accessToken, { json: true }) ?? {};
    own = rest;
  });
  const sign = (payload: object, options: jwt.SignOptions = {}, secret = config().JWT_SECRET) =>
    jwt.sign(payload, secret, { algorithm: 'HS256', expiresIn: 3600, ...options });

  test('a token made with the same claims by the same key works (the forgeries below fail for their own reason)', async () => {
    expect((await profile(sign(own))).status).toBe(200);
  });

  test.each<[string, (claims: Record<string, unknown>) => string]>([
    ['algorithm none', (claims) => jwt.sign({ ...claims, exp: 4_000_000_000 }, '', { algorithm: 'none' })],
    ['another algorithm with the same key', (claims) => sign(claims, { algorithm: 'HS512' })],
    ['HS384', (claims) => sign(claims, { algorithm: 'HS384' })],
    ['another key', (claims) => sign(claims, {}, 'another key of at least 32 characters')],
    ['another audience', (claims) => sign({ ...claims, aud: 'another' })],
    ['another issuer', (claims) => sign({ ...claims, iss: 'another' })],
    ['no audience', ({ aud: _aud, ...claims }) => sign(claims)],
    ['no issuer', ({ iss: _iss, ...claims }) => sign(claims)],
    ['expired', (claims) => sign(claims, { expiresIn: -1 })],
    ['not yet valid', (claims) => sign(claims, { notBefore: 60 })],
    ['made in the future', (claims) => sign({ ...claims, iat: Math.floor(inMs(120_000).getTime() / 1_000) })],
    ['without session', ({ sid: _sid, ...claims }) => sign(claims)],
    ['an operator as session', (claims) => sign({ ...claims, sid: { $ne: null } })],
    ['another user', (claims) => sign({ ...claims, sub: '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11' })],
    ['without tenant', ({ tenant_id: _tenant, ...claims }) => sign(claims)],
    ['another tenant', (claims) => sign({ ...claims, tenant_id: '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11' })],
    [
      'a changed payload',
      (claims) => sign(claims).replace(/\.[^.]+\./, `.${Buffer.from('{}').toString('base64url')}.`),
    ],
    ['no token at all', () => 'x.y.z'],
  ])('%s: 401 without body', async (_case, forge) => {
    const answer = await profile(forge(own));
    expect([answer.status, answer.text]).toEqual([401, '']);
  });

  test('a refresh token is no access token; neither are other schemes', async () => {
    const { refreshToken, accessToken } = await signIn();
    expect((await profile(refreshToken)).status).toBe(401);
    for (const header of [`Basic ${accessToken}`, accessToken, 'Bearer']) {
      const answer = await service().call('get', '/api/my-profile').set('Authorization', header);
      expect([header.slice(0, 8), answer.status]).toEqual([header.slice(0, 8), 401]);
    }
    expect((await service().call('get', `/api/my-profile?access_token=${accessToken}`)).status).toBe(401);
  });

  test('roles are read from the account, not from the token', async () => {
    const token = sign({ ...own, roles: [Role.TenantAdmin] });
    expect((await service().call('get', '/api/users-admin', token)).status).toBe(403);
  });
});

describe('tenant resolution', () => {
  test('on another organization’s host: 401 TENANT_MISMATCH; on the organization’s and the base host: 200', async () => {
    const other = await makeTenant();
    const at = (host: string) => service().call('get', '/api/my-profile', tenant.user).set('Host', host);
    const mismatch = await at(`${other.slug}.localhost:3000`);
    expect([mismatch.status, mismatch.body]).toEqual([
      401,
      {
        success: false,
        errorCode: 'TENANT_MISMATCH',
        errorMessage: 'This host belongs to another organization. Sign in there first.',
        reason: { code: 'HOST_BELONGS_TO_ANOTHER_ORGANIZATION', values: {} },
        validationErrors: [],
      },
    ]);
    for (const host of [
      `${tenant.slug}.localhost`,
      `${tenant.slug.toUpperCase()}.LOCALHOST`,
      'localhost',
      'api.localhost',
    ])
      expect([host, (await at(host)).status]).toEqual([host, 200]);
    expect((await at('nobody-here.localhost')).status).toBe(401);
  });

  test('the claim wins: X-Tenant moves no user of a tenant', async () => {
    const other = await makeTenant();
    const answer = await service().call('get', '/api/tenant-settings', tenant.user).set('X-Tenant', other.slug);
    expect([answer.status, answer.body.slug]).toEqual([200, tenant.slug]);
  });

  test('a SystemAdmin acts on the tenant of X-Tenant or the host; one that does not exist is 400', async () => {
    const admin = await makeSystemAdmin();
    const ask = () => service().call('get', '/api/tenant-settings', admin);
    expect((await ask().set('X-Tenant', tenant.slug)).body.slug).toBe(tenant.slug);
    expect((await ask().set('Host', `${tenant.slug}.localhost`)).body.slug).toBe(tenant.slug);
    const unknown = await ask().set('X-Tenant', 'nobody-here');
    expect([unknown.status, unknown.body.errorCode]).toEqual([400, 'BAD_REQUEST']);
    expect(unknown.body.errorMessage).toContain('X-Tenant');
    const users = await service().call('get', '/api/users-admin', admin).set('X-Tenant', tenant.slug);
    expect([users.status, users.body.totalCount > 0]).toEqual([200, true]);
  });

  test('a SystemAdmin who names no organization has no evaluations, and finds none', async () => {
    const admin = await makeSystemAdmin();
    const listed = await service().call('get', '/api/my-evaluations', admin);
    expect([listed.status, listed.body.items, listed.body.totalCount]).toEqual([200, [], 0]);
    const path = '/api/my-evaluations/7d8b2c1e-93a4-4f6b-8e21-5c0a9d3f4b17';
    expect((await service().call('get', path, admin)).status).toBe(404);
    expect((await service().call('post', `${path}/submit`, admin)).status).toBe(404);
  });

  test('a SystemAdmin’s own account is the platform’s, whatever tenant is named', async () => {
    const answer = await profile(await makeSystemAdmin()).set('X-Tenant', tenant.slug);
    expect([answer.status, answer.body.roles, answer.body.organization]).toEqual([200, ['SystemAdmin', 'User'], null]);
  });
});

describe('temporary passwords', () => {
  test('they open reading the profile, changing the password and signing out, nothing else', async () => {
    const temporary = await makeAccount(tenant.id, {
      credential: { mustChangePassword: true, temporaryUntil: inMs(60_000) },
    });
    const body = { email: temporary.email, password: PASSWORD, tenantSlug: tenant.slug };
    const { accessToken } = (await service().call('post', '/api/auth/token').send(body)).body;
    expect((await profile(accessToken)).body.mustChangePassword).toBe(true);
    for (const path of ['/api/my-profile/sessions', '/api/tenant-settings', '/api/jobs']) {
      const refused = await service().call('get', path, accessToken);
      expect([path, refused.status, refused.body.errorCode]).toEqual([path, 403, 'PASSWORD_CHANGE_REQUIRED']);
    }
    const changed = await service()
      .call('post', '/api/my-profile/change-password', accessToken)
      .send({ currentPassword: PASSWORD, newPassword: 'quiet-lantern-harbour' });
    expect([changed.status, changed.body.mustChangePassword]).toEqual([200, false]);
    const credential = await tenant.within(() => CredentialModel.findById(temporary.id).lean());
    expect(credential?.temporaryUntil).toBeNull();
    expect((await service().call('get', '/api/jobs', accessToken)).status).toBe(200);
  });
});
