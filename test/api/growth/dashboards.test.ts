import { organizationalDashboard } from '../../../api/growth/dashboards/organizational-dashboard.queries';
import { CycleStatus } from '../../../shared/evaluation/cycles/cycle-status';
import { CycleModel } from '../../../shared/evaluation/cycles/cycle.model';
import { EvaluationModel, type RequirementSnapshot } from '../../../shared/evaluation/evaluation.model';
import { ParticipantStatus } from '../../../shared/evaluation/participants/participant-status';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { EvaluatorType } from '../../../shared/framework/evaluator-type';
import { DevelopmentPlanStatus } from '../../../shared/growth/development-plan-status';
import { GoalStatus } from '../../../shared/growth/goals/goal-status';
import { now } from '../../../shared/kernel/clock';
import { newId } from '../../../shared/kernel/ids';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { recalculateGaps } from '../../../worker/insight/recalculate-gaps.job';
import { makeCalibration } from '../../factories/calibration';
import { makeCareerPath } from '../../factories/career-path';
import { makeDevelopmentPlan } from '../../factories/development-plan';
import { makeEmployee, makeEmployees } from '../../factories/employee';
import {
  changeEmployee,
  type EvaluatedCycle,
  makeEvaluatedCycle,
  makeTemplate,
  settled,
} from '../../factories/evaluation';
import { keyResult, makeGoal } from '../../factories/goal';
import { makeClosedSurvey, makeSurvey } from '../../factories/survey';
import { templateItem } from '../../factories/template-item';
import { makeTenant, type TestTenant } from '../../factories/tenant';
import { commandsOf } from '../../support/command-count';
import { runHandler } from '../../support/run-handler';
import { useService } from '../../support/service';

const service = useService({ worker: false });
const get = (path: string, token: string | null) => service().call('get', path, token);
const organizational = (tenant: TestTenant, query = '') => get(`/api/dashboards/organizational${query}`, tenant.hr);

const [LISTENING, PLANNING] = [newId(), newId()];
const requirement = (
  requirementId: string,
  name: string,
  requiredLevel: number,
  isCritical = false,
): RequirementSnapshot => ({ requirementId, requirement: name, requiredLevel, isCritical });
const REQUIREMENTS = [requirement(LISTENING, 'Listening', 5, true), requirement(PLANNING, 'Planning', 4)];

/** Commands of a look at an organizational dashboard that counts no rows of a cycle. */
const LOOK_COMMANDS = 13;
/** And those that ask whether readiness is the same, where it stands in for a potential that no one has judged. */
const READINESS_COMMANDS = 5;

interface Evaluated {
  tenant: TestTenant;
  made: EvaluatedCycle;
}

/** Three subjects of a Closed cycle, rated 5, 3 and not at all, with their gaps. */
async function evaluatedTenant(): Promise<Evaluated> {
  const tenant = await makeTenant();
  const items = [templateItem({ competencyId: LISTENING }), templateItem({ competencyId: PLANNING })];
  const self = (rating: number) => [{ type: EvaluatorType.Self, rating }];
  const made = await makeEvaluatedCycle(tenant, {
    template: await makeTemplate(tenant, { items }),
    subjects: [
      { evaluators: self(5), requirements: REQUIREMENTS },
      { evaluators: self(3), requirements: REQUIREMENTS },
      {
        evaluators: [{ type: EvaluatorType.Self, status: ParticipantStatus.InProgress, rating: null }],
        requirements: REQUIREMENTS,
      },
    ],
  });
  await calculateGaps(tenant, made.cycle._id);
  return { tenant, made };
}

function calculateGaps(tenant: TestTenant, cycleId: string): Promise<unknown> {
  return tenant.within(() => runHandler(recalculateGaps, { cycleId }));
}

