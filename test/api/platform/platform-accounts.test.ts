import { type Job, JobModel } from '../../../shared/jobs/job.model';
import { inMs } from '../../../shared/kernel/clock';
import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { Role } from '../../../shared/kernel/permissions';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { makeAccount, PASSWORD } from '../../factories/account';
import { makeSystemAdmin, makeTenant, withinTenant } from '../../factories/tenant';
import { endOf } from '../../support/finished-job';
import { temporaryPasswordIn, useMailbox } from '../../support/mailbox';
import { leaveNoPlatformMail } from '../../support/platform-mail';
import { useService } from '../../support/service';

leaveNoPlatformMail(); // before the service, whose connection it needs, is closed
const service = useService();
const mailbox = useMailbox();
const ACCOUNTS = '/api/users-admin';

let root: string;
beforeAll(async () => {
  root = await makeSystemAdmin();
  await mailbox.connect(PLATFORM_SCOPE);
});

const email = () => `${crypto.randomUUID()}@example.test`;
const call = (method: 'get' | 'post' | 'put', path = '', token = root) =>
  service().call(method, `${ACCOUNTS}${path}`, token);
const create = (body: object) => call('post').send({ fullName: 'Olga Ops', email: email(), ...body });
const signIn = (address: string, password = PASSWORD) =>
  service().call('post', '/api/auth/token').send({ email: address, password });

describe('a SystemAdmin without X-Tenant', () => {
  test('creates one with a password, who signs in without an organization and administers the platform', async () => {
    const created = await create({ password: PASSWORD });
    expect([created.status, created.body.roles, created.body.employeeId]).toEqual([201, ['SystemAdmin', 'User'], null]);
    expect(created.headers.location).toBe(`${ACCOUNTS}/${created.body.id}`);
    const { accessToken } = (await signIn(created.body.email)).body;
    expect((await service().call('get', '/api/tenants', accessToken)).status).toBe(200);
    const log = await service().call('get', `/api/audit-logs?entityId=${created.body.id}&pageSize=200`, root);
    const events = log.body.items.map(({ eventType }: { eventType: string }) => eventType);
    expect(events).toEqual(expect.arrayContaining(['user.created', 'auth.signed-in']));
  });

  test('without a password the account is mailed a temporary one', async () => {
    const { body } = await create({});
    await withinTenant(PLATFORM_SCOPE, async () => {
      const job = await JobModel.findOne({ 'payload.userId': body.id }).lean<Job>();
      if (job) await endOf(job);
    });
    const [mail] = mailbox.mailsTo(body.email);
    expect(mail?.text).toContain('http://localhost:3000/sign-in');
    const signedIn = await signIn(body.email, temporaryPasswordIn(mail));
    expect(signedIn.status).toBe(200);
    expect((await service().call('get', '/api/tenants', signedIn.body.accessToken)).body.errorCode).toBe(
      'PASSWORD_CHANGE_REQUIRED',
    );
  });

  test('lists them by name, and no account of an organization; with X-Tenant the other way round', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const tenant = await makeTenant();
    const theirs = await makeAccount(tenant.id, { fullName: `Theirs ${mark}` });
    const ours = (await create({ fullName: `Ours ${mark}` })).body;
    const ids = async (slug?: string) => {
      const request = call('get', `?search=${mark}`);
      const { body } = await (slug ? request.set('X-Tenant', slug) : request);
      return body.items.map(({ id }: { id: string }) => id);
    };
    expect(await ids()).toEqual([ours.id]);
    expect(await ids(tenant.slug)).toEqual([theirs.id]);
    expect((await call('get', `/${theirs.id}`)).status).toBe(404);
    expect((await call('get', `/${ours.id}`).set('X-Tenant', tenant.slug)).status).toBe(404);
  });

  test('edits, unlocks, resets two-factor authentication, lists and ends sessions, resets the password', async () => {
    const credential = { lockedUntil: inMs(60_000), failedSignIns: 3, twoFactorSecret: 'sealed' };
    const { id, email: address } = await makeAccount(PLATFORM_SCOPE, { roles: [Role.SystemAdmin], credential });
    expect((await call('put', `/${id}`).send({ fullName: 'Olga Second' })).body.fullName).toBe('Olga Second');
    expect((await call('post', `/${id}/unlock`)).body.lockedUntil).toBeNull();
    expect((await call('post', `/${id}/reset-two-factor`)).body.twoFactorEnabled).toBe(false);
    const { accessToken } = (await signIn(address)).body;
    expect((await call('get', `/${id}/sessions`)).body.totalCount).toBe(1);
    expect((await call('post', `/${id}/revoke-all-sessions`)).body).toEqual({ revoked: 1 });
    expect((await service().call('get', '/api/my-profile', accessToken)).status).toBe(401);
    const reset = await call('post', `/${id}/reset-password`);
    expect([reset.status, reset.body.email]).toEqual([200, address]);
    const job = await call('post', `/${id}/reset-password`).set('Prefer', 'respond-async');
    expect(job.status).toBe(202);
    expect((await service().call('get', String(job.headers.location), root)).body.type).toBe('comms.send-access');
  });

  test.each<[string, object, string]>([
    ['a role of organizations', { roles: ['TenantAdmin'] }, 'roles'],
    ['an employee', { employeeId: '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11' }, 'employeeId'],
    ['a common password', { password: 'Welcome123' }, 'password'],
  ])('%s is 400 VALIDATION', async (_case, fields, field) => {
    const answer = await create(fields);
    expect([answer.status, answer.body.validationErrors?.[0].field]).toEqual([400, field]);
  });

  test('a platform account that lost the role has no rights, on the platform and on any organization', async () => {
    const { id, email: address } = (await create({ password: PASSWORD })).body;
    const { accessToken } = (await signIn(address)).body;
    expect((await call('put', `/${id}`).send({ roles: [] })).body.roles).toEqual(['User']);
    const tenant = await makeTenant();
    for (const path of ['/api/tenants', ACCOUNTS, '/api/audit-logs'])
      expect([path, (await service().call('get', path, accessToken)).status]).toEqual([path, 403]);
    const acting = service().call('get', '/api/employees', accessToken).set('X-Tenant', tenant.slug);
    expect((await acting).status).toBe(403);
    expect((await service().call('get', '/api/my-profile', accessToken)).body.roles).toEqual(['User']);
  });

  test('roles of an organization stay out, and it keeps its own last TenantAdmin', async () => {
    const tenant = await makeTenant();
    for (const token of [tenant.hr, tenant.user]) expect((await call('get', '', token)).status).toBe(403);
    expect((await call('get', '', tenant.admin)).body.totalCount).toBe(3);
  });
});

