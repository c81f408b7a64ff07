import { type Cycle, CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { JobModel } from '../../../shared/jobs/job.model';
import { makeCycle, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService();
let tenant: TestTenant;
beforeEach(async () => {
  tenant = await makeTenant();
});

const move = (cycle: Pick<Cycle, '_id'>, status: string | number) =>
  service().call('post', `/api/evaluation-cycles/${cycle._id}/status/${status}`, tenant.hr);
const gapJobs = () => tenant.within(() => JobModel.countDocuments({ type: 'insight.recalculate-gaps' }));

const NAMES = ['Draft', 'Open', 'InProgress', 'Closed', 'Archived'];
const moves = NAMES.flatMap((from) => NAMES.map((to) => [from, to] as const));

describe('status', () => {
  test.each(moves)('%s may become %s', async (from, to) => {
    const cycle = await makeCycle(tenant);
    await move(cycle, from);
    const answer = await move(cycle, to);
    expect([answer.status, answer.body.status]).toEqual([200, to]);
  });

  test.each(NAMES.map((name, number) => [number, name] as const))('the number %i is %s', async (number, name) => {
    const cycle = await makeCycle(tenant);
    expect((await move(cycle, number)).body.status).toBe(name);
  });

  test.each(['5', '-1', 'open', 'Done', '1.0', '%20'])('"%s" is 400 VALIDATION on status', async (status) => {
    const answer = await move(await makeCycle(tenant), status);
    expect([answer.status, answer.body.errorCode, answer.body.validationErrors?.[0]?.field]).toEqual([
      400,
      'VALIDATION',
      'status',
    ]);
  });

  test('an unknown cycle is 404', async () => {
    expect((await move({ _id: '3f0c1f6e-3c1b-4b56-9a53-0d6f6f0e9a11' }, 3)).status).toBe(404);
    expect(await gapJobs()).toBe(0);
  });

  test('becoming Closed calculates the gaps, once; the same state again changes nothing', async () => {
    const { cycle } = await makeEvaluatedCycle(tenant, { cycle: { status: undefined }, subjects: 1 });
    await move(cycle, 1);
    const closed = await move(cycle, 3);
    expect(closed.status).toBe(200);
    expect(closed.body).toMatchObject({ status: 'Closed', gaps: { state: 'Calculated' } });
    expect(closed.body.closedAt).toMatch(/Z$/);
    const again = await move(cycle, 'Closed');
    expect([again.status, again.body]).toEqual([200, closed.body]);
    expect(await gapJobs()).toBe(1);
  });

  test('of many closings at once one calculates', async () => {
    const cycle = await makeCycle(tenant);
    const answers = await Promise.all(Array.from({ length: 10 }, () => move(cycle, 3)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await gapJobs()).toBe(1);
  });

  test('archiving keeps when it was closed; opening again forgets it, closing again calculates again', async () => {
    const cycle = await makeCycle(tenant);
    const { closedAt } = (await move(cycle, 3)).body;
    expect((await move(cycle, 4)).body.closedAt).toBe(closedAt);
    expect((await move(cycle, 1)).body.closedAt).toBeNull();
    expect((await move(cycle, 3)).body.closedAt).not.toBeNull();
    expect(await gapJobs()).toBe(2);
  });

  test('Prefer: respond-async answers 202 with the job; the cycle is Closed', async () => {
    const cycle = await makeCycle(tenant);
    const answer = await move(cycle, 3).set('Prefer', 'respond-async');
    expect([answer.status, answer.body.type]).toEqual([202, 'insight.recalculate-gaps']);
    const row = await tenant.within(() => CycleModel.findById(cycle._id).lean<Cycle>());
    expect(row?.status).toBe('Closed');
  });
});
