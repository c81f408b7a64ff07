import { inMs } from '../../../shared/kernel/clock';
import { Role } from '../../../shared/kernel/permissions';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { makeAccount, PASSWORD } from '../../factories/account';
import { makeEmployee } from '../../factories/employee';
import { makeSystemAdmin, makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const email = () => `${crypto.randomUUID()}@example.test`;
const create = (body: object, token = tenant.admin) => service().call('post', '/api/users-admin', token).send(body);
const act = (id: string, action: string, token = tenant.admin) =>
  service().call('post', `/api/users-admin/${id}/${action}`, token);
const edit = (id: string, body: object, token = tenant.admin) =>
  service().call('put', `/api/users-admin/${id}`, token).send(body);
const tokenOf = async (account: { email: string }, own = tenant): Promise<string> => {
  const body = { email: account.email, password: PASSWORD, tenantSlug: own.slug };
  return (await service().call('post', '/api/auth/token').send(body).expect(200)).body.accessToken;
};
const employeeWith = async (address: string): Promise<string> =>
  (await tenant.within(() => makeEmployee({ email: address, firstName: 'Eva', lastName: 'Ruiz' })))._id;

describe('users of the tenant', () => {
  test('create answers 201, links the employee with the same email, and the user can sign in', async () => {
    const address = email();
    const employeeId = await employeeWith(address);
    const body = {
      email: ` ${address.toUpperCase()} `,
      fullName: ' Eva Ruiz ',
      roles: ['HRManager'],
      password: PASSWORD,
    };
    const answer = await create(body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      email: address,
      fullName: 'Eva Ruiz',
      roles: ['HRManager', 'User'],
      isActive: true,
      deactivatedBecause: null,
      employeeId,
      employee: 'Eva Ruiz',
      employeeEmail: address,
      lockedUntil: null,
      twoFactorEnabled: false,
      mustChangePassword: false,
      lastSignInAt: null,
      ssoIssuer: null,
      mayUsePassword: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      revision: 0,
    });
    expect(answer.headers.location).toBe(`/api/users-admin/${answer.body.id}`);
    expect(await tokenOf({ email: address })).toEqual(expect.any(String));
    const read = await service().call('get', `/api/users-admin/${answer.body.id}`, tenant.admin);
    expect(read.body.lastSignInAt).toMatch(/Z$/);
    expect(JSON.stringify(read.body)).not.toContain('argon2');
  });

  test('employeeId: null links no one; a linked employee is 409 for another account, and is not linked by email', async () => {
    const address = email();
    const employeeId = await employeeWith(address);
    expect((await create({ email: address, fullName: 'A', employeeId: null })).body.employeeId).toBeNull();
    expect((await create({ email: email(), fullName: 'B', employeeId })).body.employeeId).toBe(employeeId);
    const taken = await create({ email: email(), fullName: 'C', employeeId });
    expect([taken.status, taken.body.errorCode]).toEqual([409, 'CONFLICT']);
  });

  test('no active account for someone Terminated, by id, by email or by an edit', async () => {
    const address = email();
    const left = await tenant.within(() =>
      makeEmployee({ email: address, status: EmployeeStatus.Terminated, terminationDate: '2025-01-31' }),
    );
    const account = await makeAccount(tenant.id);
    for (const answer of [
      await create({ email: email(), fullName: 'A', employeeId: left._id }),
      await create({ email: address, fullName: 'B' }),
      await edit(account.id, { employeeId: left._id }),
    ]) {
      expect([answer.status, answer.body.errorCode]).toEqual([409, 'CONFLICT']);
      expect(answer.body.errorMessage).toContain('Terminated');
    }
    await edit(account.id, { isActive: false }).expect(200);
    await edit(account.id, { employeeId: left._id }).expect(200);
  });

  test('the email is unique in the tenant, not beyond it', async () => {
    const address = email();
    await create({ email: address, fullName: 'A' }).expect(201);
    const again = await create({ email: address.toUpperCase(), fullName: 'B' });
    expect([again.status, again.body.errorCode]).toEqual([409, 'CONFLICT']);
    const other = await makeTenant();
    await create({ email: address, fullName: 'C' }, other.admin).expect(201);
  });

  test.each<[string, object, string]>([
    ['SystemAdmin as a role', { roles: ['SystemAdmin'] }, 'roles'],
    ['an unknown role', { roles: ['Boss'] }, 'roles[0]'],
    ['roles as text', { roles: 'HRManager' }, 'roles'],
    ['no name', { fullName: undefined }, 'fullName'],
    ['a malformed email', { email: 'x' }, 'email'],
    ['a common password', { password: 'Welcome123' }, 'password'],
    ['an unknown employee', { employeeId: '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11' }, 'employeeId'],
  ])('%s is 400 VALIDATION on the field', async (_case, fields, field) => {
    const answer = await create({ email: email(), fullName: 'Ana', ...fields });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors).toMatchObject([{ field, message: expect.any(String) }]);
  });

  test('the organization may ask for longer passwords', async () => {
    const own = await makeTenant();
    await service().call('put', '/api/tenant-settings', own.admin).send({ minPasswordLength: 30 }).expect(200);
    const answer = await create({ email: email(), fullName: 'Ana', password: PASSWORD }, own.admin);
    expect(answer.body.validationErrors).toMatchObject([
      { field: 'password', message: 'must have at least 30 characters' },
    ]);
  });

  test('list and search; another tenant’s users are 404, in all actions', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const { id } = (await create({ email: email(), fullName: `Íñigo ${mark}` })).body;
    const found = await service().call('get', `/api/users-admin?search=inigo+${mark}`, tenant.admin);
    expect(found.body).toMatchObject({ items: [{ id }], totalCount: 1, page: 1, pageSize: 50, totalPages: 1 });
    const filtered = async (query: string) =>
      (await service().call('get', `/api/users-admin?search=${mark}&${query}`, tenant.admin)).body.totalCount;
    expect([await filtered('role=User'), await filtered('role=HRManager')]).toEqual([1, 0]);
    expect([await filtered('isActive=true'), await filtered('isActive=false')]).toEqual([1, 0]);
    expect((await service().call('get', '/api/users-admin?role=Boss', tenant.admin)).status).toBe(400);
    const other = await makeTenant();
    const answers = [
      await service().call('get', `/api/users-admin/${id}`, other.admin),
      await edit(id, { fullName: 'Stolen' }, other.admin),
      ...(await Promise.all(
        ['activate', 'deactivate', 'unlock', 'revoke-all-sessions', 'reset-password', 'reset-two-factor'].map(
          (action) => act(id, action, other.admin),
        ),
      )),
      await service().call('get', `/api/users-admin/${id}/sessions`, other.admin),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(Array(answers.length).fill(404));
    expect((await service().call('get', `/api/users-admin/${id}`, tenant.admin)).body.fullName).toBe(`Íñigo ${mark}`);
  });

  test('only a TenantAdmin: 401 and 403 without body', async () => {
    expect((await service().call('get', '/api/users-admin')).status).toBe(401);
    for (const token of [tenant.hr, tenant.user]) {
      const refused = await service().call('get', '/api/users-admin', token);
      expect([refused.status, refused.text]).toEqual([403, '']);
    }
  });

  test('edit: absent stays, If-Match holds, search follows the new name', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const { id } = (await create({ email: email(), fullName: 'Before', roles: ['HRManager'] })).body;
    const edited = await edit(id, { fullName: `After ${mark}` });
    expect([edited.status, edited.body.roles]).toEqual([200, ['HRManager', 'User']]);
    expect((await edit(id, {}).set('If-Match', '"0"')).status).toBe(412);
    const found = await service().call('get', `/api/users-admin?search=${mark}`, tenant.admin);
    expect(found.body.totalCount).toBe(1);
  });
});

