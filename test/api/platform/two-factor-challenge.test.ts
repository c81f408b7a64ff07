import jwt from 'jsonwebtoken';
import { resetTwoFactor } from '../../../api/platform/two-factor/two-factor.service';
import { config } from '../../../shared/kernel/config';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { hashPassword } from '../../../shared/platform/passwords/passwords';
import { PASSWORD, type TestAccount } from '../../factories/account';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { codeOf, makeTwoFactorAccount, type TwoFactorAccount } from '../../factories/two-factor';
import { holdClock } from '../../support/held-clock';
import { useService } from '../../support/service';

holdClock();
const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const post = (path: string, body: object) => service().call('post', path).send(body);
const signIn = (account: TestAccount) =>
  post('/api/auth/token', { email: account.email, password: PASSWORD, tenantSlug: tenant.slug });
const finish = (challengeToken: string, code: string) => post('/api/auth/two-factor', { challengeToken, code });
const challengeOf = async (account: TestAccount): Promise<string> => (await signIn(account)).body.challengeToken;

describe('the challenge token', () => {
  let account: TwoFactorAccount;
  let claims: Record<string, unknown>;
  beforeAll(async () => {
    account = await makeTwoFactorAccount(tenant.id);
    const { iat: _iat, exp: _exp, ...rest } = jwt.decode(await challengeOf(account), { json: true }) ?? {};
    claims = rest;
  });
  const sign = (payload: object, options: jwt.SignOptions = {}, secret = config().JWT_SECRET) =>
    jwt.sign(payload, secret, { algorithm: 'HS256', expiresIn: 300, ...options });

  test.each<[string, (own: Record<string, unknown>) => string]>([
    ['algorithm none', (own) => jwt.sign({ ...own, exp: 4_000_000_000 }, '', { algorithm: 'none' })],
    ['another algorithm', (own) => sign(own, { algorithm: 'HS512' })],
    ['another key', (own) => sign(own, {}, 'another key of at least 32 characters')],
    ['the audience of access tokens', (own) => sign({ ...own, aud: 'evaluation-service/api' })],
    ['another issuer', (own) => sign({ ...own, iss: 'another' })],
    ['expired', (own) => sign(own, { expiresIn: -1 })],
    ['not yet valid', (own) => sign(own, { notBefore: 60 })],
    ['without a scope', ({ scope: _scope, ...own }) => sign(own)],
    ['an operator as user', (own) => sign({ ...own, sub: 'x' })],
    ['the mark of another password', (own) => sign({ ...own, mark: 'x' })],
    ['another scope', (own) => sign({ ...own, scope: PLATFORM_SCOPE })],
    ['no token at all', () => 'x.y.z'],
  ])('%s: 401 without body', async (_case, forge) => {
    const answer = await finish(forge(claims), codeOf(account.secret));
    expect([answer.status, answer.text]).toEqual([401, '']);
  });

  test('it opens nothing else, and neither an access nor a refresh token is a challenge', async () => {
    const challenge = await challengeOf(account);
    expect((await service().call('get', '/api/my-profile', challenge)).status).toBe(401);
    expect((await post('/api/auth/refresh', { refreshToken: challenge })).status).not.toBe(200);
    // The same claims, signed for this audience, work: what was refused above was refused for its own reason.
    const signedIn = await finish(sign(claims), codeOf(account.secret));
    expect(signedIn.status).toBe(200);
    for (const token of [signedIn.body.accessToken, signedIn.body.refreshToken])
      expect((await finish(token, codeOf(account.secret, 1))).status).toBe(401);
  });

  test('on another organization’s host: TENANT_MISMATCH, and the code is not spent', async () => {
    const user = await makeTwoFactorAccount(tenant.id);
    const challenge = await challengeOf(user);
    const other = await makeTenant();
    const answer = await finish(challenge, codeOf(user.secret)).set('Host', `${other.slug}.localhost`);
    expect([answer.status, answer.body.errorCode]).toEqual([401, 'TENANT_MISMATCH']);
    expect((await finish(challenge, codeOf(user.secret))).status).toBe(200);
  });

  test('it ends with the password, and with a reset of two-factor authentication', async () => {
    const changed = await makeTwoFactorAccount(tenant.id);
    const first = await challengeOf(changed);
    const passwordHash = await hashPassword('another-password-77');
    await tenant.within(async () => CredentialModel.updateOne({ _id: changed.id }, { $set: { passwordHash } }));
    expect((await finish(first, codeOf(changed.secret))).status).toBe(401);
    const lost = await makeTwoFactorAccount(tenant.id);
    const second = await challengeOf(lost);
    await tenant.within(() => resetTwoFactor(lost.id));
    expect((await finish(second, codeOf(lost.secret))).status).toBe(401);
    expect((await signIn(lost)).status).toBe(200);
  });
});