describe('organizational dashboard', () => {
  test('an organization without anything has zeros and nulls', async () => {
    const { status, body } = await organizational(await makeTenant());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      headcount: { total: 0, active: 0, onLeave: 0, terminated: 0, byDepartment: [] },
      cycle: null,
      participation: null,
      scores: null,
      topGaps: null,
      nineBox: null,
      cycles: [],
      goals: [],
      survey: null,
      developmentPlans: { open: 0 },
    });
  });

  test('headcount by status and department, by hand', async () => {
    const tenant = await makeTenant();
    await tenant.within(async () => {
      const sales = (await DepartmentModel.create({ name: 'Sales' }))._id;
      await makeEmployees([
        { departmentId: sales },
        { departmentId: sales, status: EmployeeStatus.OnLeave },
        { departmentId: sales, status: EmployeeStatus.Terminated },
        {},
        { isDeleted: true },
      ]);
    });
    const { body } = await organizational(tenant);
    expect(body.headcount).toEqual({
      total: 3,
      active: 2,
      onLeave: 1,
      terminated: 1,
      byDepartment: [
        { departmentId: expect.any(String), department: 'Sales', total: 2, active: 1, onLeave: 1, terminated: 1 },
        { departmentId: null, department: null, total: 1, active: 1, onLeave: 0, terminated: 0 },
      ],
    });
  });

  test('participation, scores, gaps and nine-box are the figures of their own routes', async () => {
    const { tenant, made } = await evaluatedTenant();
    const { body } = await organizational(tenant);
    expect(body.cycle).toMatchObject({ id: made.cycle._id, name: made.cycle.name, status: 'Closed' });
    expect(body.participation).toMatchObject({ subjects: 3, participants: 3, submitted: 2, rate: 0.6667 });
    expect(body.participation.byEvaluatorType[0]).toEqual({ evaluatorType: 'Self', total: 3, submitted: 2 });
    const completion = (await get(`/api/evaluation-cycles/${made.cycle._id}/completion`, tenant.hr)).body;
    expect(body.participation.byEvaluatorType).toEqual(completion.byEvaluatorType);
    expect(body.scores.bins.map(({ count }: { count: number }) => count)).toEqual([0, 0, 1, 1]);
    expect(body.scores.withoutScore).toBe(1);
    const heatmap = (await get(`/api/gap-heatmap?cycleId=${made.cycle._id}`, tenant.hr)).body;
    const rows = heatmap.rows.map(({ cells: _cells, ...row }: { cells: unknown; burden: number }) => row);
    expect(body.topGaps).toEqual(rows.sort((a: { burden: number }, b: { burden: number }) => b.burden - a.burden));
    expect(body.topGaps[0]).toEqual({
      requirementId: LISTENING,
      requirement: 'Listening',
      isCritical: true,
      averageGap: 1,
      affected: 1,
      percent: 50,
      burden: 2,
    });
    expect(body.scores.byDepartment).toEqual([{ departmentId: null, department: null, scored: 2, mean: 4 }]);
    const levels: number[] = heatmap.rows.flatMap(({ cells }: { cells: (number | null)[] }) =>
      cells.filter((level) => level !== null),
    );
    const averageGap = levels.reduce((sum, level) => sum + level, 0) / levels.length;
    const { _id: id, name } = made.cycle;
    expect(body.cycles).toEqual([
      { id, name, status: 'Closed', participants: 3, submitted: 2, rate: 0.6667, averageGap },
    ]);
    const nineBox = (await get('/api/nine-box', tenant.hr)).body;
    expect(body.nineBox).toEqual({
      boxes: nineBox.boxes.map(({ box, label, count }: Record<string, unknown>) => ({ box, label, count })),
      unplaced: nineBox.unplaced.length,
    });
    expect(body.nineBox.boxes.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(2);
  });

  test('what was counted is counted again as soon as a row behind it changes', async () => {
    const { tenant, made } = await evaluatedTenant();
    const boxes = async () => {
      const { body } = await organizational(tenant);
      return [
        body.scores.bins.map(({ count }: { count: number }) => count).join(),
        body.nineBox.boxes.map(({ count }: { count: number }) => count).join(),
        body.topGaps.length,
      ];
    };
    const before = await boxes();
    expect(await boxes()).toEqual(before);
    const [first, second] = made.subjects;
    await tenant.within(async () => {
      await EvaluationModel.updateOne({ _id: second!.evaluation._id }, { $set: { calibrated: 5 } });
      await settled(made.cycle._id, [second!.employee._id]);
    });
    const calibrated = await boxes();
    expect(calibrated[0]).toBe('0,0,0,2');
    await changeEmployee(tenant, first!.employee._id, { isDeleted: true });
    expect((await boxes())[0]).toBe('0,0,0,1');
    const settings = await service()
      .call('put', '/api/tenant-settings', tenant.admin)
      .send({ nineBox: { lowBelow: 4.5, highFrom: 5 } });
    expect(settings.status).toBe(200);
    const nineBox = (await get('/api/nine-box', tenant.hr)).body;
    expect((await boxes())[1]).toBe(nineBox.boxes.map(({ count }: { count: number }) => count).join());
  });

  describe('the cached boxes of a cycle', () => {
    const setPotential = async ({ tenant, made }: Evaluated, at: number, potential: number | null): Promise<void> => {
      const { status } = await service()
        .call('put', `/api/nine-box/${made.subjects[at]!.employee._id}/potential`, tenant.hr)
        .send({ potential, reason: 'seen at work' });
      expect(status).toBe(200);
    };
    const expectSameCounts = async (tenant: TestTenant): Promise<void> => {
      const { boxes, unplaced } = (await get('/api/nine-box', tenant.hr)).body;
      const counts = boxes.map(({ box, label, count }: Record<string, unknown>) => ({ box, label, count }));
      expect((await organizational(tenant)).body.nineBox).toEqual({ boxes: counts, unplaced: unplaced.length });
    };
    const look = (tenant: TestTenant) => commandsOf(() => tenant.within(() => organizationalDashboard(undefined)));

    test('show a potential that HR sets at the next look', async () => {
      const evaluated = await evaluatedTenant();
      const { tenant, made } = evaluated;
      await organizational(tenant);
      // From readiness, to another box, back to readiness, and a subject without a score, who stays outside.
      for (const [at, potential] of [
        [0, 1],
        [0, 5],
        [1, 3],
        [0, null],
        [2, 4],
      ] as const) {
        await setPotential(evaluated, at, potential);
        await expectSameCounts(tenant);
      }
      await Promise.all([0, 1, 0, 1].map((at, turn) => setPotential(evaluated, at, 2 + turn)));
      await expectSameCounts(tenant);
      await changeEmployee(tenant, made.subjects[0]!.employee._id, { isDeleted: true });
      await setPotential(evaluated, 1, 2);
      await expectSameCounts(tenant);
    });

    test('show a calibration at the next look after it is applied', async () => {
      const { tenant, made } = await evaluatedTenant();
      await organizational(tenant);
      const entries = [
        { subjectId: made.subjects[0]!.employee._id, calibrated: 1, potential: 1 },
        { subjectId: made.subjects[2]!.employee._id, calibrated: 5 },
      ];
      const { _id } = await tenant.within(() => makeCalibration(made.cycle._id, entries));
      const before = (await organizational(tenant)).body.nineBox;
      const { status } = await service().call('post', `/api/calibration/${_id}/apply`, tenant.hr);
      expect(status).toBe(200);
      expect((await organizational(tenant)).body.nineBox).not.toEqual(before);
      await expectSameCounts(tenant);
    });

    test('are counted again after a change of employees only while readiness stands in for a potential', async () => {
      const evaluated = await evaluatedTenant();
      const { tenant } = evaluated;
      const hire = () => tenant.within(() => makeEmployee());
      for (const at of [0, 1, 2]) await setPotential(evaluated, at, 3);
      await organizational(tenant);
      await hire();
      expect((await look(tenant)).length).toBeLessThanOrEqual(LOOK_COMMANDS);
      await expectSameCounts(tenant);
      await setPotential(evaluated, 0, null);
      await organizational(tenant);
      expect((await look(tenant)).length).toBeLessThanOrEqual(LOOK_COMMANDS + READINESS_COMMANDS);
      await hire();
      expect((await look(tenant)).length).toBeGreaterThan(LOOK_COMMANDS + READINESS_COMMANDS);
      await expectSameCounts(tenant);
      await setPotential(evaluated, 0, 5);
      await organizational(tenant);
      await hire();
      expect((await look(tenant)).length).toBeLessThanOrEqual(LOOK_COMMANDS);
      await expectSameCounts(tenant);
    });
  });

  test('goals, plans and the eNPS of the survey that was closed last', async () => {
    const tenant = await makeTenant();
    const [older, newer] = await tenant.within(async () => {
      const employee = await makeEmployee();
      await makeGoal({ keyResults: [keyResult({ currentValue: 5 })] });
      await makeGoal({ keyResults: [keyResult({ currentValue: 10 })] });
      await makeGoal({ status: GoalStatus.Draft });
      for (const status of [
        DevelopmentPlanStatus.PendingApproval,
        DevelopmentPlanStatus.InProgress,
        DevelopmentPlanStatus.Draft,
      ])
        await makeDevelopmentPlan(employee._id, { status });
      const first = await makeClosedSurvey(Array.from({ length: 6 }, () => ({ score: 10 })));
      const last = await makeClosedSurvey(Array.from({ length: 6 }, (_none, at) => ({ score: at < 2 ? 0 : 9 })));
      await makeSurvey();
      return [first, last];
    });
    const { body } = await organizational(tenant);
    expect(body.goals).toEqual([
      { level: 'Company', status: 'Draft', count: 1, progress: 0 },
      { level: 'Company', status: 'Active', count: 2, progress: 75 },
    ]);
    expect(body.developmentPlans.open).toBe(2);
    expect(body.developmentPlans.byStatus).toContainEqual({ status: 'Draft', count: 1 });
    expect(body.survey).toMatchObject({ id: newer, responses: 6, eNPS: 33 });
    expect((await get(`/api/pulse-surveys/${newer}/results`, tenant.hr)).body.eNPS).toBe(33);
    expect(older).not.toBe(newer);
  });

  test('an eNPS below the threshold is not shown', async () => {
    const tenant = await makeTenant();
    await tenant.within(() => makeClosedSurvey(Array.from({ length: 4 }, () => ({ score: 10 }))));
    expect((await organizational(tenant)).body.survey).toMatchObject({ responses: 4, eNPS: null });
  });

  test('few commands once the cycle is counted, on career paths too', async () => {
    const { tenant, made } = await evaluatedTenant();
    await tenant.within(() => makeCareerPath([], [made.subjects[0]!.employee._id]));
    await organizational(tenant);
    const commands = await commandsOf(() => tenant.within(() => organizationalDashboard(undefined)));
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.length).toBeLessThanOrEqual(LOOK_COMMANDS + READINESS_COMMANDS);
  });

  test('a cycle by its id; unknown ones are 404, malformed ones 400; others than HR 403 without a body', async () => {
    const { tenant, made } = await evaluatedTenant();
    await tenant.within(async () =>
      CycleModel.updateOne({ _id: made.cycle._id }, { $set: { status: CycleStatus.Open, closedAt: null } }),
    );
    expect((await organizational(tenant)).body.cycle).toBeNull();
    expect((await organizational(tenant, `?cycleId=${made.cycle._id}`)).body.participation.submitted).toBe(2);
    expect((await organizational(tenant, `?cycleId=${newId()}`)).status).toBe(404);
    expect((await organizational(tenant, '?cycleId=x')).body.errorCode).toBe('VALIDATION');
    const other = await makeTenant();
    expect((await organizational(other, `?cycleId=${made.cycle._id}`)).status).toBe(404);
    const user = await get('/api/dashboards/organizational', tenant.user);
    expect([user.status, user.text]).toEqual([403, '']);
  });
});

