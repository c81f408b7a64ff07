import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { Role } from '../../../shared/kernel/permissions';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import { makeDepartment } from '../../factories/department';
import { makeEmployee } from '../../factories/employee';
import { makeCycle, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeCompetency, makeJobProfile } from '../../factories/framework';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const read = async () => (await service().call('get', '/api/tenant-settings/first-steps', tenant.hr).expect(200)).body;
const done = async () => {
  const { steps } = await read();
  return steps.filter(({ isDone }: { isDone: boolean }) => isDone).map(({ key }: { key: string }) => key);
};

test('an empty organization has all steps before it, in the order of the work', async () => {
  expect(await read()).toEqual({
    steps: [
      { key: 'departments', isDone: false, count: 0, href: '/departments' },
      { key: 'competencies', isDone: false, count: 0, href: '/competencies' },
      { key: 'jobProfiles', isDone: false, count: 0, href: '/job-profiles' },
      { key: 'employees', isDone: false, count: 0, href: '/employees' },
      { key: 'accounts', isDone: false, count: 0, href: '/employees' },
      { key: 'template', isDone: false, count: 0, href: '/templates' },
      { key: 'cycle', isDone: false, count: 0, href: '/cycles' },
    ],
    runningCycles: [],
  });
});

test('each step is done with its first row; accounts once everybody Active has one; the cycle when it was opened', async () => {
  const employee = await tenant.within(async () => {
    await makeDepartment('Sales');
    await makeCompetency();
    await makeJobProfile([]);
    await makeEmployee({ status: EmployeeStatus.OnLeave });
    return makeEmployee();
  });
  expect(await done()).toEqual(['departments', 'competencies', 'jobProfiles', 'employees']);
  await tenant.within(() => UserModel.updateOne({ roles: Role.HRManager }, { $set: { employeeId: employee._id } }));
  const { _id } = await makeCycle(tenant);
  expect(await done()).toEqual(['departments', 'competencies', 'jobProfiles', 'employees', 'accounts', 'template']);
  await service().call('post', `/api/evaluation-cycles/${_id}/status/1`, tenant.hr).expect(200);
  expect(await done()).toHaveLength(7);
  await service().call('post', `/api/evaluation-cycles/${_id}/status/3`, tenant.hr);
  expect(await done()).toHaveLength(7);
});

test('running cycles with their progress: first those that end first, last those without an end', async () => {
  const open = async (name: string, endDate: string | null) => {
    const { cycle } = await makeEvaluatedCycle(tenant, { subjects: [{}] });
    const fields = { name, endDate, status: CycleStatus.Open };
    await tenant.within(() => CycleModel.updateOne({ _id: cycle._id }, { $set: fields }));
    const { body } = await service().call('get', `/api/evaluation-cycles/${cycle._id}`, tenant.hr);
    return { id: cycle._id, name, endDate, submitted: body.counts.submitted, asked: body.counts.participants };
  };
  const [later, never, sooner] = [await open('B', '2027-03-01'), await open('A', null), await open('C', '2027-02-01')];
  const { runningCycles } = await read();
  expect(runningCycles).toEqual([sooner, later, never]);
  expect(runningCycles[0].asked).toBeGreaterThan(0);
});

test('only HR roles read them', async () => {
  const { status } = await service().call('get', '/api/tenant-settings/first-steps', tenant.user);
  expect(status).toBe(403);
});