describe('the last active SystemAdmin', () => {
  const platform = <T>(work: () => Promise<T>) => withinTenant(PLATFORM_SCOPE, work);
  const others = { roles: Role.SystemAdmin, isActive: true };
  let set: string[] = [];
  afterEach(() => platform(async () => UserModel.updateMany({ _id: { $in: set } }, { $set: { isActive: true } })));

  test('stays one: 409 CONFLICT, also for two at the same moment', async () => {
    const [first, second] = [(await create({ password: PASSWORD })).body, (await create({ password: PASSWORD })).body];
    const token: string = (await signIn(first.email)).body.accessToken;
    await platform(async () => {
      const rows = await UserModel.find({ ...others, _id: { $nin: [first.id, second.id] } })
        .select('_id')
        .lean();
      set = rows.map(({ _id }) => _id);
      await UserModel.updateMany({ _id: { $in: set } }, { $set: { isActive: false } });
    });
    const change = (id: string, body: object) => call('put', `/${id}`, token).send(body);
    const answers = await Promise.all([change(second.id, { roles: [] }), change(second.id, { isActive: false })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const body of [{ roles: [] }, { isActive: false }]) {
      const refused = await change(first.id, body);
      expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    }
    expect((await call('post', `/${first.id}/deactivate`, token)).status).toBe(409);
    await change(second.id, { roles: ['SystemAdmin'], isActive: true }).expect(200);
    const both = await Promise.all([change(first.id, { isActive: false }), change(second.id, { isActive: false })]);
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const left = await platform(async () => UserModel.countDocuments(others));
    expect(left).toBe(1);
  });

  test('has a credential that no answer shows', async () => {
    const { body } = await create({ password: PASSWORD });
    const stored = await platform(async () => CredentialModel.findById(body.id).lean());
    expect(stored?.passwordHash).toMatch(/^\$argon2id/);
    expect(JSON.stringify(body)).not.toContain('argon2');
  });
});
