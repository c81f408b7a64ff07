import jwt from 'jsonwebtoken';
import { openTotpSecret } from '../../../api/platform/two-factor/two-factor-secrets';
import { inMs } from '../../../shared/kernel/clock';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type AuditLog, AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { TenantStatus } from '../../../shared/platform/tenant-status';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { makeAccount, PASSWORD, type TestAccount } from '../../factories/account';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { codeOf, makeTwoFactorAccount, type TwoFactorAccount, wrongCodeOf } from '../../factories/two-factor';
import { holdClock } from '../../support/held-clock';
import { useService } from '../../support/service';

holdClock();
const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const post = (path: string, body: object, token?: string) => service().call('post', path, token).send(body);
const signIn = (account: TestAccount, more: object = {}) =>
  post('/api/auth/token', { email: account.email, password: PASSWORD, tenantSlug: tenant.slug, ...more });
const finish = (challengeToken: string, code: string) => post('/api/auth/two-factor', { challengeToken, code });
const challengeOf = async (account: TestAccount): Promise<string> => (await signIn(account)).body.challengeToken;
const mine = (action: string, body: object, token: string) => post(`/api/my-profile/two-factor/${action}`, body, token);
const credentialOf = (account: TestAccount) =>
  tenant.within(async () => CredentialModel.findById(account.id).lean<Credential>());
const eventsOf = (account: TestAccount) =>
  tenant.within(async () => {
    const rows = await AuditLogModel.find({ entityId: account.id }).sort({ sequence: 1 }).lean<AuditLog[]>();
    return rows.map((row) => row.eventType);
  });
const REFUSED = {
  success: false,
  errorCode: 'INVALID_CREDENTIALS',
  errorMessage: 'The email or the password is incorrect.',
  reason: { code: 'CREDENTIALS_INCORRECT', values: {} },
  validationErrors: [],
};

