import { PLATFORM_SCOPE } from '../../../shared/kernel/context';
import { Role } from '../../../shared/kernel/permissions';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { type AuditLog, AuditLogModel } from '../../../shared/platform/audit/audit-log.model';
import { readableEntries } from '../../../shared/platform/audit/audit-privacy.store';
import { makeAccount, PASSWORD } from '../../factories/account';
import { makeEmployee } from '../../factories/employee';
import { makeSystemAdmin, makeTenant, type TestTenant, withinTenant } from '../../factories/tenant';
import { createTenantBody } from '../../factories/tenant-body';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
let system: string;
beforeAll(async () => {
  tenant = await makeTenant();
  system = await makeSystemAdmin();
});

type Said = Pick<AuditLog, 'eventType' | 'entityType' | 'entityId' | 'changes'>;

/** What the log of a scope says about a row, the oldest first. */
async function eventsOf(entityId: string, scope = tenant.id): Promise<Said[]> {
  const rows = await withinTenant(scope, async () =>
    readableEntries(await AuditLogModel.find({ entityId }).sort({ sequence: 1 }).lean<AuditLog[]>()),
  );
  return rows.map(({ eventType, entityType, changes }) => ({ eventType, entityType, entityId, changes }));
}
const namesOf = async (entityId: string, scope = tenant.id): Promise<string[]> =>
  (await eventsOf(entityId, scope)).map(({ eventType }) => eventType);
const post = (path: string, body: object = {}, token = tenant.admin) => service().call('post', path, token).send(body);
const put = (path: string, body: object, token = tenant.admin) => service().call('put', path, token).send(body);

