import { Role } from '../../../shared/kernel/permissions';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { makeAccount } from '../../factories/account';
import { makeEmployee } from '../../factories/employee';
import { makeSystemAdmin, makeTenant, type TestTenant } from '../../factories/tenant';
import { temporaryPasswordIn, useMailbox } from '../../support/mailbox';
import { useService } from '../../support/service';

const service = useService();
const mailbox = useMailbox();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant({ name: 'Acme' });
  await mailbox.connect(tenant.id);
});

const employee = (fields: Parameters<typeof makeEmployee>[0] = {}) => tenant.within(() => makeEmployee(fields));
const invite = (id: string, token = tenant.hr) => service().call('post', `/api/employees/${id}/invite`, token);
const reset = (id: string, token = tenant.hr) => service().call('post', `/api/employees/${id}/reset-password`, token);
const signIn = (email: string, password: string) =>
  service().call('post', '/api/auth/token').send({ email, password, tenantSlug: tenant.slug });
const accountOf = (employeeId: string): Promise<User | null> =>
  tenant.within(async () => UserModel.findOne({ employeeId }).lean<User>());
const used = (userId: string) =>
  tenant.within(async () => CredentialModel.updateOne({ _id: userId }, { $set: { lastSignInAt: new Date() } }));

describe('POST /employees/{id}/invite', () => {
  test('creates an account with the role User, linked to the employee, and mails a temporary password', async () => {
    const { _id, email, fullName } = await employee({ firstName: 'Íñigo', lastName: 'Peña' });
    const answer = await invite(_id);
    const account = await accountOf(_id);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        userId: account?._id,
        email,
        sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        expiresAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(account).toMatchObject({ email, fullName, roles: ['User'], isActive: true });
    const [mail] = mailbox.mailsTo(email);
    expect(mail?.headers.get('subject')).toContain('Acme');
    expect(mail?.text).toContain(email);
    expect((await signIn(email, temporaryPasswordIn(mail))).status).toBe(200);
    const shown = (await service().call('get', `/api/employees/${_id}`, tenant.hr)).body;
    expect(shown.userId).toBe(account?._id);
  });

  test('inviting again, before anyone signed in, mails a new password and ends the first', async () => {
    const { _id, email } = await employee();
    expect([(await invite(_id)).status, (await invite(_id)).status]).toEqual([200, 200]);
    const [first, second] = mailbox.mailsTo(email).map(temporaryPasswordIn);
    expect(first).not.toBe(second);
    expect((await signIn(email, first ?? '')).status).toBe(401);
    const hasSignedIn = async (): Promise<boolean> =>
      (await service().call('get', `/api/employees/${_id}`, tenant.hr)).body.hasSignedIn;
    expect(await hasSignedIn()).toBe(false);
    expect((await signIn(email, second ?? '')).status).toBe(200);
    expect(await hasSignedIn()).toBe(true);
    const late = await invite(_id);
    expect([late.status, late.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect(late.body.errorMessage).toContain('reset-password');
  });

  test('links the account with the same address that belongs to no one, while it was never used', async () => {
    const own = await employee();
    const { id } = await makeAccount(tenant.id, { email: own.email });
    expect((await invite(own._id)).body.userId).toBe(id);
    expect((await accountOf(own._id))?._id).toBe(id);

    const other = await employee();
    await used((await makeAccount(tenant.id, { email: other.email })).id);
    expect((await invite(other._id)).status).toBe(409);
    expect(await accountOf(other._id)).toBeNull();
  });

  test.each<[string, () => Promise<string>]>([
    ['a Terminated employee', async () => (await employee({ status: EmployeeStatus.Terminated }))._id],
    [
      'an address whose account is another employee’s',
      async () => {
        const [first, other] = [await employee(), await employee()];
        await makeAccount(tenant.id, { email: first.email, employeeId: other._id });
        return first._id;
      },
    ],
    [
      'an account that is not active',
      async () => {
        const { _id, email } = await employee();
        const { id } = await makeAccount(tenant.id, { email, employeeId: _id });
        await tenant.within(async () => UserModel.updateOne({ _id: id }, { $set: { isActive: false } }));
        return _id;
      },
    ],
  ])('%s is 409 CONFLICT, and no mail goes out', async (_case, make) => {
    const id = await make();
    const before = mailbox.sink().mails.length;
    const answer = await invite(id);
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect(mailbox.sink().mails).toHaveLength(before);
  });

  test('an OnLeave employee has access too; two invitations at once make one account', async () => {
    const { _id, email } = await employee({ status: EmployeeStatus.OnLeave });
    const answers = await Promise.all([invite(_id), invite(_id)]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    const accounts = await tenant.within(async () => UserModel.find({ email }).lean());
    expect(accounts).toHaveLength(1);
    expect((await signIn(email, temporaryPasswordIn(mailbox.mailsTo(email).at(-1)))).status).toBe(200);
  });

  test('Prefer: respond-async is answered 202 with the job', async () => {
    const { _id, email } = await employee();
    const answer = await invite(_id).set('Prefer', 'respond-async');
    expect([answer.status, answer.body.type, answer.headers.location]).toEqual([
      202,
      'comms.send-access',
      `/api/jobs/${answer.body.id}`,
    ]);
    await service().call('get', `${answer.headers.location}/events`, tenant.hr);
    const job = (await service().call('get', answer.headers.location ?? '', tenant.hr)).body;
    expect([job.status, job.result.email, mailbox.mailsTo(email).length]).toEqual(['Succeeded', email, 1]);
  });
});

describe('POST /employees/{id}/reset-password', () => {
  test('mails a new temporary password, ends the sessions and a lock', async () => {
    const { _id, email } = await employee();
    const account = await makeAccount(tenant.id, { email, employeeId: _id, credential: { failedSignIns: 3 } });
    const { accessToken, refreshToken } = (await signIn(email, account.password).expect(200)).body;
    const answer = await reset(_id);
    expect([answer.status, answer.body.userId, answer.body.email]).toEqual([200, account.id, email]);
    expect((await service().call('get', '/api/my-profile', accessToken)).status).toBe(401);
    expect((await service().call('post', '/api/auth/refresh').send({ refreshToken })).status).toBe(401);
    expect((await signIn(email, account.password)).status).toBe(401);
    expect((await signIn(email, temporaryPasswordIn(mailbox.mailsTo(email)[0]))).status).toBe(200);
  });

  test('the account follows the email of its employee, if it had the old one', async () => {
    const { _id, email } = await employee();
    const { id } = await makeAccount(tenant.id, { email, employeeId: _id });
    const taken = (await makeAccount(tenant.id)).email;
    const change = (to: string, token = tenant.hr) =>
      service().call('put', `/api/employees/${_id}`, token).send({ email: to });
    const refused = await change(taken);
    expect([refused.status, refused.body.validationErrors]).toMatchObject([
      400,
      [{ field: 'email', message: expect.any(String) }],
    ]);
    const next = `next-${email}`;
    expect((await change(next)).status).toBe(200);
    expect((await accountOf(_id))?.email).toBe(next);
    expect((await reset(_id)).body.email).toBe(next);

    const own = { email: `own-${email}`, fullName: 'Own Address' };
    await tenant.within(async () => UserModel.updateOne({ _id: id }, { $set: own }));
    expect((await change(`third-${email}`)).status).toBe(200);
    expect((await accountOf(_id))?.email).toBe(own.email);

    // Whoever chooses the address of an administrator's account could have its password reset.
    const admin = await employee();
    await makeAccount(tenant.id, { email: admin.email, employeeId: admin._id, roles: [Role.TenantAdmin] });
    const moved = { email: `moved-${admin.email}` };
    expect((await service().call('put', `/api/employees/${admin._id}`, tenant.hr).send(moved)).status).toBe(403);
    expect((await service().call('put', `/api/employees/${admin._id}`, tenant.admin).send(moved)).status).toBe(200);
  });

  test('the last active TenantAdmin cannot leave, also when two leave at once', async () => {
    const own = await makeTenant();
    const people = await own.within(async () => [await makeEmployee(), await makeEmployee()]);
    for (const { _id, email } of people)
      await makeAccount(own.id, { email, employeeId: _id, roles: [Role.TenantAdmin] });
    await own.within(async () =>
      UserModel.updateMany({ roles: Role.TenantAdmin, employeeId: null }, { $set: { roles: [Role.User] } }),
    );
    const operator = await makeSystemAdmin();
    const asAdmin = (method: 'put' | 'delete', id: string) =>
      service().call(method, `/api/employees/${id}`, operator).set('X-Tenant', own.slug);
    const leave = (id: string) => asAdmin('put', id).send({ status: 'Terminated' });
    const answers = await Promise.all(people.map(({ _id }) => leave(_id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stays = people[answers.findIndex(({ status }) => status === 409)]?._id ?? '';
    const gone = await asAdmin('delete', stays);
    expect([gone.status, gone.body.errorCode]).toEqual([409, 'CONFLICT']);
    expect((await service().call('get', `/api/employees/${stays}`, own.hr)).body.status).toBe('Active');
  });

  test('an account that an administrator deactivated is not activated by an invitation', async () => {
    const { _id, email } = await employee();
    const { id } = await makeAccount(tenant.id, { email, employeeId: _id });
    await service().call('post', `/api/users-admin/${id}/deactivate`, tenant.admin).expect(200);
    for (const status of ['Terminated', 'Active'])
      await service().call('put', `/api/employees/${_id}`, tenant.hr).send({ status }).expect(200);
    expect((await invite(_id)).status).toBe(409);
    const shown = await service().call('get', `/api/users-admin/${id}`, tenant.admin);
    expect(shown.body).toMatchObject({ isActive: false, deactivatedBecause: 'Administrator' });
  });

  test.each<[string, () => Promise<string>]>([
    ['without an account', async () => (await employee())._id],
    [
      'a Terminated employee',
      async () => {
        const { _id, email } = await employee({ status: EmployeeStatus.Terminated });
        await makeAccount(tenant.id, { email, employeeId: _id });
        return _id;
      },
    ],
  ])('%s: 409 CONFLICT', async (_case, make) => {
    const answer = await reset(await make());
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'CONFLICT']);
  });
});

describe('who may', () => {
  test('an HRManager cannot take over a TenantAdmin’s account: 403 without body; a TenantAdmin resets it', async () => {
    const { _id, email } = await employee();
    await makeAccount(tenant.id, { email, employeeId: _id, roles: [Role.TenantAdmin] });
    for (const refused of [await invite(_id), await reset(_id)])
      expect([refused.status, refused.text]).toEqual([403, '']);
    expect(mailbox.mailsTo(email)).toEqual([]);
    expect((await reset(_id, tenant.admin)).status).toBe(200);
  });

  test('an HRManager cannot end or delete the employee of a TenantAdmin; a TenantAdmin can', async () => {
    const { _id, email } = await employee();
    await makeAccount(tenant.id, { email, employeeId: _id, roles: [Role.TenantAdmin] });
    const path = `/api/employees/${_id}`;
    const end = (token: string) => service().call('put', path, token).send({ status: 'Terminated' });
    for (const refused of [await end(tenant.hr), await service().call('delete', path, tenant.hr)])
      expect([refused.status, refused.text]).toEqual([403, '']);
    expect((await service().call('get', path, tenant.hr)).body.status).toBe('Active');
    expect((await end(tenant.admin)).status).toBe(200);
  });

  test('users 403, no one 401, another tenant’s and deleted employees 404', async () => {
    const { _id } = await employee();
    const other = await makeTenant();
    for (const act of [invite, reset]) {
      const user = await act(_id, tenant.user);
      expect([user.status, user.text]).toEqual([403, '']);
      expect((await act(_id, other.hr)).status).toBe(404);
      expect((await act('x')).status).toBe(404);
    }
    expect((await service().call('post', `/api/employees/${_id}/invite`)).status).toBe(401);
    await tenant.within(async () => EmployeeModel.updateOne({ _id }, { $set: { isDeleted: true } }));
    expect([(await invite(_id)).status, (await reset(_id)).status]).toEqual([404, 404]);
    expect(await accountOf(_id)).toBeNull();
  });
});