describe('setting two-factor authentication up', () => {
  test('set up, enable, sign in with the next code, disable; the secret is shown once and stored encrypted', async () => {
    const account = await makeAccount(tenant.id);
    const token: string = (await signIn(account)).body.accessToken;
    const setup = await mine('setup', { password: PASSWORD }, token);
    expect([setup.status, setup.headers['cache-control']]).toEqual([200, 'no-store']);
    const { secret, otpauthUri, qrCode } = setup.body;
    expect(secret).toMatch(/^[A-Z2-7]{40}$/);
    expect(new URL(otpauthUri).searchParams.get('secret')).toBe(secret);
    expect(qrCode).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"/);
    expect((await signIn(account)).status).toBe(200); // not in force before its first code

    const wrong = await mine('enable', { code: wrongCodeOf(secret) }, token);
    expect([wrong.status, wrong.body.validationErrors[0].field]).toEqual([400, 'code']);
    const code = codeOf(secret);
    expect((await mine('enable', { code }, token)).body).toEqual({ twoFactorEnabled: true });
    expect((await service().call('get', '/api/my-profile', token)).body.twoFactorEnabled).toBe(true);
    expect((await signIn(account, { twoFactorCode: code })).body).toEqual(REFUSED); // used by enabling
    expect((await signIn(account, { twoFactorCode: codeOf(secret, 1) })).status).toBe(200);

    const stored = JSON.stringify(await credentialOf(account));
    const log = await tenant.within(async () => AuditLogModel.find().lean());
    for (const text of [stored, JSON.stringify(log)]) expect(text).not.toContain(secret);

    await tenant.within(async () => CredentialModel.updateOne({ _id: account.id }, { $set: { twoFactorStep: 0 } }));
    const off = await mine('disable', { password: PASSWORD, code: codeOf(secret) }, token);
    expect([off.status, off.body]).toEqual([200, { twoFactorEnabled: false }]);
    expect((await service().call('get', '/api/my-profile', token)).body.twoFactorEnabled).toBe(false);
    expect((await signIn(account)).status).toBe(200);
    expect(await eventsOf(account)).toEqual([
      'auth.signed-in',
      'auth.signed-in',
      'auth.two-factor-enabled',
      'auth.failed',
      'auth.signed-in',
      'auth.two-factor-disabled',
      'auth.signed-in',
    ]);
  });

  test('what is out of order is 409: enabling what was not set up, setting up and enabling what is on, disabling what is off', async () => {
    const plain = await makeAccount(tenant.id);
    const token: string = (await signIn(plain)).body.accessToken;
    const on = await makeTwoFactorAccount(tenant.id);
    const signedIn: string = (await signIn(on, { twoFactorCode: codeOf(on.secret) })).body.accessToken;
    const answers = [
      await mine('enable', { code: '123456' }, token),
      await mine('disable', { password: PASSWORD, code: '123456' }, token),
      await mine('setup', { password: PASSWORD }, signedIn),
      await mine('enable', { code: codeOf(on.secret) }, signedIn),
    ];
    expect(answers.map((answer) => [answer.status, answer.body.errorCode])).toEqual(Array(4).fill([409, 'CONFLICT']));
  });

  test('of 20 parallel enablings one works; setting up again voids the secret before', async () => {
    const account = await makeAccount(tenant.id);
    const token: string = (await signIn(account)).body.accessToken;
    const first = (await mine('setup', { password: PASSWORD }, token)).body.secret;
    const second = (await mine('setup', { password: PASSWORD }, token)).body.secret;
    expect((await mine('enable', { code: codeOf(first) }, token)).status).toBe(400);
    const code = codeOf(second);
    const answers = await Promise.all(Array.from({ length: 20 }, () => mine('enable', { code }, token)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  test('disabling asks for password and code, both right', async () => {
    const account = await makeTwoFactorAccount(tenant.id);
    const token: string = (await signIn(account, { twoFactorCode: codeOf(account.secret) })).body.accessToken;
    const next = codeOf(account.secret, 1);
    const cases: [object, string][] = [
      [{ password: 'wrong', code: next }, 'password'],
      [{ password: PASSWORD, code: wrongCodeOf(account.secret) }, 'code'],
      [{ password: PASSWORD, code: codeOf(account.secret) }, 'code'], // used at sign-in
    ];
    for (const [body, field] of cases) {
      const answer = await mine('disable', body, token);
      expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, field]);
    }
    expect((await credentialOf(account))?.failedSignIns).toBe(2); // a used code is no guess
    expect((await mine('disable', { password: PASSWORD, code: next }, token)).status).toBe(200);
  });

  test.each([
    ['no code', {}],
    ['five digits', { code: '12345' }],
    ['letters', { code: 'abcdef' }],
    ['a number', { code: 123456 }],
    ['an operator', { code: { $ne: '' } }],
    ['digits of another script', { code: '١٢٣٤٥٦' }],
  ])('%s is 400 VALIDATION at every route that takes one', async (_case, body) => {
    const answers = [
      await mine('enable', body, tenant.user),
      await mine('disable', { password: PASSWORD, ...body }, tenant.user),
      await post('/api/auth/two-factor', { challengeToken: 'x', ...body }),
    ];
    for (const answer of answers) expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, 'code']);
  });

  test('a temporary password opens none of it', async () => {
    const account = await makeAccount(tenant.id, {
      credential: { mustChangePassword: true, temporaryUntil: inMs(60_000) },
    });
    const token: string = (await signIn(account)).body.accessToken;
    const answer = await mine('setup', { password: PASSWORD }, token);
    expect([answer.status, answer.body.errorCode]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
  });
});

describe('signing in with two-factor authentication', () => {
  let account: TwoFactorAccount;
  beforeEach(async () => {
    account = await makeTwoFactorAccount(tenant.id);
  });

  test('the right password alone: 401 TWO_FACTOR_REQUIRED with a challenge; the wrong one is refused as everyone’s', async () => {
    const asked = await signIn(account);
    expect([asked.status, asked.body]).toEqual([
      401,
      {
        success: false,
        errorCode: 'TWO_FACTOR_REQUIRED',
        errorMessage: expect.any(String),
        reason: { code: 'CODE_NEEDED', values: {} },
        validationErrors: [],
        challengeToken: expect.any(String),
      },
    ]);
    const { exp = 0, iat = 0 } = jwt.decode(asked.body.challengeToken, { json: true }) ?? {};
    expect(exp - iat).toBe(300);
    const twoFactorCode = codeOf(account.secret);
    for (const body of [{ password: 'wrong' }, { password: 'wrong', twoFactorCode }])
      expect((await signIn(account, body)).body).toEqual(REFUSED);
    expect((await signIn(account, { twoFactorCode: wrongCodeOf(account.secret) })).body).toEqual(REFUSED);
    expect((await credentialOf(account))?.lastSignInAt).toBeNull();
    const finished = await finish(asked.body.challengeToken, twoFactorCode);
    expect([finished.status, finished.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(Object.keys(finished.body).sort()).toEqual(['accessToken', 'expiresInSeconds', 'refreshToken', 'user']);
    expect((await service().call('get', '/api/my-profile', finished.body.accessToken)).status).toBe(200);
    expect((await credentialOf(account))?.lastSignInAt).not.toBeNull();
  });

  test('an account without one ignores a code', async () => {
    expect((await signIn(await makeAccount(tenant.id), { twoFactorCode: '123456' })).status).toBe(200);
  });

  test('of 20 parallel uses of one code, at both routes, one works; the account is not locked by it', async () => {
    const challenge = await challengeOf(account);
    const twoFactorCode = codeOf(account.secret);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0 ? signIn(account, { twoFactorCode }) : finish(challenge, twoFactorCode),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(401)]);
    expect((await signIn(account, { twoFactorCode: codeOf(account.secret, 1) })).status).toBe(200);
    expect((await signIn(account, { twoFactorCode: codeOf(account.secret, -1) })).status).toBe(401); // older than one used
  });

  test('five wrong codes lock as wrong passwords do, also between right passwords; unlocking lifts both', async () => {
    const wrong = wrongCodeOf(account.secret);
    for (const at of [1, 2, 3, 4]) {
      const challenge = await challengeOf(account); // the right password does not end the count
      const answer = await finish(challenge, wrong);
      expect([at, answer.status, answer.body.errorCode]).toEqual([at, 401, 'INVALID_CREDENTIALS']);
    }
    const challenge = await challengeOf(account);
    expect((await signIn(account, { twoFactorCode: wrong })).status).toBe(401);
    expect(await eventsOf(account)).toEqual([...Array(5).fill('auth.failed'), 'auth.locked']);
    expect((await finish(challenge, codeOf(account.secret))).status).toBe(401);
    for (const body of [{}, { twoFactorCode: codeOf(account.secret) }])
      expect((await signIn(account, body)).body).toEqual(REFUSED);
    expect((await post(`/api/users-admin/${account.id}/unlock`, {}, tenant.admin)).status).toBe(200);
    expect((await signIn(account, { twoFactorCode: codeOf(account.secret) })).status).toBe(200);
  });

  test('of 30 parallel wrong codes the fifth locks, once', async () => {
    const challenge = await challengeOf(account);
    const wrong = wrongCodeOf(account.secret);
    const answers = await Promise.all(Array.from({ length: 30 }, () => finish(challenge, wrong)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([401]));
    const events = await eventsOf(account);
    expect(events.filter((event) => event === 'auth.locked')).toHaveLength(1);
    const { lockedUntil, failedSignIns } = (await credentialOf(account)) ?? {};
    expect([(lockedUntil ?? inMs(0)) > inMs(9 * 60_000), failedSignIns]).toEqual([true, 0]);
  });

  test('a code of another account is wrong, and a secret in another row opens nothing', async () => {
    const other = await makeTwoFactorAccount(tenant.id);
    expect((await signIn(account, { twoFactorCode: codeOf(other.secret) })).body).toEqual(REFUSED);
    const stored = (await credentialOf(other))?.twoFactorSecret ?? '';
    expect(openTotpSecret(stored, other.id)).toBe(other.secret);
    expect(() => openTotpSecret(stored, account.id)).toThrow();
  });

  test('a SystemAdmin has one too', async () => {
    const admin = await makeTwoFactorAccount(PLATFORM_SCOPE);
    const asked = await post('/api/auth/token', { email: admin.email, password: PASSWORD });
    expect(asked.body.errorCode).toBe('TWO_FACTOR_REQUIRED');
    expect((await finish(asked.body.challengeToken, codeOf(admin.secret))).status).toBe(200);
  });

  test('suspended: 403 after the right password, with or without a code, and at the challenge, where no code is spent', async () => {
    const own = await makeTenant();
    const user = await makeTwoFactorAccount(own.id);
    const body = { email: user.email, password: PASSWORD, tenantSlug: own.slug };
    const { challengeToken } = (await post('/api/auth/token', body)).body;
    await TenantModel.updateOne({ _id: own.id }, { $set: { status: TenantStatus.Suspended } });
    const code = codeOf(user.secret);
    const answers = [
      await post('/api/auth/token', body),
      await post('/api/auth/token', { ...body, twoFactorCode: code }),
      await finish(challengeToken, code),
    ];
    expect(answers.map((answer) => answer.body.errorCode)).toEqual(Array(3).fill('TENANT_SUSPENDED'));
    await TenantModel.updateOne({ _id: own.id }, { $set: { status: TenantStatus.Active } });
    expect((await finish(challengeToken, code)).status).toBe(200);
  });
});