describe('changes reach tokens in use', () => {
  test('demoted: 403 at once', async () => {
    const account = await makeAccount(tenant.id, { roles: [Role.HRManager] });
    const token = await tokenOf(account);
    expect((await service().call('get', '/api/departments', token)).status).toBe(200);
    await edit(account.id, { roles: [] }).expect(200);
    expect((await service().call('get', '/api/departments', token)).status).toBe(403);
    await edit(account.id, { roles: ['HRManager'] }).expect(200);
    expect((await service().call('get', '/api/departments', token)).status).toBe(200);
  });

  test('deactivated: 401 at once, no sign-in, and the old token stays dead after activation', async () => {
    const account = await makeAccount(tenant.id);
    const token = await tokenOf(account);
    expect((await act(account.id, 'deactivate')).body.isActive).toBe(false);
    const profile = () => service().call('get', '/api/my-profile', token);
    expect((await profile()).status).toBe(401);
    const body = { email: account.email, password: PASSWORD, tenantSlug: tenant.slug };
    expect((await service().call('post', '/api/auth/token').send(body)).body.errorCode).toBe('INVALID_CREDENTIALS');
    expect((await act(account.id, 'activate')).body.isActive).toBe(true);
    expect((await profile()).status).toBe(401);
    expect(await tokenOf(account)).toEqual(expect.any(String));
  });

  test('sessions: listed without secrets, revoked all at once', async () => {
    const account = await makeAccount(tenant.id);
    const tokens = [await tokenOf(account), await tokenOf(account)];
    const sessions = await service().call('get', `/api/users-admin/${account.id}/sessions`, tenant.admin);
    expect([sessions.body.totalCount, Object.keys(sessions.body.items[0]).sort()]).toEqual([
      2,
      ['createdAt', 'expiresAt', 'id', 'ip', 'isCurrent', 'lastSeenAt', 'refreshedAt', 'ssoIssuer', 'userAgent'],
    ]);
    const revoked = await act(account.id, 'revoke-all-sessions');
    expect([revoked.status, revoked.body]).toEqual([200, { revoked: 2 }]);
    for (const token of tokens) expect((await service().call('get', '/api/my-profile', token)).status).toBe(401);
    const left = await service().call('get', `/api/users-admin/${account.id}/sessions`, tenant.admin);
    expect(left.body.totalCount).toBe(0);
  });

  test('unlock ends the lock', async () => {
    const account = await makeAccount(tenant.id, { credential: { lockedUntil: inMs(60_000), failedSignIns: 3 } });
    const shown = await service().call('get', `/api/users-admin/${account.id}`, tenant.admin);
    expect(shown.body.lockedUntil).toMatch(/Z$/);
    expect((await act(account.id, 'unlock')).body.lockedUntil).toBeNull();
    expect(await tokenOf(account)).toEqual(expect.any(String));
    const credential = await tenant.within(() => CredentialModel.findById(account.id).lean());
    expect(credential?.failedSignIns).toBe(0);
  });
});

