import { EmailSettingsModel } from '../../../shared/comms/email-settings.model';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { inMs } from '../../../shared/kernel/clock';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { Role } from '../../../shared/kernel/permissions';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { PasswordResetRequestModel } from '../../../shared/platform/passwords/password-reset-request.model';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { makeAccount, PASSWORD, type TestAccount } from '../../factories/account';
import { makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { endOf } from '../../support/finished-job';
import { passwordLinkIn, useMailbox } from '../../support/mailbox';
import { useService } from '../../support/service';

const service = useService();
const mailbox = useMailbox();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant({ name: 'Acme' });
  await mailbox.connect(tenant.id);
});

const NEW = 'quiet-lantern-harbour';
const forgot = (body: object) => service().call('post', '/api/auth/forgot-password').send(body);
const reset = (token: string, newPassword = NEW) =>
  service().call('post', '/api/auth/reset-password').send({ token, newPassword });
const signIn = (account: TestAccount, password: string) =>
  service().call('post', '/api/auth/token').send({ email: account.email, password, tenantSlug: tenant.slug });
const credentialOf = (account: TestAccount): Promise<Credential | null> =>
  tenant.within(async () => CredentialModel.findById(account.id).lean<Credential>());
const change = (account: TestAccount, fields: Partial<Credential>) =>
  tenant.within(async () => CredentialModel.updateOne({ _id: account.id }, { $set: fields }));

/** The jobs that the scope's requests left, once they have ended. */
const settled = (scope = tenant.id): Promise<Job[]> =>
  withinTenant(scope, async () => {
    const jobs = await JobModel.find({ type: 'comms.send-password-link' }).sort({ createdAt: 1 }).lean<Job[]>();
    return Promise.all(jobs.map((job) => endOf(job)));
  });

/** The token of the link that an account is mailed. */
async function tokenFor(account: TestAccount): Promise<string> {
  await change(account, { resetMailedAt: null });
  await forgot({ email: account.email, tenantSlug: tenant.slug }).expect(202);
  await settled();
  return passwordLinkIn(mailbox.mailsTo(account.email).at(-1)).hash.replace('#token=', '');
}

