import type { GapView } from '../../../api/insight/gap-analysis.dto';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel, GapsState } from '../../../shared/evaluation/cycles/cycle.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import {
  changeEmployee,
  type EvaluatedCycle,
  makeCycle,
  makeEvaluatedCycle,
  makeTemplate,
} from '../../factories/evaluation';
import { makeCompetency, makeJobProfile } from '../../factories/framework';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { useService } from '../../support/service';

const service = useService();

interface Organization {
  tenant: TestTenant;
  /** The competency that everyone's present profile requires at level 5; the cycles asked for 3. */
  alpha: string;
  departmentId: string;
  old: EvaluatedCycle;
  recent: EvaluatedCycle;
}

/**
 * Three employees: the first was rated 2 in the old cycle and 4 in the recent one, the second 3 in the old one and has not
 * submitted in the recent one, the third 5 in an open cycle alone. The first is in a department.
 */
async function makeOrganization(): Promise<Organization> {
  const tenant = await makeTenant();
  const { alpha, profileId, departmentId } = await tenant.within(async () => {
    const alphaId = (await makeCompetency({ name: 'Alpha' }))._id;
    const profile = await makeJobProfile([{ competencyId: alphaId, requiredLevel: 5, isCritical: true }]);
    const department = await DepartmentModel.create({ name: 'Sales' });
    return { alpha: alphaId, profileId: profile._id, departmentId: department._id };
  });
  const template = await makeTemplate(tenant, { items: [templateItem({ competencyId: alpha })] });
  const requirements = [{ requirementId: alpha, requirement: 'Alpha', requiredLevel: 3, isCritical: false }];
  const rated = (rating: number | null) => [{ type: EvaluatorType.Self, rating }];
  const old = await makeEvaluatedCycle(tenant, {
    template,
    cycle: { name: 'Old', closedAt: new Date('2025-01-01') },
    subjects: [
      { requirements, evaluators: rated(2) },
      { requirements, evaluators: rated(3) },
      { requirements, evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress }] },
    ],
  });
  const [first, second, third] = old.subjects.map(({ employee }) => employee);
  const recent = await makeEvaluatedCycle(tenant, {
    template,
    cycle: { name: 'Recent', closedAt: new Date('2026-01-01') },
    subjects: [
      { employee: first!, requirements, evaluators: rated(4) },
      {
        employee: second!,
        requirements,
        evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress }],
      },
    ],
  });
  await makeEvaluatedCycle(tenant, {
    template,
    cycle: { name: 'Running', status: CycleStatus.Open },
    subjects: [{ employee: third!, requirements, evaluators: rated(5) }],
  });
  await tenant.within(async () => {
    await EmployeeModel.updateMany(
      { _id: { $in: [first!._id, second!._id, third!._id] } },
      { $set: { jobProfileId: profileId } },
    );
    await EmployeeModel.updateOne({ _id: first!._id }, { $set: { departmentId } });
  });
  return { tenant, alpha, departmentId, old, recent };
}

let here: Organization;
beforeAll(async () => {
  here = await makeOrganization();
});

const run = (body: object, { tenant } = here) => service().call('post', '/api/gap-analysis/run', tenant.hr).send(body);
const list = async (query: string, { tenant } = here): Promise<GapView[]> =>
  (await service().call('get', `/api/gap-analysis?${query}`, tenant.hr)).body.items;
const figures = (rows: GapView[], { old } = here) =>
  rows
    .map(({ employeeId, requirement, requiredLevel, currentLevel, gapLevel, priority, isCritical }) => [
      old.subjects.findIndex(({ employee }) => employee._id === employeeId),
      requirement,
      requiredLevel,
      currentLevel,
      gapLevel,
      priority,
      isCritical,
    ])
    .sort();