describe('two-factor authentication of a user', () => {
  test('is shown, and reset for one who has lost the device: the password alone signs in again', async () => {
    const account = await makeAccount(tenant.id, { credential: { twoFactorSecret: 'sealed' } });
    const read = async () => (await service().call('get', `/api/users-admin/${account.id}`, tenant.admin)).body;
    expect((await read()).twoFactorEnabled).toBe(true);
    const reset = await act(account.id, 'reset-two-factor');
    expect([reset.status, reset.body.twoFactorEnabled]).toEqual([200, false]);
    expect(JSON.stringify(reset.body)).not.toContain('sealed');
    expect(await tokenOf(account)).toEqual(expect.any(String));
  });
});

describe('the last TenantAdmin', () => {
  const twoAdmins = async () => {
    const own = await makeTenant();
    const system = await makeSystemAdmin();
    const { items } = (await service().call('get', '/api/users-admin', own.admin)).body;
    const first: string = items.find((user: { roles: string[] }) => user.roles.includes('TenantAdmin')).id;
    const second = (await makeAccount(own.id, { roles: [Role.TenantAdmin] })).id;
    const change = (id: string, body: object) => edit(id, body, system).set('X-Tenant', own.slug);
    return { first, second, change };
  };

  test('can neither be demoted nor deactivated: 409 CONFLICT, and stays', async () => {
    const { first, second, change } = await twoAdmins();
    expect((await change(second, { roles: ['HRManager'] })).status).toBe(200);
    for (const body of [{ roles: [] }, { isActive: false }, { roles: ['HRManager'], isActive: false }]) {
      const refused = await change(first, body);
      expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    }
    const kept = await change(first, { fullName: 'Still here' });
    expect([kept.status, kept.body.roles, kept.body.isActive]).toEqual([200, ['TenantAdmin', 'User'], true]);
  });

  test('an inactive TenantAdmin does not count', async () => {
    const { first, second, change } = await twoAdmins();
    expect((await change(second, { isActive: false })).status).toBe(200);
    expect((await change(first, { isActive: false })).status).toBe(409);
  });

  test('two admins demoted at the same moment: one of them stays, in every round', async () => {
    const { first, second, change } = await twoAdmins();
    for (let round = 0; round < 8; round++) {
      const answers = await Promise.all([change(first, { roles: [] }), change(second, { isActive: false })]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      await change(first, { roles: ['TenantAdmin'] }).expect(200);
      await change(second, { isActive: true }).expect(200);
    }
  });
});
