import Redis from 'ioredis';
import { EmailSettingsModel } from '../../../shared/comms/email-settings.model';
import { FAIL_FAST, untilReady } from '../../../shared/infra/redis';
import type { AccessResult } from '../../../shared/jobs/contract';
import { enqueueStored } from '../../../shared/jobs/enqueue';
import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { inMs, toInstant } from '../../../shared/kernel/clock';
import { config } from '../../../shared/kernel/config';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { type Credential, CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { orderTemporaryPassword } from '../../../shared/platform/passwords/temporary-password.store';
import { sendAccess } from '../../../worker/comms/send-access.job';
import { makeAccount, PASSWORD } from '../../factories/account';
import { makeEmployee } from '../../factories/employee';
import { makeSystemAdmin, makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { createTenantBody } from '../../factories/tenant-body';
import { useCapturedLog } from '../../support/captured-log';
import { endOf } from '../../support/finished-job';
import { temporaryPasswordIn, useMailbox } from '../../support/mailbox';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

const service = useService();
const mailbox = useMailbox();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant({ name: 'Acme' });
  await mailbox.connect(tenant.id);
});
beforeEach(() => {
  mailbox.sink().behavior = {};
});

const NEW = 'quiet-lantern-harbour';
const signIn = (email: string, password: string) =>
  service().call('post', '/api/auth/token').send({ email, password, tenantSlug: tenant.slug });
const credentialOf = async (id: string): Promise<Credential | null> =>
  tenant.within(async () => CredentialModel.findById(id).lean<Credential>());

/** Orders a password as the API does, without a ticket: the test runs the job itself, as often as it wants. */
async function order(userId: string): Promise<() => Promise<AccessResult>> {
  const job = await tenant.within(() => orderTemporaryPassword(userId, 'reset-password'));
  const payload = { userId, occasion: 'reset-password' as const };
  return () => tenant.within(() => runHandler(sendAccess, payload, { jobId: job._id }));
}

