import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { type EvaluatedCycle, makeEmployee, makeEvaluatedCycle } from '../../factories/evaluation';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const { Self, Manager, Peer } = EvaluatorType;

let tenant: TestTenant;
let made: EvaluatedCycle;
let manager: string;
let subjectToken: string;
const idOf = (at: number): string => made.subjects[at]!.employee._id;

beforeAll(async () => {
  tenant = await makeTenant();
  const boss = await makeEmployee(tenant, { firstName: 'Boss' });
  const scores = [
    [4, 4],
    [2, 3],
    [3, 3],
  ];
  const people = await Promise.all(['Ana', 'Luis', 'Sol'].map((firstName) => makeEmployee(tenant, { firstName })));
  made = await makeEvaluatedCycle(tenant, {
    subjects: scores.map(([self = 0, bySuperior = 0], at) => ({
      employee: people[at]!,
      evaluation: { calibrated: at === 2 ? 3 : null },
      evaluators: [
        { type: Self, rating: self },
        { type: Manager, evaluatorId: boss._id, rating: bySuperior, potential: 3 },
      ],
    })),
  });
  const shown = { resultsPublishedAt: now(), 'gaps.runId': newId() };
  await tenant.within(() => CycleModel.updateOne({ _id: made.cycle._id }, { $set: shown }));
  manager = await tenant.signedIn({ employeeId: boss._id });
  subjectToken = await tenant.signedIn({ employeeId: idOf(0) });
});

const get = async (path: string, token: string | null = tenant.hr) => {
  const { status, body } = await service().call('get', path, token);
  return status === 200 ? body : status;
};
const resultOf = (at: number, token?: string) =>
  get(`/api/evaluation-results/${made.cycle._id}/subjects/${idOf(at)}`, token);

describe('the reliability of a cycle', () => {
  test('quality of a cycle by type: measured where it can be, else assumed; for HR alone', async () => {
    const path = `/api/evaluation-results/${made.cycle._id}/quality`;
    const body = await get(path);
    expect([body.cycleId, body.cycle, body.types.length]).toEqual([made.cycle._id, made.cycle.name, 5]);
    expect(body.types[1]).toEqual({
      evaluatorType: 'Manager',
      subjects: 3,
      raters: 3,
      singleRater: null,
      assumed: 0.5,
      meanOf: [0.5, 0.67, 0.75, 0.8, 0.83, 0.86, 0.88, 0.89].map((reliability, at) => ({
        raters: at + 1,
        reliability,
      })),
    });
    expect(body.types[2]).toMatchObject({ evaluatorType: 'Peer', subjects: 0, raters: 0, singleRater: null });
    const other = await makeTenant();
    const refused = [null, tenant.user, manager, other.hr].map((token) => get(path, token));
    expect(await Promise.all(refused)).toEqual([401, 403, 403, 404]);
  });

  test('HR reads the interval of the cycle, a subject and a manager none', async () => {
    // Weights 2/7 and 5/7, variances 1 and 1/3: 1.645 * sqrt(4/49 * 0.7 + 25/49 * 0.5 / 3) = 0.62
    expect([(await resultOf(0)).overall, (await resultOf(0)).interval]).toEqual([4, { low: 3.38, high: 4.62 }]);
    expect([(await resultOf(0, manager)).interval, (await resultOf(0, subjectToken)).interval]).toEqual([null, null]);
    const { items } = await get(`/api/evaluation-results?cycleId=${made.cycle._id}`);
    expect(items.map(({ interval }: { interval: unknown }) => interval)).toEqual([
      { low: 3.38, high: 4.62 },
      { low: 2.09, high: 3.33 },
      { low: 2.38, high: 3.62 },
    ]);
  });

  test('who is near a border, in the nine-box and in calibration; a calibrated score is near none', async () => {
    const { boxes } = await get(`/api/nine-box?cycleId=${made.cycle._id}`);
    type Entry = { name: string; isNearBorder: boolean };
    const near = boxes.flatMap(({ employees }: { employees: Entry[] }) =>
      employees.map((of) => [of.name, of.isNearBorder]),
    );
    expect(Object.fromEntries(near)).toEqual(
      Object.fromEntries(made.subjects.map(({ employee }, at) => [employee.fullName, at !== 2])),
    );
    const session = { cycleId: made.cycle._id, name: 'All' };
    const { id } = (await service().call('post', '/api/calibration', tenant.hr).send(session)).body;
    const [{ items }, { places }] = [
      await get(`/api/calibration/${id}/entries`),
      await get(`/api/calibration/${id}/preview`),
    ];
    for (const rows of [items, places]) expect(rows.map((row: Entry) => row.isNearBorder)).toEqual([true, true, false]);
    expect(items[1].interval).toEqual({ low: 2.09, high: 3.33 });
  });

  test('statistics follow what changes; while answers come in, a minute later', async () => {
    const open = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.Open },
      subjects: [{ evaluators: [{ type: Peer, rating: 2 }] }],
    });
    const path = `/api/evaluation-results/${open.cycle._id}/quality`;
    const peers = async (): Promise<number> => (await get(path)).types[2].raters;
    expect(await peers()).toBe(1);
    const [participant] = open.subjects[0]!.participants;
    const reopen = `/api/evaluation-results/participants/${participant!._id}/reopen`;
    expect((await service().call('post', reopen, tenant.hr).send({ reason: 'Rated someone else.' })).status).toBe(200);
    expect(await peers()).toBe(1);
    await tenant.within(() => CycleModel.updateOne({ _id: open.cycle._id }, { $set: { status: CycleStatus.Closed } }));
    expect(await peers()).toBe(0);
  });
});
