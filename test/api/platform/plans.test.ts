import { ensurePlans } from '../../../api/platform/plans.service';
import { now } from '../../../shared/kernel/clock';
import { PlanUsageModel } from '../../../shared/platform/plan-usage.model';
import { makeSystemAdmin, makeTenant } from '../../factories/tenant';
import { createTenantBody } from '../../factories/tenant-body';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let admin: string;
beforeAll(async () => {
  admin = await makeSystemAdmin();
});
const unique = () => `Plan ${crypto.randomUUID()}`;
const create = (body: object) => service().call('post', '/api/plans', admin).send(body);
const makePlan = async (fields: object = {}) => (await create({ name: unique(), ...fields }).expect(201)).body;
const assign = (tenantId: string, planId: unknown) =>
  service().call('post', `/api/plans/assign/${tenantId}`, admin).send({ planId });

describe('plans', () => {
  test('create, read, edit, delete', async () => {
    const name = unique();
    const created = await create({ name, maxEmployees: 10 });
    expect(created.body).toEqual({
      id: expect.any(String),
      name,
      maxEmployees: 10,
      maxCyclesPerYear: null,
      isActive: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      revision: 0,
    });
    const path = `/api/plans/${created.body.id}`;
    expect(created.headers.location).toBe(path);
    const edited = await service().call('put', path, admin).send({ maxEmployees: null, maxCyclesPerYear: 2 });
    expect([edited.status, edited.body.maxEmployees, edited.body.maxCyclesPerYear]).toEqual([200, null, 2]);
    expect((await service().call('put', path, admin).set('If-Match', '"0"').send({})).status).toBe(412);
    expect((await service().call('delete', path, admin)).status).toBe(204);
    expect((await service().call('get', path, admin)).status).toBe(404);
    expect((await create({ name })).status).toBe(201); // the name is free again
    expect((await create({ name })).status).toBe(409);
  });

  test.each([
    ['no name', {}, 'name'],
    ['a negative limit', { name: 'x', maxEmployees: -1 }, 'maxEmployees'],
    ['a fraction', { name: 'x', maxCyclesPerYear: 1.5 }, 'maxCyclesPerYear'],
    ['text as a limit', { name: 'x', maxEmployees: '5' }, 'maxEmployees'],
  ])('%s is 400 VALIDATION on the field', async (_case, body, field) => {
    const answer = await create(body);
    expect([answer.status, answer.body.validationErrors?.[0]?.field]).toEqual([400, field]);
  });

  test('Free, Pro and Enterprise are there from the start; a deleted one does not come back', async () => {
    await Promise.all([ensurePlans(), ensurePlans()]);
    const seeds = async () =>
      (await service().call('get', '/api/plans?pageSize=200', admin)).body.items
        .filter((plan: { id: string }) => plan.id.startsWith('6d3c2f1a-'))
        .map((plan: Record<string, unknown>) => [plan.name, plan.maxEmployees, plan.maxCyclesPerYear]);
    expect(await seeds()).toEqual([
      ['Enterprise', null, null],
      ['Free', 25, 1],
      ['Pro', 250, 4],
    ]);
    await service().call('delete', '/api/plans/6d3c2f1a-0b5e-4c6e-9a44-5f1f0c8e0002', admin).expect(204);
    await ensurePlans();
    expect((await seeds()).map(([name]: string[]) => name)).toEqual(['Enterprise', 'Free']);
  });

  test('only a SystemAdmin', async () => {
    const tenant = await makeTenant();
    expect((await service().call('get', '/api/plans', tenant.admin)).status).toBe(403);
    expect((await service().call('post', `/api/plans/assign/${tenant.id}`, tenant.admin).send({})).status).toBe(403);
  });
});

describe('plans of tenants', () => {
  test('assigning answers with the usage; a plan in use is 409 CONFLICT at delete', async () => {
    const tenant = await makeTenant();
    const plan = await makePlan({ maxEmployees: 7, maxCyclesPerYear: 2 });
    const year = now().getUTCFullYear();
    await tenant.within(async () => {
      await PlanUsageModel.create({ counter: 'employees', used: 3 });
      await PlanUsageModel.create({ counter: `cycles-${year}`, used: 1 });
      await PlanUsageModel.create({ counter: `cycles-${year - 1}`, used: 2 });
    });
    const usage = {
      tenantId: tenant.id,
      planId: plan.id,
      plan: plan.name,
      employees: { current: 3, max: 7 },
      cycles: { current: 1, max: 2, year },
    };
    const assigned = await assign(tenant.id, plan.id);
    expect([assigned.status, assigned.body]).toEqual([200, usage]);
    expect((await service().call('get', `/api/plans/usage/${tenant.id}`, admin)).body).toEqual(usage);
    const shown = (await service().call('get', `/api/tenants/${tenant.id}`, admin)).body;
    expect([shown.planId, shown.plan]).toEqual([plan.id, plan.name]);
    const refused = await service().call('delete', `/api/plans/${plan.id}`, admin);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'CONFLICT']);
    await service().call('put', `/api/tenants/${tenant.id}`, admin).send({ planId: null }).expect(200);
    expect((await service().call('delete', `/api/plans/${plan.id}`, admin)).status).toBe(204);
  });

  test('without a plan everything is unlimited', async () => {
    const tenant = await makeTenant();
    const { body } = await service().call('get', `/api/plans/usage/${tenant.id}`, admin);
    expect([body.planId, body.plan, body.employees.max, body.cycles.max]).toEqual([null, null, null, null]);
  });

  test('unknown tenants are 404; unknown, deleted and inactive plans are 400 on planId', async () => {
    const tenant = await makeTenant();
    const plan = await makePlan();
    const inactive = await makePlan({ isActive: false });
    const deleted = await makePlan();
    await service().call('delete', `/api/plans/${deleted.id}`, admin).expect(204);
    const unknown = '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11';
    expect((await assign(unknown, plan.id)).status).toBe(404);
    expect((await service().call('get', `/api/plans/usage/${unknown}`, admin)).status).toBe(404);
    for (const planId of [unknown, inactive.id, deleted.id, 'x', null, { $ne: null }]) {
      const answer = await assign(tenant.id, planId);
      expect([planId, answer.status, answer.body.validationErrors[0].field]).toEqual([planId, 400, 'planId']);
    }
    const created = await service()
      .call('post', '/api/tenants', admin)
      .send(createTenantBody({ planId: inactive.id }));
    expect(created.body.validationErrors[0].field).toBe('planId');
  });

  test('a race of assigning and deleting leaves no tenant with a deleted plan', async () => {
    const tenant = await makeTenant();
    for (let round = 0; round < 10; round++) {
      const plan = await makePlan();
      const [assigned, deleted] = await Promise.all([
        assign(tenant.id, plan.id),
        service().call('delete', `/api/plans/${plan.id}`, admin),
      ]);
      expect([
        [200, 409],
        [400, 204],
      ]).toContainEqual([assigned.status, deleted.status]);
    }
  });
});
