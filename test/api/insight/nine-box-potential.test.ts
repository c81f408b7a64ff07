import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { newId } from '../../../shared/kernel/ids';
import { makeCalibration } from '../../factories/calibration';
import { type EvaluatedCycle, makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const reason = 'Took over the team for a quarter.';

let tenant: TestTenant;
let made: EvaluatedCycle;
let employeeId: string;
beforeEach(async () => {
  tenant = await makeTenant();
  made = await cycleOf(CycleStatus.Closed);
  employeeId = made.subjects[0]!.employee._id;
});

async function cycleOf(status: CycleStatus): Promise<EvaluatedCycle> {
  const cycle = await makeEvaluatedCycle(tenant, {
    cycle: { status },
    subjects: [{ evaluators: [{ type: EvaluatorType.Manager, rating: 3, potential: 3 }] }],
  });
  await tenant.within(() => CycleModel.updateOne({ _id: cycle.cycle._id }, { $set: { 'gaps.runId': newId() } }));
  return cycle;
}
const put = (body: object, id = employeeId, token: string | null = tenant.hr) =>
  service().call('put', `/api/nine-box/${id}/potential`, token).send(body);
const history = async (query = '') =>
  (await service().call('get', `/api/nine-box/${employeeId}/potential${query}`, tenant.hr)).body;
const placed = async () => {
  const { body } = await service().call('get', `/api/nine-box?cycleId=${made.cycle._id}`, tenant.hr);
  const box = body.boxes.find(({ count }: { count: number }) => count > 0);
  return [box.box, box.employees[0].potentialScore, box.employees[0].potentialSource];
};

describe('potential set by HR', () => {
  test('wins over the manager, is kept per cycle with reason and author, and can be withdrawn', async () => {
    expect(await placed()).toEqual([4, 3, 'Manager']);
    const answer = await put({ potential: 4.5, reason: ` ${reason} ` });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        id: expect.any(String),
        cycleId: made.cycle._id,
        cycle: made.cycle.name,
        employeeId,
        employee: made.subjects[0]!.employee.fullName,
        before: null,
        potential: 4.5,
        reason,
        byId: expect.any(String),
        by: expect.stringContaining('User'),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      },
    ]);
    expect(await placed()).toEqual([7, 4.5, 'Hr']);
    await put({ cycleId: made.cycle._id, potential: 1, reason });
    expect(await placed()).toEqual([1, 1, 'Hr']);
    expect((await put({ potential: null, reason })).body).toMatchObject({ before: 1, potential: null });
    expect(await placed()).toEqual([4, 3, 'Manager']);
    const { items, totalCount } = await history();
    expect([totalCount, items.map(({ before, potential }: Record<string, unknown>) => [before, potential])]).toEqual([
      3,
      [
        [1, null],
        [4.5, 1],
        [null, 4.5],
      ],
    ]);
    expect((await history(`?cycleId=${newId()}`)).items).toEqual([]);
  });

  test('the newer of calibration and HR counts, whichever it is', async () => {
    await put({ potential: 1, reason });
    const session = await tenant.within(() =>
      makeCalibration(made.cycle._id, [{ subjectId: employeeId, calibrated: 4, potential: 5 }]),
    );
    expect((await service().call('post', `/api/calibration/${session._id}/apply`, tenant.hr)).status).toBe(200);
    expect(await placed()).toEqual([8, 5, 'Calibration']);
    await put({ potential: 2.5, reason });
    expect(await placed()).toEqual([5, 2.5, 'Hr']);
    // A later session without a potential says nothing of it.
    const later = await tenant.within(() =>
      makeCalibration(made.cycle._id, [{ subjectId: employeeId, calibrated: 3 }], { name: 'Later' }),
    );
    expect((await service().call('post', `/api/calibration/${later._id}/apply`, tenant.hr)).status).toBe(200);
    expect(await placed()).toEqual([4, 2.5, 'Hr']);
  });

  test.each<[string, object, string]>([
    ['0', { potential: 0, reason }, 'potential'],
    ['6', { potential: 6, reason }, 'potential'],
    ['three decimals', { potential: 3.999, reason }, 'potential'],
    ['absent', { reason }, 'potential'],
    ['a short reason', { potential: 3, reason: 'too short' }, 'reason'],
    ['an unknown cycle', { cycleId: newId(), potential: 3, reason }, 'cycleId'],
  ])('%s is VALIDATION', async (_case, body, field) => {
    const answer = await put(body);
    expect([answer.status, answer.body.validationErrors?.[0]?.field]).toEqual([400, field]);
    expect((await history()).totalCount).toBe(0);
  });

  test.each([CycleStatus.Draft, CycleStatus.Archived])('a cycle that is %s: 409', async (status) => {
    const other = await cycleOf(status);
    const answer = await put({ cycleId: other.cycle._id, potential: 3, reason }, other.subjects[0]!.employee._id);
    expect([answer.status, answer.body.errorMessage]).toEqual([409, expect.stringContaining(status)]);
  });

  test('no cycle named and none Closed: 409', async () => {
    const { _id } = made.cycle;
    await tenant.within(() => CycleModel.updateOne({ _id }, { $set: { status: CycleStatus.InProgress } }));
    expect((await put({ potential: 3, reason })).body.errorCode).toBe('CONFLICT');
    expect((await put({ cycleId: _id, potential: 3, reason })).status).toBe(200);
  });

  test('no cycle Closed, and an id that names no one of the organization: 404 all the same', async () => {
    await tenant.within(() =>
      CycleModel.updateOne({ _id: made.cycle._id }, { $set: { status: CycleStatus.InProgress } }),
    );
    const other = await makeTenant();
    const foreign = await makeEmployee(other);
    for (const id of [newId(), foreign._id, 'no-id', '9'])
      for (const body of [
        { potential: 3, reason },
        { potential: 9, reason },
        { cycleId: newId(), potential: 3, reason },
      ])
        expect([id, (await put(body, id)).status]).toEqual([id, 404]);
    for (const id of [newId(), foreign._id, 'no-id'])
      expect((await service().call('get', `/api/nine-box/${id}/potential`, tenant.hr)).status).toBe(404);
  });

  test('401, 403, and 404 for who is no subject, unknown, or of another organization', async () => {
    const body = { potential: 3, reason };
    const outsider = await makeEmployee(tenant);
    const other = await makeTenant();
    const answers = [
      await put(body, employeeId, null),
      await put(body, employeeId, tenant.user),
      await put(body, outsider._id),
      await put(body, newId()),
      await put({ ...body, cycleId: made.cycle._id }, employeeId, other.hr),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 404, 404, 404]);
    expect((await service().call('get', `/api/nine-box/${employeeId}/potential`, other.hr)).status).toBe(404);
  });
});