describe('manager dashboard', () => {
  test('the reports with their results, gaps and plans; someone without reports gets 403 without a body', async () => {
    const { tenant, made } = await evaluatedTenant();
    const [first, second] = made.subjects;
    const manager = await tenant.within(async () => {
      const boss = await makeEmployee();
      await EmployeeModel.updateMany(
        { _id: { $in: [first!.employee._id, second!.employee._id] } },
        { $set: { managerId: boss._id } },
      );
      await makeDevelopmentPlan(second!.employee._id, {
        title: 'Grow',
        status: DevelopmentPlanStatus.PendingApproval,
        submittedAt: now(),
      });
      await makeDevelopmentPlan(second!.employee._id, { status: DevelopmentPlanStatus.Draft });
      await makeDevelopmentPlan(made.subjects[2]!.employee._id, { status: DevelopmentPlanStatus.PendingApproval });
      return boss;
    });
    const token = await tenant.signedIn({ employeeId: manager._id });
    const { status, body } = await get('/api/dashboards/manager', token);
    expect(status).toBe(200);
    expect(body.cycle.id).toBe(made.cycle._id);
    expect(body.reports.map(({ id }: { id: string }) => id).sort()).toEqual(
      [first!.employee._id, second!.employee._id].sort(),
    );
    const report = body.reports.find(({ id }: { id: string }) => id === second!.employee._id);
    expect(report.result).toEqual({
      effective: null, // nothing but Self is shown
      releasedAt: null,
      hiddenTypes: [],
      scale: { min: 1, max: 5 },
      submitted: 1,
      totalParticipants: 1,
      complete: true,
      gaps: [],
    });
    const detail = await get(`/api/evaluation-results/${made.cycle._id}/subjects/${second!.employee._id}`, token);
    expect(detail.body.effective).toBe(report.result.effective);
    expect(body.plansAwaitingApproval).toEqual([
      {
        id: expect.any(String),
        title: 'Grow',
        employeeId: second!.employee._id,
        employee: second!.employee.fullName,
        submittedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(report).toMatchObject({ goals: { open: 0, progress: null }, evaluation: null });
    expect(report.developmentPlans.map(({ status: state }: { status: string }) => state).sort()).toEqual([
      'Draft',
      'PendingApproval',
    ]);
    const mine = await get('/api/my-dashboard', token);
    expect(mine.body.plansToApprove).toEqual(body.plansAwaitingApproval);
    for (const stranger of [tenant.user, await tenant.signedIn({ employeeId: second!.employee._id })]) {
      const refused = await get('/api/dashboards/manager', stranger);
      expect([refused.status, refused.text]).toEqual([403, '']);
    }
  });

  test('while a cycle takes answers nothing tells whether a peer has submitted', async () => {
    const shown = await Promise.all(
      [ParticipantStatus.InProgress, ParticipantStatus.Submitted].map(async (status) => {
        const tenant = await makeTenant();
        const boss = await tenant.within(() => makeEmployee());
        const self = { type: EvaluatorType.Self };
        const peer = { type: EvaluatorType.Peer, status, rating: status === ParticipantStatus.Submitted ? 4 : null };
        const { subjects } = await makeEvaluatedCycle(tenant, {
          cycle: { status: CycleStatus.Open },
          subjects: [{ evaluators: [self, peer] }],
        });
        const report = { _id: subjects[0]!.employee._id };
        await tenant.within(() => EmployeeModel.updateOne(report, { $set: { managerId: boss._id } }).exec());
        const token = await tenant.signedIn({ employeeId: boss._id });
        const { body } = await get('/api/dashboards/manager', token);
        return body.reports.map(({ evaluation, result }: Record<string, unknown>) => ({ evaluation, result }));
      }),
    );
    expect(shown[0]).toEqual([{ evaluation: { totalParticipants: 2, self: 'Submitted', mine: null }, result: null }]);
    expect(shown[1]).toEqual(shown[0]);
  });

  test('the number of commands does not depend on the number of reports', async () => {
    const counts: number[] = [];
    for (const reports of [1, 8]) {
      const tenant = await makeTenant();
      const made = await makeEvaluatedCycle(tenant, { subjects: reports });
      const token = await tenant.within(async () => {
        const boss = await makeEmployee();
        await EmployeeModel.updateMany(
          { _id: { $in: made.subjects.map(({ employee }) => employee._id) } },
          { $set: { managerId: boss._id } },
        );
        return tenant.signedIn({ employeeId: boss._id });
      });
      await get('/api/dashboards/manager', token); // fills the caches of sessions
      counts.push(
        (
          await commandsOf(() =>
            get('/api/dashboards/manager', token).then(({ body }) => expect(body.reports).toHaveLength(reports)),
          )
        ).length,
      );
    }
    expect(counts[1]).toBe(counts[0]);
  });
});

describe('my dashboard', () => {
  test('evaluations and surveys to answer, goals, plans and unread notifications', async () => {
    const { tenant, made } = await evaluatedTenant();
    const person = made.subjects[2]!.employee;
    const token = await tenant.signedIn({ employeeId: person._id });
    const open = await makeEvaluatedCycle(tenant, {
      cycle: { status: CycleStatus.Open },
      subjects: [
        {
          evaluators: [
            { type: EvaluatorType.Peer, evaluatorId: person._id, status: ParticipantStatus.InProgress, rating: null },
          ],
        },
      ],
    });
    const draft = {
      cycle: { status: CycleStatus.Draft },
      subjects: [
        {
          evaluators: [
            { type: EvaluatorType.Peer, evaluatorId: person._id, status: ParticipantStatus.InProgress, rating: null },
          ],
        },
      ],
    };
    await makeEvaluatedCycle(tenant, draft);
    const surveyId = await tenant.within(async () => {
      await makeGoal({ title: 'Mine', ownerEmployeeId: person._id, keyResults: [keyResult({ currentValue: 3 })] });
      await makeGoal({ ownerEmployeeId: person._id, status: GoalStatus.Completed });
      await makeDevelopmentPlan(person._id, { title: 'Grow', status: DevelopmentPlanStatus.InProgress });
      await makeDevelopmentPlan(person._id, { status: DevelopmentPlanStatus.Completed });
      return makeSurvey({ name: 'Pulse' });
    });
    await service().call('post', `/api/pulse-surveys/${surveyId}/open`, tenant.hr);
    const { status, body } = await get('/api/my-dashboard', token);
    expect(status).toBe(200);
    expect(body).toEqual({
      evaluationsToAnswer: {
        count: 1,
        items: [
          expect.objectContaining({
            cycleId: open.cycle._id,
            subjectId: open.subjects[0]!.employee._id,
            subject: open.subjects[0]!.employee.fullName,
            evaluatorType: 'Peer',
          }),
        ],
      },
      results: null,
      goals: [expect.objectContaining({ title: 'Mine', progress: 30 })],
      developmentPlans: [
        { id: expect.any(String), title: 'Grow', status: 'InProgress', actions: 1, completedActions: 0 },
      ],
      plansToApprove: [],
      nominationsToSubmit: [],
      nominationsToDecide: 0,
      surveysToAnswer: [{ id: surveyId, name: 'Pulse', openedAt: expect.stringMatching(/Z$/) }],
      unreadNotifications: 0,
      readiness: null,
    });
  });

  test.each<[string, number, number | null, number]>([
    ['a light hidden group', 0.05, null, 4], // the exact 4.07 would give the 5 of the single report away
    ['a heavy hidden group', 10, null, 4],
    ['a calibrated score, shown as it is', 10, 4.25, 4.25],
  ])('a score without a hidden group, here as in the results: %s', async (_name, weight, calibrated, effective) => {
    const tenant = await makeTenant();
    const settings = { weights: { Self: 0.2, Manager: 0.5, Peer: 0, DirectReport: weight, Stakeholder: 0 } };
    const made = await makeEvaluatedCycle(tenant, {
      cycle: { settings, resultsPublishedAt: now() },
      subjects: [
        {
          evaluation: { calibrated },
          evaluators: [
            { type: EvaluatorType.Self, rating: 4 },
            { type: EvaluatorType.Manager, rating: 4 },
            { type: EvaluatorType.DirectReport, rating: 5 },
          ],
        },
      ],
    });
    const { employee } = made.subjects[0]!;
    const own = await tenant.signedIn({ employeeId: employee._id });
    const boss = await tenant.signedIn({ employeeId: employee.managerId! });
    const expected = { effective, hiddenTypes: ['DirectReport'], scale: { min: 1, max: 5 } };
    expect((await get('/api/my-dashboard', own)).body.results.result).toMatchObject(expected);
    expect((await get('/api/dashboards/manager', boss)).body.reports[0].result).toMatchObject(expected);
    const detail = (await get(`/api/evaluation-results/${made.cycle._id}/subjects/${employee._id}`, own)).body;
    expect(detail.effective).toBe(effective);
  });

  test('own results appear once they are published', async () => {
    const { tenant, made } = await evaluatedTenant();
    const [, second] = made.subjects;
    const token = await tenant.signedIn({ employeeId: second!.employee._id });
    expect((await get('/api/my-dashboard', token)).body.results).toBeNull();
    await service().call('post', `/api/evaluation-results/${made.cycle._id}/publish`, tenant.hr);
    const { results } = (await get('/api/my-dashboard', token)).body;
    expect([results.cycle.id, results.result.submitted]).toEqual([made.cycle._id, 1]);
  });

  test('an account without an employee has surveys and notifications alone; no one without a token', async () => {
    const tenant = await makeTenant();
    const { body } = await get('/api/my-dashboard', tenant.user);
    expect(body).toEqual({
      evaluationsToAnswer: { count: 0, items: [] },
      results: null,
      goals: [],
      developmentPlans: [],
      plansToApprove: [],
      nominationsToSubmit: [],
      nominationsToDecide: 0,
      surveysToAnswer: [],
      unreadNotifications: 0,
      readiness: null,
    });
    expect((await get('/api/my-dashboard', null)).status).toBe(401);
  });
});