describe('audit events: accounts', () => {
  test('each change of an account is an event with who, what before and what after', async () => {
    const { body } = await post('/api/users-admin', {
      email: 'eva@example.test',
      fullName: 'Eva',
      password: PASSWORD,
      roles: ['HRManager'],
    }).expect(201);
    const path = `/api/users-admin/${body.id}`;
    await put(path, { fullName: 'Eva Ruiz', roles: [] }).expect(200);
    await put(path, { fullName: 'Eva Ruiz' }).expect(200); // changes nothing, says nothing
    for (const action of ['deactivate', 'activate', 'activate', 'unlock', 'reset-two-factor', 'revoke-all-sessions'])
      await post(`${path}/${action}`).expect(200);
    await post(`${path}/reset-password`).set('Prefer', 'respond-async').expect(202);
    const events = await eventsOf(body.id);
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'user.created',
      'user.updated',
      'user.roles-changed',
      'user.deactivated',
      'user.activated',
      'user.unlocked',
      'user.two-factor-reset',
      'user.sessions-revoked',
      'user.password-reset',
    ]);
    expect(events[0]).toMatchObject({
      entityType: 'User',
      changes: [
        { field: 'email', before: null, after: 'eva@example.test' },
        { field: 'fullName', before: null, after: 'Eva' },
        { field: 'roles', before: null, after: ['HRManager', 'User'] },
      ],
    });
    expect(events[1]?.changes).toEqual([{ field: 'fullName', before: 'Eva', after: 'Eva Ruiz' }]);
    expect(events[2]?.changes).toEqual([{ field: 'roles', before: ['HRManager', 'User'], after: ['User'] }]);
    const admin = await tenant.within(async () => UserModel.findOne({ roles: Role.TenantAdmin }).lean());
    const stored = await tenant.within(async () =>
      readableEntries(await AuditLogModel.find({ entityId: body.id }).lean<AuditLog[]>()),
    );
    for (const { actorId, actorEmail, actorType, ip, requestId } of stored)
      expect({ actorId, actorEmail, actorType, ip: ip !== null, requestId: requestId !== null }).toEqual({
        actorId: admin?._id,
        actorEmail: admin?.email,
        actorType: 'User',
        ip: true,
        requestId: true,
      });
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${PASSWORD}|argon2`));
  });

  test('refused changes are no events', async () => {
    const { id } = await makeAccount(tenant.id);
    await put(`/api/users-admin/${id}`, { roles: ['SystemAdmin'] }).expect(400);
    await put(`/api/users-admin/${id}`, { fullName: 'X' }).set('If-Match', '"9"').expect(412);
    await put(`/api/users-admin/${id}`, { fullName: 'X' }, tenant.hr).expect(403);
    expect(await namesOf(id)).toEqual([]);
  });

  test('own profile and password', async () => {
    const account = await makeAccount(tenant.id);
    const body = { email: account.email, password: PASSWORD, tenantSlug: tenant.slug };
    const { accessToken } = (await service().call('post', '/api/auth/token').send(body).expect(200)).body;
    await put('/api/my-profile', { locale: 'es-MX' }, accessToken).expect(200);
    const passwords = { currentPassword: PASSWORD, newPassword: 'quiet-lantern-harbour' };
    await post('/api/my-profile/change-password', passwords, accessToken).expect(200);
    expect((await namesOf(account.id)).slice(-2)).toEqual(['user.updated', 'auth.password-changed']);
  });
});

describe('audit events: organizations, plans, settings and keys', () => {
  test('a tenant’s events are in its own chain, which its TenantAdmin reads', async () => {
    const body = createTenantBody();
    const { id } = (await post('/api/tenants', body, system).expect(201)).body;
    await put(`/api/tenants/${id}`, { locale: 'es' }, system).expect(200);
    await put(`/api/tenants/${id}`, { locale: 'es' }, system).expect(200);
    await post(`/api/tenants/${id}/status/Active`, {}, system).expect(200);
    await post(`/api/tenants/${id}/status/Active`, {}, system).expect(200);
    const plan = (await post('/api/plans', { name: `Plan ${id}` }, system).expect(201)).body;
    await post(`/api/plans/assign/${id}`, { planId: plan.id }, system).expect(200);
    expect(await namesOf(id, id)).toEqual([
      'tenant.created',
      'tenant.updated',
      'tenant.status-changed',
      'plan.assigned',
    ]);
    expect((await eventsOf(id, id))[2]?.changes).toEqual([{ field: 'status', before: 'Trial', after: 'Active' }]);
    expect(await namesOf(id, PLATFORM_SCOPE)).toEqual(['plan.assigned']);
    await put(`/api/plans/${plan.id}`, { maxEmployees: 5 }, system).expect(200);
    const other = (await post('/api/plans', { name: `Other ${id}` }, system).expect(201)).body;
    await service().call('delete', `/api/plans/${other.id}`, system).expect(204);
    expect(await namesOf(plan.id, PLATFORM_SCOPE)).toEqual(['plan.created', 'plan.updated']);
    expect(await namesOf(other.id, PLATFORM_SCOPE)).toEqual(['plan.created', 'plan.deleted']);
    const credentials = { ...(body.admin as object), tenantSlug: body.slug };
    const { accessToken } = (await service().call('post', '/api/auth/token').send(credentials).expect(200)).body;
    const log = await service().call('get', '/api/audit-logs?eventType=tenant.created', accessToken);
    expect(log.body.items.map((item: { entityId: string }) => item.entityId)).toEqual([id]);
  });

  test('settings: the fields that changed, and no event without a change', async () => {
    const own = await makeTenant();
    const fields = { timezone: 'Europe/Madrid', nineBox: { highFrom: 4.5 }, branding: { primaryColor: '#1f6feb' } };
    await put('/api/tenant-settings', fields, own.admin).expect(200);
    await put('/api/tenant-settings', fields, own.admin).expect(200);
    const [event, ...others] = await eventsOf(own.id, own.id);
    expect(others).toEqual([]);
    expect(event).toEqual({
      eventType: 'settings.updated',
      entityType: 'Settings',
      entityId: own.id,
      changes: [
        { field: 'timezone', before: 'UTC', after: 'Europe/Madrid' },
        { field: 'primaryColor', before: null, after: '#1f6feb' },
        { field: 'nineBox.highFrom', before: 4, after: 4.5 },
      ],
    });
  });

  test('keys: created, rotated and revoked once, without their text', async () => {
    const { id, key } = (await post('/api/integrations/api-keys', { name: 'BI' }).expect(201)).body;
    const rotated = (await post(`/api/integrations/api-keys/${id}/rotate`).expect(200)).body.key;
    for (const _again of [1, 2])
      await service().call('delete', `/api/integrations/api-keys/${id}`, tenant.admin).expect(204);
    const events = await eventsOf(id);
    expect(events.map(({ eventType }) => eventType)).toEqual(['api-key.created', 'api-key.rotated', 'api-key.revoked']);
    for (const text of [key, rotated]) expect(JSON.stringify(events)).not.toContain(text);
  });
});

describe('audit events: employees', () => {
  test('created, updated, status changed, invited, deleted', async () => {
    const person = { firstName: 'Ana', lastName: 'García', email: 'ana.garcia@example.test' };
    const { id } = (await post('/api/employees', person, tenant.hr).expect(201)).body;
    await put(`/api/employees/${id}`, { lastName: 'Ruiz' }, tenant.hr).expect(200);
    await put(`/api/employees/${id}`, { status: 'OnLeave' }, tenant.hr).expect(200);
    await post(`/api/employees/${id}/invite`, {}, tenant.hr).set('Prefer', 'respond-async').expect(202);
    await service().call('delete', `/api/employees/${id}`, tenant.hr).expect(204);
    const events = await eventsOf(id);
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'employee.created',
      'employee.updated',
      'employee.status-changed',
      'employee.invited',
      'employee.deleted',
    ]);
    expect(events[1]?.changes).toEqual([{ field: 'lastName', before: 'García', after: 'Ruiz' }]);
    expect(events[2]?.changes).toEqual([{ field: 'status', before: 'Active', after: 'OnLeave' }]);
    const userId = events[3]?.changes[0]?.after;
    expect(await namesOf(String(userId))).toEqual(['user.created', 'user.updated', 'user.deactivated']);
  });

  test('plan-limit.reached: a refused create and a refused return, and nothing of them but that', async () => {
    const own = await makeTenant();
    const plan = (await post('/api/plans', { name: `Plan ${own.id}`, maxEmployees: 1 }, system)).body;
    await post(`/api/plans/assign/${own.id}`, { planId: plan.id }, system).expect(200);
    await own.within(() => makeEmployee());
    const person = { firstName: 'Ana', lastName: 'Más', email: 'mas@example.test' };
    await post('/api/employees', person, own.hr).expect(409);
    const reached = (await eventsOf(own.id, own.id)).filter(({ eventType }) => eventType === 'plan-limit.reached');
    expect(reached).toEqual([
      {
        eventType: 'plan-limit.reached',
        entityType: 'Tenant',
        entityId: own.id,
        changes: [{ field: 'limit', before: null, after: 'PLAN_LIMIT_EMPLOYEES' }],
      },
    ]);
    const created = await own.within(async () => AuditLogModel.countDocuments({ eventType: 'employee.created' }));
    expect(created).toBe(0);
  });
});
