import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { makeDepartment } from '../../factories/department';
import { type EvaluatorPlan, makeEmployee, makeEvaluatedCycle, type SubjectPlan } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
let tenant: TestTenant;
let path: string;
const ids: Record<'sales' | 'support', string> = { sales: '', support: '' };

const NOT_STARTED: EvaluatorPlan = { type: EvaluatorType.Self, status: ParticipantStatus.InProgress, rating: null };
const STARTED: EvaluatorPlan = { type: EvaluatorType.Self, status: ParticipantStatus.InProgress };
const SUBMITTED: EvaluatorPlan = { type: EvaluatorType.Self };
const ACKNOWLEDGED: EvaluatorPlan = { type: EvaluatorType.Self, status: ParticipantStatus.Acknowledged };

/** Five subjects with a Self evaluation each, stored in another order than that of any list. */
beforeAll(async () => {
  tenant = await makeTenant();
  ids.sales = await tenant.within(() => makeDepartment('Sales'));
  ids.support = await tenant.within(() => makeDepartment('Support'));
  const plan = async (lastName: string, departmentId: string | null, self: EvaluatorPlan): Promise<SubjectPlan> => ({
    employee: await makeEmployee(tenant, { firstName: 'Eva', lastName, departmentId }),
    evaluators: [self],
  });
  const { cycle } = await makeEvaluatedCycle(tenant, {
    cycle: { status: CycleStatus.Open },
    subjects: [
      await plan('Dahl', ids.support, NOT_STARTED),
      await plan('Bond', null, SUBMITTED),
      await plan('Evans', ids.sales, STARTED),
      await plan('Amer', ids.support, ACKNOWLEDGED),
      await plan('Cruz', ids.sales, NOT_STARTED),
    ],
  });
  path = `/api/evaluation-cycles/${cycle._id}/participants`;
});

/** The last names that a list shows. */
async function listed(query: string): Promise<string> {
  const { body } = await service().call('get', `${path}?${query}`, tenant.hr).expect(200);
  return body.items.map(({ subject }: { subject: string }) => subject.replace('Eva ', '')).join(' ');
}

test.each([
  ['subject', 'Amer Bond Cruz Dahl Evans'],
  ['-subject', 'Evans Dahl Cruz Bond Amer'],
  ['department', 'Cruz Evans Amer Dahl Bond'],
  ['-department', 'Bond Amer Dahl Cruz Evans'],
  ['progress', 'Cruz Dahl Evans Bond Amer'],
  ['-progress', 'Amer Bond Evans Cruz Dahl'],
])('sort=%s lists %s, also page by page', async (sort, names) => {
  expect(await listed(`sort=${sort}`)).toBe(names);
  const pages = [await listed(`sort=${sort}&pageSize=2`), await listed(`sort=${sort}&pageSize=2&page=2`)];
  expect([...pages, await listed(`sort=${sort}&pageSize=2&page=3`)].join(' ')).toBe(names);
  expect(await listed(`sort=${sort}&pageSize=2&page=4`)).toBe('');
});

test.each([
  ['progress=NotSubmitted', 'Cruz Dahl Evans'],
  ['progress=NotStarted', 'Cruz Dahl'],
  ['progress=Started', 'Evans'],
  ['status=Submitted', 'Bond'],
  ['search=cruz&progress=NotStarted', 'Cruz'],
])('%s lists %s', async (query, names) => {
  expect(await listed(`${query}&sort=subject`)).toBe(names);
  const { body } = await service().call('get', `${path}?${query}`, tenant.hr);
  expect([body.totalCount, body.items.length]).toEqual([names.split(' ').length, names.split(' ').length]);
});

test('a department is that of the subject at generation, and each row names it', async () => {
  expect(await listed(`departmentId=${ids.support}&sort=-subject`)).toBe('Dahl Amer');
  expect(await listed(`departmentId=${ids.support}&sort=department&progress=NotSubmitted`)).toBe('Dahl');
  const { body } = await service().call('get', `${path}?departmentId=${ids.sales}`, tenant.hr);
  expect(body.totalCount).toBe(2);
  expect(body.items.map(({ department }: { department: string }) => department)).toEqual(['Sales', 'Sales']);
  const [{ subjectId }] = body.items;
  expect(
    (await service().call('get', `${path}?departmentId=${ids.sales}&subjectId=${subjectId}`, tenant.hr)).body,
  ).toMatchObject({ totalCount: 1 });
  expect(
    (await service().call('get', `${path}?departmentId=${ids.support}&subjectId=${subjectId}`, tenant.hr)).body,
  ).toMatchObject({ totalCount: 0 });
  expect((await service().call('get', `${path}?sort=type`, tenant.hr)).body.validationErrors).toMatchObject([
    { field: 'sort' },
  ]);
});

test('someone who has left is listed, but waits for nothing', async () => {
  const { body } = await service().call('get', `${path}?search=Dahl`, tenant.hr);
  await service()
    .call('put', `/api/employees/${body.items[0].subjectId}`, tenant.hr)
    .send({ status: 'Terminated' })
    .expect(200);
  expect(await listed('progress=NotSubmitted&sort=subject')).toBe('Cruz Evans');
  expect(await listed('sort=progress')).toContain('Dahl');
});
