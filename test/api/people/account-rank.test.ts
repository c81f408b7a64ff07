import type { ImportResult } from '../../../shared/jobs/import-result';
import { Role } from '../../../shared/kernel/permissions';
import { type Employee, EmployeeModel } from '../../../shared/people/employee.model';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { makeAccount, PASSWORD } from '../../factories/account';
import { makeEmployee } from '../../factories/employee';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { csvImport } from '../../support/csv-import';
import { useService } from '../../support/service';

// Whoever chooses the email, the employee or the credentials of an account can sign in as it.

const service = useService();
let tenant: TestTenant;
let bearer: string;
beforeAll(async () => {
  tenant = await makeTenant();
  const made = await service().call('post', '/api/integrations/scim-tokens', tenant.admin).send({ name: 'Entra ID' });
  bearer = made.body.token;
});

const importing = (by: () => string) => csvImport<ImportResult>(service, '/api/employees/import-csv', by).imported;
const account = (id: string) => tenant.within(() => UserModel.findById(id).lean<User>());
const employeeOf = (id: string) => tenant.within(() => EmployeeModel.findById(id).lean<Employee>());
const scim = (method: 'post' | 'patch' | 'delete', path: string, body: object) =>
  service().call(method, `/scim/v2${path}`, bearer).send(body);
const newUser = (userName: string) => ({ userName, name: { givenName: 'Ana', familyName: 'Gil' } });
const rename = (id: string, email: string, by: string) =>
  service().call('put', `/api/employees/${id}`, by).send({ email });

/** An employee whose account has these roles and was used. */
async function tied(...roles: Role[]): Promise<{ id: string; email: string; employeeId: string }> {
  const { _id: employeeId, email } = await tenant.within(() => makeEmployee());
  const { id } = await makeAccount(tenant.id, { email, employeeId, roles: [...roles, Role.User] });
  await tenant.within(async () => CredentialModel.updateOne({ _id: id }, { $set: { lastSignInAt: new Date() } }));
  return { id, email, employeeId };
}

const RANKS = [Role.TenantAdmin, Role.HRManager];

describe.each(RANKS)('the account of a %s', (role) => {
  test('is tied by its email to whom a TenantAdmin creates or imports, and by no one else', async () => {
    const make = () => makeAccount(tenant.id, { roles: [role, Role.User] });
    const [provisioned, created, imported, chosen, read] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
    ];
    await scim('post', '/Users', newUser(provisioned.email)).expect(201);
    const create = (email: string, by: string) =>
      service().call('post', '/api/employees', by).send({ firstName: 'Ana', lastName: 'Gil', email }).expect(201);
    await create(created.email, tenant.hr);
    const file = (email: string) => `firstname,lastname,email\nAna,Gil,${email}\n`;
    expect((await importing(() => tenant.hr)(file(imported.email))).created).toBe(1);
    for (const { id } of [provisioned, created, imported]) expect((await account(id))?.employeeId).toBeNull();
    const ofAdmin = (await create(chosen.email, tenant.admin)).body.id;
    const row = (await importing(() => tenant.admin)(file(read.email))).rows[0];
    expect([(await account(chosen.id))?.employeeId, (await account(read.id))?.employeeId]).toEqual([
      ofAdmin,
      row?.employeeId,
    ]);
  });

  test('keeps its email when an identity provider changes the employee’s, which a TenantAdmin sees', async () => {
    const { id, email, employeeId } = await tied(role);
    const moved = `moved-${email}`;
    const Operations = [{ op: 'replace', path: 'userName', value: moved }];
    const answer = await scim('patch', `/Users/${employeeId}`, { Operations });
    expect([answer.status, answer.body.userName]).toEqual([200, moved]);
    expect([(await employeeOf(employeeId))?.email, (await account(id))?.email]).toEqual([moved, email]);
    const shown = await service().call('get', `/api/users-admin/${id}`, tenant.admin);
    expect(shown.body).toMatchObject({ email, employeeEmail: moved });
  });

  test('is not taken by an email that an identity provider gives to someone else', async () => {
    const { id, email } = await makeAccount(tenant.id, { roles: [role, Role.User] });
    const { _id } = await tenant.within(() => makeEmployee());
    const Operations = [{ op: 'replace', path: 'emails[type eq "work"].value', value: email }];
    await scim('patch', `/Users/${_id}`, { Operations }).expect(200);
    expect(await account(id)).toMatchObject({ email, employeeId: null });
  });

  test('is not for an HRManager to move, invite or reset: 403 without body; a TenantAdmin may', async () => {
    const { id, email, employeeId } = await tied(role);
    const ask = (what: string, by: string) => service().call('post', `/api/employees/${employeeId}/${what}`, by);
    for (const refused of [
      await rename(employeeId, `moved-${email}`, tenant.hr),
      await ask('invite', tenant.hr),
      await ask('reset-password', tenant.hr),
    ])
      expect([refused.status, refused.text]).toEqual([403, '']);
    expect([(await employeeOf(employeeId))?.email, (await account(id))?.email]).toEqual([email, email]);
    await rename(employeeId, `moved-${email}`, tenant.admin).expect(200);
    expect((await account(id))?.email).toBe(`moved-${email}`);
    expect((await ask('reset-password', tenant.admin)).status).toBe(200);
  });
});

test('an HRManager moves their own account, ends another HRManager, and an identity provider ends anybody', async () => {
  const own = await tied(Role.HRManager);
  const body = { email: own.email, password: PASSWORD, tenantSlug: tenant.slug };
  const { accessToken } = (await service().call('post', '/api/auth/token').send(body).expect(200)).body;
  await rename(own.employeeId, `moved-${own.email}`, accessToken).expect(200);
  expect((await account(own.id))?.email).toBe(`moved-${own.email}`);

  const colleague = await tied(Role.HRManager);
  const end = { status: 'Terminated' };
  await service().call('put', `/api/employees/${colleague.employeeId}`, tenant.hr).send(end).expect(200);
  const admin = await tied(Role.TenantAdmin);
  await scim('patch', `/Users/${admin.employeeId}`, {
    Operations: [{ op: 'replace', path: 'active', value: false }],
  }).expect(200);
  for (const { id } of [colleague, admin]) expect((await account(id))?.isActive).toBe(false);
});
