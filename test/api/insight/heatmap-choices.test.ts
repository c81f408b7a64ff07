import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { makeDepartment } from '../../factories/department';
import { makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const get = async (path: string, tenant: TestTenant) => (await service().call('get', path, tenant.hr).expect(200)).body;

describe('heatmap and nine-box without a cycle in the query', () => {
  test('are empty without a Closed cycle', async () => {
    const tenant = await makeTenant();
    await makeEvaluatedCycle(tenant, { cycle: { status: CycleStatus.Open } });
    const nothing = { cycleId: null, cycle: null, departments: [], jobProfiles: [] };
    expect(await get('/api/gap-heatmap', tenant)).toMatchObject({ ...nothing, calculatedAt: null, rows: [] });
    expect(await get('/api/nine-box', tenant)).toMatchObject(nothing);
  });

  test('show the last Closed one with the departments of its subjects alone', async () => {
    const tenant = await makeTenant();
    const [departmentId] = await tenant.within(async () => [
      await makeDepartment('Sales'),
      await makeDepartment('Empty'),
    ]);
    const employee = await makeEmployee(tenant, { departmentId });
    const { cycle } = await makeEvaluatedCycle(tenant, { subjects: [{ employee }, {}] });
    const shown = { cycleId: cycle._id, departments: [{ id: departmentId, name: 'Sales' }], jobProfiles: [] };
    expect(await get('/api/gap-heatmap', tenant)).toMatchObject(shown);
    expect(await get('/api/nine-box', tenant)).toMatchObject(shown);
  });
});