describe('POST /api/auth/forgot-password', () => {
  test('answers 202 without body whoever asks for whom; mails the account alone', async () => {
    const account = await makeAccount(tenant.id);
    const elsewhere = await makeAccount((await makeTenant()).id);
    const bodies = [
      { email: ` ${account.email.toUpperCase()} `, tenantSlug: tenant.slug },
      { email: 'nobody@example.test', tenantSlug: tenant.slug },
      { email: elsewhere.email, tenantSlug: tenant.slug },
      { email: account.email, tenantSlug: 'no-such-tenant' },
      { email: account.email },
    ];
    const before = mailbox.sink().mails.length;
    for (const body of bodies) {
      const answer = await forgot(body);
      expect([body, answer.status, answer.text]).toEqual([body, 202, '']);
    }
    const jobs = await settled();
    expect(jobs.slice(-3).map(({ result }) => result)).toEqual([{ sent: true }, { sent: false }, { sent: false }]);
    expect([mailbox.sink().mails.length - before, mailbox.mailsTo(account.email).length]).toEqual([1, 1]);
    expect(await tenant.within(async () => PasswordResetRequestModel.countDocuments())).toBe(0);
  });

  test('the link begins with the configured address; neither Host nor X-Forwarded-Host reach the mail', async () => {
    const account = await makeAccount(tenant.id);
    await forgot({ email: account.email, tenantSlug: tenant.slug })
      .set('Host', 'evil.example')
      .set('X-Forwarded-Host', 'evil.example')
      .set('Origin', 'https://evil.example')
      .expect(202);
    await settled();
    const [mail] = mailbox.mailsTo(account.email);
    const link = passwordLinkIn(mail);
    expect([link.hostname, link.pathname, link.search]).toEqual([`${tenant.slug}.localhost`, '/reset-password', '']);
    expect(mail?.raw).not.toContain('evil');
  });

  test('one mail per account in 10 minutes, however many ask at once', async () => {
    const account = await makeAccount(tenant.id);
    const ask = () => forgot({ email: account.email, tenantSlug: tenant.slug });
    await Promise.all(Array.from({ length: 6 }, ask));
    await settled();
    expect(mailbox.mailsTo(account.email)).toHaveLength(1);
    await change(account, { resetMailedAt: inMs(-10 * 60_000) });
    await ask();
    await settled();
    expect(mailbox.mailsTo(account.email)).toHaveLength(2);
  });

  test('inactive accounts and inactive organizations get none', async () => {
    const account = await makeAccount(tenant.id);
    await service().call('post', `/api/users-admin/${account.id}/deactivate`, tenant.admin).expect(200);
    await forgot({ email: account.email, tenantSlug: tenant.slug });
    const shut = await makeTenant();
    await mailbox.connect(shut.id);
    const theirs = await makeAccount(shut.id);
    await TenantModel.updateOne({ _id: shut.id }, { $set: { status: 'Suspended' } });
    await forgot({ email: theirs.email, tenantSlug: shut.slug }).expect(202);
    await settled();
    expect((await settled(shut.id)).map(({ result }) => result)).toEqual([{ sent: false }]);
    expect([mailbox.mailsTo(account.email), mailbox.mailsTo(theirs.email)]).toEqual([[], []]);
  });

  test('accounts of the platform ask without an organization', async () => {
    await mailbox.connect(PLATFORM_SCOPE);
    try {
      const { id, email } = await makeAccount(PLATFORM_SCOPE, { roles: [Role.SystemAdmin] });
      await forgot({ email }).expect(202);
      await settled(PLATFORM_SCOPE);
      const link = passwordLinkIn(mailbox.mailsTo(email)[0]);
      expect(link.hostname).toBe('localhost');
      expect((await reset(link.hash.replace('#token=', ''))).status).toBe(204);
      const again = await service().call('post', '/api/auth/token').send({ email, password: NEW });
      expect([again.status, again.body.user.id]).toEqual([200, id]);
    } finally {
      await withinTenant(PLATFORM_SCOPE, async () => EmailSettingsModel.deleteMany({}));
    }
  });

  test.each([
    ['no address', {}, 'email'],
    ['an address that is none', { email: 'x' }, 'email'],
    ['an operator', { email: { $ne: null } }, 'email'],
  ])('%s is 400 VALIDATION', async (_case, body, field) => {
    const answer = await forgot(body);
    expect([answer.status, answer.body.validationErrors[0].field]).toEqual([400, field]);
  });
});

