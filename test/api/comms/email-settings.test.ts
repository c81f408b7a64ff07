import { EmailSettingsModel } from '../../../shared/comms/email-settings.model';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { makeAccount } from '../../factories/account';
import { makeSystemAdmin, makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { useService } from '../../support/service';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink';

const service = useService({ worker: false });
const PATH = '/api/email-settings';
const PLATFORM_PATH = '/api/platform-settings/email';

let tenant: TestTenant;
let systemAdmin: string;
let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink();
  systemAdmin = await makeSystemAdmin();
  await makeAccount(PLATFORM_SCOPE, { email: 'ana@example.test' });
});
beforeEach(async () => {
  tenant = await makeTenant({ locale: 'en' });
  await makeAccount(tenant.id, { email: 'ana@example.test' });
  sink.behavior = {};
  sink.mails.length = 0;
});
afterEach(() => withinTenant(PLATFORM_SCOPE, () => EmailSettingsModel.deleteMany({}).exec()));
afterAll(() => sink.close());

const save = (body: object, path = PATH, token = tenant.admin) => service().call('put', path, token).send(body);
const read = (path = PATH, token = tenant.admin) => service().call('get', path, token);
const sendTest = (path = PATH, token = tenant.admin) =>
  service().call('post', `${path}/send-test`, token).send({ to: ' Ana@Example.test ' });
const server = (more: object = {}): object => ({
  host: '127.0.0.1',
  port: sink.port,
  fromAddress: 'people@example.test',
  ...more,
});
const SECRET = 'a-very-secret-password';

