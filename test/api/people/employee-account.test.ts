import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import type { ImportResult } from '../../../shared/jobs/import-result';
import { Role } from '../../../shared/kernel/permissions';
import { CredentialModel } from '../../../shared/platform/accounts/credential.model';
import { Deactivation, type User, UserModel } from '../../../shared/platform/accounts/user.model';
import { makeAccount } from '../../factories/account';
import { makeEmployee } from '../../factories/employee';
import { makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { csvImport } from '../../support/csv-import';
import { useService } from '../../support/service';

const service = useService();
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});

const { imported } = csvImport<ImportResult>(service, '/api/employees/import-csv', () => tenant.hr);
const create = async (email: string, by = tenant.hr): Promise<string> => {
  const person = { firstName: 'Ana', lastName: 'Gil', email };
  return (await service().call('post', '/api/employees', by).send(person).expect(201)).body.id;
};
const account = (id: string) => tenant.within(() => UserModel.findById(id).lean<User>());
const change = (id: string, fields: object) => tenant.within(async () => UserModel.updateOne({ _id: id }, fields));
const changesOf = async (id: string): Promise<unknown> => {
  const path = `/api/audit-logs?entityId=${id}&eventType=user.updated`;
  const { items } = (await service().call('get', path, tenant.admin)).body;
  return items.map(({ changes, actorType }: { changes: unknown; actorType: string }) => ({ changes, actorType }));
};
const tied = (to: string) => [{ changes: [{ field: 'employeeId', before: null, after: to }], actorType: 'User' }];

describe('an account that is older than its employee', () => {
  test('is theirs once the employee is created: roles stay, and an invitation is for those who never signed in', async () => {
    const { id, email } = await makeAccount(tenant.id, { roles: [Role.TenantAdmin, Role.User] });
    await tenant.within(async () => CredentialModel.updateOne({ _id: id }, { $set: { lastSignInAt: new Date() } }));
    const employeeId = await create(email.toUpperCase(), tenant.admin);
    expect(await account(id)).toMatchObject({
      employeeId,
      roles: ['TenantAdmin', 'User'],
      isActive: true,
      revision: 1,
    });
    expect((await service().call('get', `/api/employees/${employeeId}`, tenant.hr)).body.userId).toBe(id);
    expect(await changesOf(id)).toEqual(tied(employeeId));
    const invited = await service().call('post', `/api/employees/${employeeId}/invite`, tenant.admin);
    expect([invited.status, invited.body.errorMessage]).toEqual([409, expect.stringContaining('reset-password')]);
  });

  test('is theirs once they are imported', async () => {
    const { id, email } = await makeAccount(tenant.id);
    const result = await imported(`firstname,lastname,email\nAna,Gil,${email}\nLuis,Gil,luis.gil@x.example\n`);
    const employeeId = result.rows[0]?.employeeId;
    expect([result.created, (await account(id))?.employeeId]).toEqual([2, employeeId]);
    expect(await changesOf(id)).toEqual(tied(String(employeeId)));
  });

  test('is theirs once they have its email, and they find what they are asked', async () => {
    const { subjects } = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.Open },
      subjects: [{ evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress, rating: null }] }],
    });
    const { id, email, password } = await makeAccount(tenant.id);
    const body = { email, password, tenantSlug: tenant.slug };
    const { accessToken } = (await service().call('post', '/api/auth/token').send(body).expect(200)).body;
    const asked = async () => (await service().call('get', '/api/my-evaluations', accessToken)).body.totalCount;
    expect(await asked()).not.toBe(1);
    const employeeId = String(subjects[0]?.employee._id);
    await service().call('put', `/api/employees/${employeeId}`, tenant.hr).send({ email }).expect(200);
    expect([(await account(id))?.employeeId, await asked()]).toEqual([employeeId, 1]);
  });

  test('stays as it is when it is another’s, when its former employee left, and when they have one', async () => {
    const other = await tenant.within(() => makeEmployee());
    const taken = await makeAccount(tenant.id, { employeeId: other._id });
    await create(taken.email);
    expect((await account(taken.id))?.employeeId).toBe(other._id);

    const left = await makeAccount(tenant.id, { roles: [Role.HRManager, Role.User] });
    await change(left.id, { isActive: false, deactivatedBecause: Deactivation.Left });
    await create(left.email);
    expect((await account(left.id))?.employeeId).toBeNull();

    const free = await makeAccount(tenant.id);
    await service().call('put', `/api/employees/${other._id}`, tenant.hr).send({ email: free.email }).expect(200);
    expect([(await account(free.id))?.employeeId, (await account(taken.id))?.employeeId]).toEqual([null, other._id]);
  });

  test('of a TenantAdmin is tied by no new email that an HRManager gives, nor is the email of its employee changed by one', async () => {
    const admin = await makeAccount(tenant.id, { roles: [Role.TenantAdmin, Role.User] });
    const { _id } = await tenant.within(() => makeEmployee());
    const rename = async (email: string, token: string) =>
      (await service().call('put', `/api/employees/${_id}`, token).send({ email })).status;
    expect([await rename(admin.email, tenant.hr), (await account(admin.id))?.employeeId]).toEqual([403, null]);
    expect([await rename(admin.email, tenant.admin), (await account(admin.id))?.employeeId]).toEqual([200, _id]);
    await change(admin.id, { email: `own-${admin.email}` }); // a TenantAdmin gave the account another address
    const moved = `moved-${admin.email}`;
    expect([await rename(moved, tenant.hr), await rename(moved, tenant.admin)]).toEqual([403, 200]);
    expect((await account(admin.id))?.email).toBe(`own-${admin.email}`);
  });
});