describe('POST /api/auth/reset-password', () => {
  test('sets the password once, ends all sessions and the temporary state', async () => {
    const account = await makeAccount(tenant.id, {
      credential: { mustChangePassword: true, temporaryUntil: inMs(60_000) },
    });
    const { accessToken } = (await signIn(account, PASSWORD).expect(200)).body;
    const token = await tokenFor(account);
    const answer = await reset(token);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await service().call('get', '/api/my-profile', accessToken)).status).toBe(401);
    expect((await signIn(account, PASSWORD)).status).toBe(401);
    const signedIn = (await signIn(account, NEW).expect(200)).body;
    expect((await service().call('get', '/api/notifications', signedIn.accessToken)).status).toBe(200);
    const again = await reset(token, 'another-quiet-lantern');
    expect([again.status, again.body.validationErrors[0].field]).toEqual([400, 'token']);
    expect((await signIn(account, NEW)).status).toBe(200);
  });

  test('of 10 parallel uses of one link exactly one succeeds', async () => {
    const account = await makeAccount(tenant.id);
    const token = await tokenFor(account);
    const passwords = Array.from({ length: 10 }, (_, index) => `quiet-lantern-${index}-harbour`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(9).fill(400)]);
    const winner = passwords[answers.findIndex(({ status }) => status === 204)] ?? '';
    expect((await signIn(account, winner)).status).toBe(200);
  });

  test('a refused password spends nothing: the rules are the organization’s', async () => {
    const account = await makeAccount(tenant.id);
    const token = await tokenFor(account);
    for (const [password, message] of [
      ['short', 'at least 8'],
      ['Welcome123', 'easy to guess'],
      [account.email, 'easy to guess'],
    ] as const) {
      const refused = await reset(token, password);
      expect([refused.status, refused.body.validationErrors[0].field]).toEqual([400, 'newPassword']);
      expect(refused.body.validationErrors[0].message).toContain(message);
    }
    await service().call('put', '/api/tenant-settings', tenant.admin).send({ minPasswordLength: 30 }).expect(200);
    expect((await reset(token)).body.validationErrors[0].message).toContain('at least 30');
    await service().call('put', '/api/tenant-settings', tenant.admin).send({ minPasswordLength: 8 }).expect(200);
    expect((await reset(token)).status).toBe(204);
  });

  test('two-factor authentication and a lock stay; the count of failures ends', async () => {
    const account = await makeAccount(tenant.id);
    const token = await tokenFor(account);
    const lockedUntil = inMs(60_000);
    await change(account, { twoFactorSecret: 'sealed', lockedUntil, failedSignIns: 3 });
    expect((await reset(token)).status).toBe(204);
    expect(await credentialOf(account)).toMatchObject({ twoFactorSecret: 'sealed', lockedUntil, failedSignIns: 0 });
    expect((await signIn(account, NEW)).body.errorCode).toBe('INVALID_CREDENTIALS');
  });

  test('an hour old, replaced by a newer link, or followed by a change of password: the link is dead', async () => {
    const account = await makeAccount(tenant.id);
    const first = await tokenFor(account);
    const second = await tokenFor(account);
    expect(second).not.toBe(first);
    expect((await reset(first)).status).toBe(400);
    await change(account, { resetTokenUntil: inMs(-1) });
    expect((await reset(second)).status).toBe(400);
    const third = await tokenFor(account);
    const { accessToken } = (await signIn(account, PASSWORD)).body;
    await service()
      .call('post', '/api/my-profile/change-password', accessToken)
      .send({ currentPassword: PASSWORD, newPassword: NEW })
      .expect(200);
    expect((await reset(third, 'another-quiet-lantern')).status).toBe(400);
    expect(await credentialOf(account)).toMatchObject({ resetTokenHash: null, resetTokenUntil: null });
  });

  test('it is good for an hour, and stored as a hash alone', async () => {
    const account = await makeAccount(tenant.id);
    const before = inMs(60 * 60_000);
    const token = await tokenFor(account);
    const credential = await credentialOf(account);
    const until = credential?.resetTokenUntil ?? inMs(0);
    expect([until >= before, until <= inMs(60 * 60_000)]).toEqual([true, true]);
    const jobs = await tenant.within(async () => JobModel.find().lean());
    const secret = token.split('.')[2] ?? 'none';
    expect(secret.length).toBeGreaterThan(40);
    expect(JSON.stringify([credential, jobs])).not.toContain(secret);
    expect(JSON.stringify(jobs)).not.toContain(account.email);
  });

  test('forged and malformed tokens are one and the same 400', async () => {
    const account = await makeAccount(tenant.id);
    const [scope, userId, secret] = (await tokenFor(account)).split('.');
    const other = await makeTenant();
    const texts = new Set<string>();
    for (const token of [
      'x',
      '..',
      `${scope}.${userId}.`,
      `${scope}.${userId}.${secret}x`,
      `${other.id}.${userId}.${secret}`,
      `${scope}.${other.id}.${secret}`,
      `${scope}.${userId}.${secret}.x`,
      `*.${userId}.${secret}`,
      `${PLATFORM_SCOPE}.${userId}.${secret}`,
    ]) {
      const answer = await reset(token);
      expect([token, answer.status]).toEqual([token, 400]);
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
    expect(
      (await service().call('post', '/api/auth/reset-password').send({ token: {}, newPassword: NEW })).status,
    ).toBe(400);
    expect((await signIn(account, PASSWORD)).status).toBe(200);
  });

  test('of a suspended organization: 403 TENANT_SUSPENDED, and the link is not spent', async () => {
    const own = await makeTenant();
    await mailbox.connect(own.id);
    const account = await makeAccount(own.id);
    await forgot({ email: account.email, tenantSlug: own.slug });
    await settled(own.id);
    const token = passwordLinkIn(mailbox.mailsTo(account.email)[0]).hash.replace('#token=', '');
    await TenantModel.updateOne({ _id: own.id }, { $set: { status: 'Suspended' } });
    expect((await reset(token)).body.errorCode).toBe('TENANT_SUSPENDED');
    await TenantModel.updateOne({ _id: own.id }, { $set: { status: 'Active' } });
    expect((await reset(token)).status).toBe(204);
  });
});