describe('email settings of the organization and of the platform', () => {
  test('before the first save everything is empty, and it is said where mails go', async () => {
    const answer = await read();
    expect([answer.status, answer.headers.etag]).toEqual([200, expect.stringMatching(/^"0-/)]);
    expect(answer.body).toEqual({
      provider: 'Smtp',
      host: null,
      port: null,
      secure: false,
      user: null,
      hasPassword: false,
      fromName: null,
      fromAddress: null,
      inUse: 'Outbox',
      updatedAt: null,
      revision: 0,
    });
  });

  test('saved settings are read back without the password; absent stays, null clears, a stale If-Match is 412', async () => {
    const saved = await save(server({ user: 'mailer', password: SECRET, fromName: 'People team' })).set(
      'If-Match',
      '"0"',
    );
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({ user: 'mailer', hasPassword: true, inUse: 'Own', revision: 1 });
    expect(saved.text).not.toContain(SECRET);
    const stale = await save({ fromName: 'X' }).set('If-Match', '"0"');
    expect([stale.status, stale.body.errorCode]).toEqual([412, 'PRECONDITION_FAILED']);
    const edited = await save({ fromName: null }).set('If-Match', saved.headers.etag ?? '');
    expect(edited.body).toMatchObject({
      fromName: null,
      fromAddress: 'people@example.test',
      hasPassword: true,
      revision: 2,
    });
    const cleared = await save({ user: null, password: null, host: null });
    expect(cleared.body).toMatchObject({ host: null, hasPassword: false, inUse: 'Outbox' });
  });

  test('the password is encrypted at rest and found in no answer and no audit entry', async () => {
    await save(server({ user: 'mailer', password: SECRET }));
    const stored = await tenant.within(() => EmailSettingsModel.findById(tenant.id).lean());
    expect(stored?.sealedPassword).toMatch(/^v1\./);
    expect(JSON.stringify(stored)).not.toContain(SECRET);
    const entries = await tenant.within(() => AuditLogModel.find({ eventType: 'settings.updated' }).lean());
    expect(entries[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'host', before: null, after: '127.0.0.1', person: null },
        { field: 'passwordSet', before: null, after: true, person: null },
      ]),
    );
    expect(JSON.stringify(entries)).not.toContain(SECRET);
  });

  test('the password is given again when host, port or user change: else a changed host would receive it', async () => {
    await save(server({ user: 'mailer', password: SECRET }));
    for (const change of [{ host: '127.0.0.2' }, { port: sink.port + 1 }, { user: 'other' }]) {
      const refused = await save(change);
      expect([refused.status, refused.body.validationErrors?.[0]?.field]).toEqual([400, 'password']);
    }
    expect((await save({ host: 'localhost', password: SECRET })).status).toBe(200);
  });

  test.each([
    ['a host without port', { host: 'smtp.example.test', fromAddress: 'a@b.test' }, 'port'],
    ['a host without sender', { host: 'smtp.example.test', port: 587 }, 'fromAddress'],
    ['a user without password', { user: 'mailer' }, 'password'],
    ['a password without user', { password: 'x' }, 'user'],
    ['a host that is an address of a page', { host: 'https://example.test/' }, 'host'],
    ['a host with a line end', { host: 'smtp.example.test\r\nX: 1' }, 'host'],
    ['a port out of range', { port: 70_000 }, 'port'],
    ['another provider', { provider: 'Sendmail' }, 'provider'],
    ['a sender that is no address', { fromAddress: 'nobody' }, 'fromAddress'],
    ['a sender with a header in it', { fromAddress: 'a@b.test\r\nBcc: c@d.test' }, 'fromAddress'],
  ])('bad input: %s is 400 VALIDATION', async (_what, body, field) => {
    const answer = await save(body);
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map((error: { field: string }) => error.field)).toContain(field);
  });

  test('mails go by the organization’s server, else by the platform’s', async () => {
    const platform = await save(server({ fromAddress: 'platform@example.test' }), PLATFORM_PATH, systemAdmin);
    expect(platform.body).toMatchObject({ inUse: 'Platform', host: '127.0.0.1' });
    const entries = await withinTenant(PLATFORM_SCOPE, () =>
      AuditLogModel.find({ eventType: 'settings.updated' }).sort({ sequence: -1 }).lean(),
    );
    expect(entries[0]?.entityId).toBeNull();
    expect((await read()).body).toMatchObject({ host: null, inUse: 'Platform' });
    await sendTest();
    await save(server({ fromName: 'Own' }));
    await sendTest();
    expect(sink.mails.map((mail) => [mail.from, mail.to[0]])).toEqual([
      ['platform@example.test', 'ana@example.test'],
      ['people@example.test', 'ana@example.test'],
    ]);
    expect(sink.mails.map((mail) => mail.headers.get('from'))).toEqual([
      `"Tenant ${tenant.slug}" <platform@example.test>`,
      'Own <people@example.test>',
    ]);
  });

  test('send-test reports the mail server’s answer', async () => {
    await save(server());
    const answer = await sendTest();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      accepted: ['ana@example.test'],
      response: expect.stringMatching(/^250/),
      messageId: sink.mails[0]?.headers.get('message-id'),
    });
    expect(sink.mails[0]?.headers.get('subject')).toBe('Test email');
  });

  test('send-test: a mail server that does not take it is 409 in its own words, never a 500', async () => {
    await save(server());
    sink.behavior = { recipient: () => 550 };
    const refused = await sendTest();
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect(refused.body.errorMessage).toContain('550 ana@example.test is not taken');
    const gone = await startSmtpSink();
    await gone.close();
    await save({ port: gone.port });
    const unreachable = await sendTest();
    expect([unreachable.status, unreachable.body.errorMessage]).toEqual([
      409,
      expect.stringContaining('refused the email'),
    ]);
  });

  test('send-test goes to accounts alone, ten times an hour for each account', async () => {
    const sendTo = (to: string, token = tenant.admin) =>
      service().call('post', `${PATH}/send-test`, token).send({ to });
    const { email: own } = (await service().call('get', '/api/my-profile', tenant.admin)).body;
    const foreign = (await makeAccount((await makeTenant()).id)).email;
    for (const to of [foreign, 'nobody@example.test', 'ana+x@example.test']) {
      const refused = await sendTo(to);
      expect([refused.status, refused.body.validationErrors[0].field]).toEqual([400, 'to']);
    }
    const tries: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) tries.push((await sendTo(own)).status);
    expect(tries).toEqual([...Array(10).fill(200), 429]);
    const limited = await sendTo(own);
    expect([limited.body.errorCode, Number(limited.headers['retry-after']) > 3_000]).toEqual(['RATE_LIMITED', true]);
    const another = await makeTenant();
    const other = (await service().call('get', '/api/my-profile', another.admin)).body.email;
    expect((await sendTo(other, another.admin)).status).toBe(200);
  });

  test('a platform account sends tests to platform accounts, not to those of an organization', async () => {
    const ofTenant = (await makeAccount(tenant.id)).email;
    const sendTo = (to: string) =>
      service().call('post', `${PATH}/send-test`, systemAdmin).set('X-Tenant', tenant.slug).send({ to });
    expect((await sendTo(ofTenant)).status).toBe(400);
    expect((await sendTo((await makeAccount(PLATFORM_SCOPE)).email)).status).toBe(200);
  });

  test('send-test without a server writes to the outbox in development', async () => {
    const answer = await sendTest();
    expect(answer.body.response).toMatch(/\.eml$/);
    expect(answer.body.response).not.toContain('/');
  });

  test('who may: TenantAdmin for the organization, SystemAdmin for the platform; no secret crosses tenants', async () => {
    for (const token of [tenant.hr, tenant.user])
      expect([(await read(PATH, token)).status, (await read(PLATFORM_PATH, token)).status]).toEqual([403, 403]);
    expect((await read(PLATFORM_PATH, tenant.admin)).status).toBe(403);
    expect((await service().call('get', PATH)).status).toBe(401);
    await save(server({ user: 'mailer', password: SECRET }));
    const other = await makeTenant();
    expect((await read(PATH, other.admin)).body).toMatchObject({ host: null, user: null, hasPassword: false });
    expect((await read(PLATFORM_PATH, systemAdmin)).body).toMatchObject({ host: null, user: null });
    const named = await service().call('get', PATH, systemAdmin).set('X-Tenant', tenant.slug);
    expect(named.body).toMatchObject({ user: 'mailer', hasPassword: true });
  });
});