describe('on-demand gap analysis without a cycle', () => {
  test('the newest closed cycle with submitted answers, against the requirements of today’s profile', async () => {
    const answer = await run({});
    expect([answer.status, answer.body]).toEqual([200, { subjects: 3, rows: 2 }]);
    const rows = await list('cycleId=none');
    expect(figures(rows)).toEqual([
      [0, 'Alpha', 5, 4, 1, 2, true],
      [1, 'Alpha', 5, 3, 2, 1, true],
    ]);
    expect(rows.map(({ cycleId, cycle }) => [cycleId, cycle])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(rows.find(({ departmentId }) => departmentId !== null)!.department).toBe('Sales');
  });

  test('the rows without a cycle stay out of the list of a cycle, and of the default one', async () => {
    await run({});
    for (const query of ['', `cycleId=${here.recent.cycle._id}`]) expect(await list(query)).toEqual([]);
  });

  test('the next run replaces all rows of the one before, also when it is narrowed', async () => {
    await run({});
    expect((await run({ departmentId: here.departmentId })).body).toEqual({ subjects: 1, rows: 1 });
    expect(figures(await list('cycleId=none'))).toEqual([[0, 'Alpha', 5, 4, 1, 2, true]]);
    const second = here.old.subjects[1]!.employee._id;
    expect((await run({ employeeIds: [second] })).body).toEqual({ subjects: 1, rows: 1 });
    expect(figures(await list('cycleId=none'))).toEqual([[1, 'Alpha', 5, 3, 2, 1, true]]);
    expect((await run({ employeeIds: [second], departmentId: here.departmentId })).body).toEqual({
      subjects: 0,
      rows: 0,
    });
    expect(await list('cycleId=none')).toEqual([]);
  });

  test.each([
    ['maxPriority=1', [[1, 'Alpha', 5, 3, 2, 1, true]]],
    ['isCritical=false', []],
    ['isCritical=true&maxPriority=1', [[1, 'Alpha', 5, 3, 2, 1, true]]],
    ['requirementId=REQUIREMENT&departmentId=DEPARTMENT', [[0, 'Alpha', 5, 4, 1, 2, true]]],
  ])('the filters work on rows without a cycle: %s', async (query, expected) => {
    await run({});
    const filled = query.replace('REQUIREMENT', here.alpha).replace('DEPARTMENT', here.departmentId);
    expect(figures(await list(`cycleId=none&${filled}`))).toEqual(expected);
  });

  test('who has left is left out, and whoever is deleted is not shown', async () => {
    const there = await makeOrganization();
    const [first, second] = there.old.subjects.map(({ employee }) => employee._id);
    await run({}, there);
    await changeEmployee(there.tenant, first!, { isDeleted: true });
    expect(figures(await list('cycleId=none', there), there)).toEqual([[1, 'Alpha', 5, 3, 2, 1, true]]);
    await there.tenant.within(() =>
      EmployeeModel.updateOne({ _id: second! }, { $set: { status: EmployeeStatus.Terminated } }),
    );
    expect((await run({}, there)).body).toEqual({ subjects: 1, rows: 0 });
  });

  test('Prefer: respond-async answers 202 with the job', async () => {
    const answer = await run({}).set('Prefer', 'respond-async');
    expect([answer.status, answer.body.type]).toEqual([202, 'insight.analyse-gaps']);
    expect(answer.headers.location).toBe(`/api/jobs/${answer.body.id}`);
  });
});

describe('a gap run of a cycle', () => {
  test('calculates a closed cycle again, from the requirements of its generation', async () => {
    const there = await makeOrganization();
    const cycleId = there.old.cycle._id;
    expect((await run({ cycleId }, there)).body).toEqual({ subjects: 3, rows: 2 });
    const rows = await list(`cycleId=${cycleId}`, there);
    expect(figures(rows, there)).toEqual([
      [0, 'Alpha', 3, 2, 1, 3, false],
      [1, 'Alpha', 3, 3, 0, 4, false],
    ]);
    expect(new Set(rows.map(({ cycle }) => cycle))).toEqual(new Set(['Old']));
  });

  test.each([CycleStatus.Draft, CycleStatus.Open, CycleStatus.InProgress])(
    'of a cycle that is %s is 409 with the state',
    async (status) => {
      const cycle = await makeCycle(here.tenant, { status });
      const answer = await run({ cycleId: cycle._id });
      expect([answer.status, answer.body.errorCode]).toEqual([409, 'CONFLICT']);
      expect(answer.body.errorMessage).toContain(`The cycle is ${status}`);
      const stored = await here.tenant.within(() => CycleModel.findById(cycle._id).lean().exec());
      expect(stored!.gaps.state).toBe(GapsState.None);
    },
  );

  test('a required competency that no one rated is a row of the heatmap without figures', async () => {
    const tenant = await makeTenant();
    const competencyId = newId();
    const template = await makeTemplate(tenant, { items: [templateItem({ competencyId })] });
    const level = { requiredLevel: 3, isCritical: true };
    const requirements = [
      { ...level, requirementId: competencyId, requirement: 'Rated' },
      { ...level, requirementId: newId(), requirement: 'Unrated' },
    ];
    const { cycle } = await makeEvaluatedCycle(tenant, {
      template,
      cycle: { status: CycleStatus.InProgress },
      subjects: [{ requirements, evaluators: [{ type: EvaluatorType.Self, rating: 2 }] }],
    });
    await service().call('post', `/api/evaluation-cycles/${cycle._id}/status/3`, tenant.hr).expect(200);
    const { body } = await service().call('get', `/api/gap-heatmap?cycleId=${cycle._id}`, tenant.hr).expect(200);
    expect(body.rows).toMatchObject([
      { requirement: 'Rated', averageGap: 1, affected: 1, percent: 100, cells: [1] },
      { requirement: 'Unrated', isCritical: true, averageGap: null, affected: 0, percent: null, cells: [null] },
    ]);
    const dashboard = await service().call('get', '/api/dashboards/organizational', tenant.hr).expect(200);
    expect(dashboard.body.topGaps).toMatchObject([{ requirement: 'Rated' }]);
  });

  test('while a cycle is Open or InProgress its gaps and its heatmap are those of the last Closed one', async () => {
    const there = await makeOrganization();
    await run({ cycleId: there.recent.cycle._id }, there);
    for (const status of [CycleStatus.Open, CycleStatus.InProgress]) {
      const open = await makeCycle(there.tenant, { status });
      const rows = await list(`cycleId=${open._id}`, there);
      expect(rows.map(({ cycleId, cycle }) => [cycleId, cycle])).toEqual([[there.recent.cycle._id, 'Recent']]);
      const heatmap = await service().call('get', `/api/gap-heatmap?cycleId=${open._id}`, there.tenant.hr);
      expect([heatmap.body.cycle, heatmap.body.rows.length]).toEqual(['Recent', 1]);
    }
    const draft = await makeCycle(there.tenant);
    expect(await list(`cycleId=${draft._id}`, there)).toEqual([]);
  });

  test('with a cycle the whole of it is calculated, whatever else is named', async () => {
    const there = await makeOrganization();
    const whole = await run({ cycleId: there.recent.cycle._id }, there);
    const part = { departmentId: there.departmentId, employeeIds: [there.recent.subjects[0]!.employee._id] };
    const again = await run({ cycleId: there.recent.cycle._id, ...part }, there);
    expect([again.status, again.body]).toEqual([200, whole.body]);
    expect(whole.body.subjects).toBe(there.recent.subjects.length);
  });

  test('a cycle that is opened again shows no gaps of its own, without another Closed one none at all', async () => {
    const tenant = await makeTenant();
    const made = await makeEvaluatedCycle(tenant);
    await run({ cycleId: made.cycle._id }, { ...here, tenant });
    await service().call('post', `/api/evaluation-cycles/${made.cycle._id}/status/Open`, tenant.hr);
    expect(await list(`cycleId=${made.cycle._id}`, { ...here, tenant })).toEqual([]);
    const heatmap = await service().call('get', `/api/gap-heatmap?cycleId=${made.cycle._id}`, tenant.hr);
    expect([heatmap.body.calculatedAt, heatmap.body.rows]).toEqual([null, []]);
  });
});

describe('bad input', () => {
  const unknown = newId();
  test.each([
    ['an unknown cycle', () => ({ cycleId: unknown }), ['cycleId']],
    ['a malformed cycle', () => ({ cycleId: 'none' }), ['cycleId']],
    ['an unknown department', () => ({ departmentId: unknown }), ['departmentId']],
    ['an unknown employee', () => ({ employeeIds: [unknown] }), ['employeeIds[0]']],
    ['nobody', () => ({ employeeIds: [] }), ['employeeIds']],
    [
      'an unknown department and employee beside a cycle',
      () => ({ cycleId: here.old.cycle._id, departmentId: unknown, employeeIds: [unknown] }),
      ['departmentId', 'employeeIds[0]'],
    ],
  ])('%s is 400 VALIDATION on the field', async (_case, body, fields) => {
    const answer = await run(body());
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION']);
    expect(answer.body.validationErrors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  test('a department or job profile of the heatmap that no one had leaves no subjects', async () => {
    const path = `/api/gap-heatmap?cycleId=${here.recent.cycle._id}`;
    for (const filter of [`departmentId=${unknown}`, 'jobProfileId=x']) {
      const answer = await service().call('get', `${path}&${filter}`, here.tenant.hr);
      expect([answer.status, answer.body.subjects, answer.body.rows]).toEqual([200, [], []]);
    }
  });

  test('who may: 401, 403', async () => {
    expect((await service().call('post', '/api/gap-analysis/run').send({})).status).toBe(401);
    expect((await service().call('post', '/api/gap-analysis/run', here.tenant.user).send({})).status).toBe(403);
  });
});