describe('temporary passwords are made by the worker when it sends the mail', () => {
  const log = useCapturedLog();
  let redis: Redis;
  beforeAll(async () => {
    redis = new Redis(service().config.REDIS_URL, FAIL_FAST);
    await untilReady(redis);
  });
  afterAll(() => redis.disconnect());

  test('invite, reset and creation by an admin: the password is in the mail, and nowhere else', async () => {
    const answers: string[] = [];
    const call = async (method: 'get' | 'post', path: string, token: string, body?: object): Promise<unknown> => {
      const answer = await service().call(method, path, token).send(body);
      answers.push(answer.text, JSON.stringify(answer.headers));
      expect([path, answer.status < 300]).toEqual([path, true]);
      return answer.body;
    };
    const employee = await tenant.within(() => makeEmployee());
    await call('post', `/api/employees/${employee._id}/invite`, tenant.hr);
    await call('post', `/api/employees/${employee._id}/reset-password`, tenant.hr);
    const created = { email: 'created@example.test', fullName: 'Eva Ruiz' };
    await call('post', '/api/users-admin', tenant.admin, created);
    const job = await tenant.within(async () => JobModel.findOne().sort({ createdAt: -1 }).lean());
    await service().call('get', `/api/jobs/${job?._id}/events`, tenant.admin); // until it ends
    await call('get', '/api/jobs', tenant.admin);
    await call('get', '/api/users-admin', tenant.admin);

    const mails = [...mailbox.mailsTo(employee.email), ...mailbox.mailsTo(created.email)];
    expect(mails).toHaveLength(3);
    const passwords = mails.map(temporaryPasswordIn);
    expect(new Set(passwords).size).toBe(3);
    const places: Record<string, string> = {
      redis: await everythingIn(redis),
      log: log(),
      answers: answers.join('\n'),
      jobs: JSON.stringify(await tenant.within(async () => JobModel.find().lean())),
      audit: JSON.stringify(await tenant.within(async () => AuditLogModel.find().lean())),
      credentials: JSON.stringify(await tenant.within(async () => CredentialModel.find().lean())),
    };
    expect(places.redis).toContain(job?._id); // the search does find what is there
    expect(places.log).toContain('job succeeded');
    expect(places.audit).toContain('user.password-reset');
    for (const [place, content] of Object.entries(places))
      for (const password of passwords) expect([place, content.includes(password)]).toEqual([place, false]);
  });

  test('it opens changing the password alone, and ends with it', async () => {
    const employee = await tenant.within(() => makeEmployee());
    await service().call('post', `/api/employees/${employee._id}/invite`, tenant.hr).expect(200);
    const password = temporaryPasswordIn(mailbox.mailsTo(employee.email)[0]);
    const { accessToken } = (await signIn(employee.email, password).expect(200)).body;
    const shut = await service().call('get', '/api/notifications', accessToken);
    expect([shut.status, shut.body.errorCode]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    expect((await service().call('get', '/api/my-profile', accessToken)).body.mustChangePassword).toBe(true);
    await service()
      .call('post', '/api/my-profile/change-password', accessToken)
      .send({ currentPassword: password, newPassword: NEW })
      .expect(200);
    expect((await service().call('get', '/api/notifications', accessToken)).status).toBe(200);
    expect((await signIn(employee.email, password)).status).toBe(401);
    expect((await signIn(employee.email, NEW)).status).toBe(200);
  });

  test('after 72 hours it is refused like a wrong one', async () => {
    const { id, email } = await makeAccount(tenant.id);
    const before = toInstant(inMs(72 * 3_600_000));
    const result = await (await order(id))();
    expect(result.expiresAt >= before && result.expiresAt <= toInstant(inMs(72 * 3_600_000))).toBe(true);
    const password = temporaryPasswordIn(mailbox.mailsTo(email)[0]);
    await tenant.within(async () => CredentialModel.updateOne({ _id: id }, { $set: { temporaryUntil: inMs(-1) } }));
    const [late, wrong] = [await signIn(email, password), await signIn(email, 'wrong-password')];
    expect([late.status, late.text]).toEqual([401, wrong.text]);
  });
});

describe('the first admin of an organization', () => {
  test('without a password is invited by mail, and signs in to the new organization', async () => {
    await mailbox.connect(PLATFORM_SCOPE);
    try {
      const email = 'first.admin@example.test';
      const body = createTenantBody({ name: 'Señales', locale: 'es', admin: { email, fullName: 'Eva Ruiz' } });
      const { id } = (
        await service()
          .call('post', '/api/tenants', await makeSystemAdmin())
          .send(body)
          .expect(201)
      ).body;
      await withinTenant(id, async () => {
        const [job] = await JobModel.find().lean<Job[]>();
        expect(job && (await endOf(job))).toMatchObject({ status: 'Succeeded', error: null });
      });
      const [mail] = mailbox.mailsTo(email);
      expect(mail?.text).toContain('Señales ha creado una cuenta');
      expect(mail?.text).toContain(`${String(body.slug)}.localhost`);
      const credentials = { email, password: temporaryPasswordIn(mail), tenantSlug: body.slug };
      const signedIn = await service().call('post', '/api/auth/token').send(credentials).expect(200);
      expect(signedIn.body.user.roles).toEqual(['TenantAdmin', 'User']);
    } finally {
      await withinTenant(PLATFORM_SCOPE, async () => EmailSettingsModel.deleteMany({}));
    }
  });
});

describe('a repeated job', () => {
  test('sends the same password under the same Message-ID, and sessions opened with it live', async () => {
    const { id, email } = await makeAccount(tenant.id);
    const run = await order(id);
    await run();
    const [first] = mailbox.mailsTo(email);
    const { accessToken } = (await signIn(email, temporaryPasswordIn(first)).expect(200)).body;
    await run();
    const [, second] = mailbox.mailsTo(email);
    expect([temporaryPasswordIn(second), second?.headers.get('message-id')]).toEqual([
      temporaryPasswordIn(first),
      first?.headers.get('message-id'),
    ]);
    expect((await service().call('get', '/api/my-profile', accessToken)).status).toBe(200);
  });

  test('that comes after the password was changed changes nothing and sends nothing', async () => {
    const { id, email } = await makeAccount(tenant.id);
    const run = await order(id);
    await run();
    const password = temporaryPasswordIn(mailbox.mailsTo(email)[0]);
    const { accessToken } = (await signIn(email, password)).body;
    await service()
      .call('post', '/api/my-profile/change-password', accessToken)
      .send({ currentPassword: password, newPassword: NEW })
      .expect(200);
    await expect(run()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(mailbox.mailsTo(email)).toHaveLength(1);
    expect((await signIn(email, NEW)).status).toBe(200);
  });

  test('of two orders the later one counts, in whatever order their jobs run', async () => {
    const { id, email } = await makeAccount(tenant.id);
    const [older, newer] = [await order(id), await order(id)];
    await newer();
    await expect(older()).rejects.toMatchObject({ code: 'CONFLICT' });
    const [only, ...others] = mailbox.mailsTo(email);
    expect(others).toEqual([]);
    expect((await signIn(email, temporaryPasswordIn(only))).status).toBe(200);
  });
});

describe('what the mail server says', () => {
  test('an address that it refuses is 409 CONFLICT with its words, and no 500', async () => {
    const employee = await tenant.within(() => makeEmployee());
    mailbox.sink().behavior = { recipient: (address) => (address === employee.email ? 550 : null) };
    const refused = await service().call('post', `/api/employees/${employee._id}/invite`, tenant.hr);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect(refused.body.errorMessage).toContain('550');
  });

  test('a reset that it refuses for good leaves the former password in force', async () => {
    const { id, email } = await makeAccount(tenant.id);
    mailbox.sink().behavior = { recipient: (address) => (address === email ? 550 : null) };
    const refused = await service().call('post', `/api/users-admin/${id}/reset-password`, tenant.admin);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect(refused.body.errorMessage).toContain('550');
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect((await credentialOf(id))?.mustChangePassword).toBe(false);
  });

  test('a reset without a mail server leaves the former password in force', async () => {
    const own = await makeTenant();
    const { id, email } = await makeAccount(own.id);
    // Outside of production an outbox takes what has no mail server.
    const production = jest.replaceProperty(config(), 'NODE_ENV', 'production');
    const refused = await service().call('post', `/api/users-admin/${id}/reset-password`, own.admin);
    production.restore();
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    const credentials = { email, password: PASSWORD, tenantSlug: own.slug };
    expect((await service().call('post', '/api/auth/token').send(credentials)).status).toBe(200);
  });

  test('one that it takes later is tried again, and the former password holds until then', async () => {
    const { id, email } = await makeAccount(tenant.id);
    const run = await order(id);
    mailbox.sink().behavior = { data: () => 451 };
    await expect(run()).rejects.toMatchObject({ name: 'MailFailure', kind: 'temporary' });
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    mailbox.sink().behavior = {};
    await run();
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, temporaryPasswordIn(mailbox.mailsTo(email)[0]))).status).toBe(200);
  });

  test('an account that was deactivated in between gets no mail', async () => {
    const { id, email } = await makeAccount(tenant.id);
    const job = await tenant.within(() => orderTemporaryPassword(id, 'reset-password'));
    await service().call('post', `/api/users-admin/${id}/deactivate`, tenant.admin).expect(200);
    await tenant.within(() => enqueueStored(job));
    await service().call('get', `/api/jobs/${job._id}/events`, tenant.admin);
    const ended = (await service().call('get', `/api/jobs/${job._id}`, tenant.admin)).body;
    expect([ended.status, ended.error.code, mailbox.mailsTo(email)]).toEqual(['Failed', 'CONFLICT', []]);
    expect((await credentialOf(id))?.mustChangePassword).toBe(false);
    await service().call('post', `/api/users-admin/${id}/activate`, tenant.admin).expect(200);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });
});

/** Every value of every key. */
async function everythingIn(redis: Redis): Promise<string> {
  const read: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, 0, '-1'),
    stream: (key) => redis.xrange(key, '-', '+'),
  };
  const found: unknown[] = [];
  for (const key of await redis.keys('*')) found.push([key, await read[await redis.type(key)]?.(key)]);
  return JSON.stringify(found);
}
