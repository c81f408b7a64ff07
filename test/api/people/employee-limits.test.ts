import { inTransaction } from '../../../shared/db/transaction';
import { AppError } from '../../../shared/kernel/errors';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { PlanUsageModel } from '../../../shared/platform/plan-usage.model';
import { ensureCycleCounter, readUsage, releaseCycle, reserveCycle } from '../../../shared/platform/plan-usage.store';
import { PlanModel } from '../../../shared/platform/plan.model';
import { TenantModel } from '../../../shared/platform/tenant.model';
import { makeEmployee } from '../../factories/employee';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });

async function limited(limits: {
  maxEmployees?: number | null;
  maxCyclesPerYear?: number | null;
}): Promise<TestTenant> {
  const tenant = await makeTenant();
  const plan = await PlanModel.create({ name: `Plan ${newId()}`, ...limits });
  await TenantModel.updateOne({ _id: tenant.id }, { $set: { planId: plan._id } });
  return tenant;
}

let serial = 0;
function create(tenant: TestTenant) {
  serial += 1;
  const body = { firstName: 'Ana', lastName: `Límite ${serial}`, email: `limit${serial}@acme.example` };
  return service().call('post', '/api/employees', tenant.hr).send(body);
}
const put = (tenant: TestTenant, id: string, body: object) =>
  service().call('put', `/api/employees/${id}`, tenant.hr).send(body);
const used = (tenant: TestTenant) => tenant.within(async () => (await readUsage(2026)).employees);
const activeRows = (tenant: TestTenant) =>
  tenant.within(() => EmployeeModel.countDocuments({ status: EmployeeStatus.Active }));

describe('the limit of active employees', () => {
  test('the create past the limit is 409 PLAN_LIMIT_EMPLOYEES and writes nothing', async () => {
    const tenant = await limited({ maxEmployees: 2 });
    expect([(await create(tenant)).status, (await create(tenant)).status]).toEqual([201, 201]);
    const refused = await create(tenant);
    expect([refused.status, refused.body.errorCode, refused.body.success]).toEqual([
      409,
      'PLAN_LIMIT_EMPLOYEES',
      false,
    ]);
    expect([await activeRows(tenant), await used(tenant)]).toEqual([2, 2]);
  });

  test('50 parallel creates with room for one give exactly one', async () => {
    const tenant = await limited({ maxEmployees: 3 });
    await create(tenant);
    await create(tenant);
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(tenant)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.errorCode === 'PLAN_LIMIT_EMPLOYEES')).toHaveLength(49);
    expect([await activeRows(tenant), await used(tenant)]).toEqual([3, 3]);
  });

  test.each([
    ['Terminated', (tenant: TestTenant, id: string) => put(tenant, id, { status: 'Terminated' })],
    ['OnLeave', (tenant: TestTenant, id: string) => put(tenant, id, { status: 'OnLeave' })],
    ['deleted', (tenant: TestTenant, id: string) => service().call('delete', `/api/employees/${id}`, tenant.hr)],
  ])('someone %s frees room for one, and only once', async (_case, leave) => {
    const tenant = await limited({ maxEmployees: 2 });
    const { body } = await create(tenant);
    await create(tenant);
    await leave(tenant, body.id);
    await leave(tenant, body.id);
    expect(await used(tenant)).toBe(1);
    expect([(await create(tenant)).status, (await create(tenant)).status]).toEqual([201, 409]);
  });

  test.each(['Terminated', 'OnLeave'])('coming back from %s takes room again', async (status) => {
    const tenant = await limited({ maxEmployees: 1 });
    const { body } = await create(tenant);
    await put(tenant, body.id, { status });
    expect((await create(tenant)).status).toBe(201);
    const refused = await put(tenant, body.id, { status: 'Active', lastName: 'Vuelta' });
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'PLAN_LIMIT_EMPLOYEES']);
    const still = await service().call('get', `/api/employees/${body.id}`, tenant.hr);
    expect([still.body.status, still.body.lastName]).toEqual([status, body.lastName]);
  });

  test('deleting someone who was not Active frees nothing; other edits take nothing', async () => {
    const tenant = await limited({ maxEmployees: 2 });
    const { body } = await create(tenant);
    await create(tenant);
    await put(tenant, body.id, { status: 'OnLeave' });
    await put(tenant, body.id, { lastName: 'Otra' });
    await service().call('delete', `/api/employees/${body.id}`, tenant.hr);
    expect(await used(tenant)).toBe(1);
  });

  test('a refused create (email taken) takes no room', async () => {
    const tenant = await limited({ maxEmployees: 5 });
    const { body } = await create(tenant);
    const again = { firstName: 'Ana', lastName: 'Otra', email: body.email };
    expect((await service().call('post', '/api/employees', tenant.hr).send(again)).status).toBe(409);
    expect(await used(tenant)).toBe(1);
  });

  test('employees without a counter (older data) are counted when it is first needed', async () => {
    const tenant = await limited({ maxEmployees: 3 });
    await tenant.within(async () => {
      await makeEmployee();
      await makeEmployee();
      await makeEmployee({ status: EmployeeStatus.Terminated });
      await PlanUsageModel.deleteMany({ counter: 'employees' });
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(tenant)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await used(tenant)).toBe(3);
  });

  test('without a plan there is no limit, but the counter is kept for the plan that comes', async () => {
    const tenant = await makeTenant();
    for (let count = 0; count < 3; count += 1) expect((await create(tenant)).status).toBe(201);
    expect(await used(tenant)).toBe(3);
    const plan = await PlanModel.create({ name: `Plan ${newId()}`, maxEmployees: 2 });
    await TenantModel.updateOne({ _id: tenant.id }, { $set: { planId: plan._id } });
    expect((await create(tenant)).body.errorCode).toBe('PLAN_LIMIT_EMPLOYEES');
  });
});

describe('the yearly limit of cycles', () => {
  const reserve = (year: number) => inTransaction(() => reserveCycle(year));

  test('of 10 parallel reservations with room for two exactly two are granted; another year has its own room', async () => {
    const tenant = await limited({ maxCyclesPerYear: 3 });
    await tenant.within(async () => {
      await ensureCycleCounter(2026, async () => 1);
      await ensureCycleCounter(2027, async () => 0);
      const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => reserve(2026)));
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(refused).toHaveLength(8);
      for (const error of refused) expect([error instanceof AppError, error.code]).toEqual([true, 'PLAN_LIMIT_CYCLES']);
      expect((await readUsage(2026)).cycles).toBe(3);
      await reserve(2027);
      expect((await readUsage(2027)).cycles).toBe(1);
      await inTransaction(() => releaseCycle(2026));
      await reserve(2026);
      await expect(reserve(2026)).rejects.toMatchObject({ code: 'PLAN_LIMIT_CYCLES', status: 409 });
    });
  });
});
