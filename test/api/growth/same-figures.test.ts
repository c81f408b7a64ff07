import type { CareerPathView } from '../../../api/growth/career-paths.dto';
import type { NextStepReadinessView, ReadinessView } from '../../../api/growth/career-readiness.dto';
import type { ManagerDashboard } from '../../../api/growth/dashboards/manager-dashboard.dto';
import type { MyDashboard } from '../../../api/growth/dashboards/my-dashboard.dto';
import type { OrganizationalDashboard } from '../../../api/growth/dashboards/organizational-dashboard.dto';
import type { DevelopmentPlanView } from '../../../api/growth/development-plans/development-plans.dto';
import type { GoalTreeNode, GoalView } from '../../../api/growth/goals/goals.dto';
import type { PulseSurveyView } from '../../../api/growth/pulse-surveys/pulse-surveys.dto';
import type { SurveyResults } from '../../../api/growth/pulse-surveys/survey-results.dto';
import type { NineBoxMapView } from '../../../api/insight/nine-box/nine-box.dto';
import type { TenantView } from '../../../api/platform/tenants/tenants.dto';
import type { NineBoxRowV1 } from '../../../api/public-v1/datasets/dataset-nine-box.dto';
import type { GoalV1 } from '../../../api/public-v1/goals.dto';
import type { PulseResultsV1, PulseSurveyV1 } from '../../../api/public-v1/pulse-surveys.dto';
import type { ApiClient } from '../../../dev/client';
import { leadOf } from '../../../dev/demo/posts';
import { allPages } from '../../../dev/demo/run';
import { DevelopmentPlanStatus } from '../../../shared/growth/development-plan-status';
import { GoalLevel } from '../../../shared/growth/goals/goal-level';
import { GoalStatus } from '../../../shared/growth/goals/goal-status';
import { PotentialSource } from '../../../shared/insight/nine-box.rules';
import { useDemoOrganization } from '../../support/demo-organization';
import { byId, count, mean } from '../../support/figures';
import { insightFigures } from './insight-figures';

const demo = useDemoOrganization();
const list = <T>(path: string): Promise<T[]> => demo().list<T>(path);
const get = <T>(path: string): Promise<T> => demo().hr.get<T>(path);
const organizational = () => get<OrganizationalDashboard>('/api/dashboards/organizational');
const nineBox = () => get<NineBoxMapView>(`/api/nine-box?cycleId=${demo().closedCycleId}`);

describe('every figure that two places show is the same, on the demo organization', () => {
  test('npm start: an interrupted demo is cancelled and made again, a complete one is left alone, its key stays', async () => {
    const { access, platform, ensure } = demo();
    const state = async () => {
      const tenants = await allPages<TenantView>(platform, '/api/tenants?search=demo');
      return tenants.map(({ slug, status }) => `${slug} ${status}`).sort();
    };
    const made = ['demo Active', 'demo-unfinished-0 Cancelled'];
    expect(await state()).toEqual(made);
    expect(await ensure()).toEqual(access);
    expect(await state()).toEqual(made);
    expect(await demo().v1<{ tenantSlug: string }>('ping')).toMatchObject({ tenantSlug: 'demo' });
  });

  insightFigures(demo);

  test('goals: list, detail, tree, v1, both dashboards', async () => {
    const goals = await list<GoalView>('/api/goals');
    const dataset = byId(await demo().v1<GoalV1[]>('goals'), ({ id }) => id);
    const flat = (nodes: GoalTreeNode[]): GoalTreeNode[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
    const tree = byId(flat(await get<GoalTreeNode[]>('/api/goals/tree')), ({ id }) => id);
    expect(goals.length).toBeGreaterThan(10);
    expect([dataset.size, tree.size]).toEqual([goals.length, goals.length]);
    for (const { id, title, progress, status, keyResults } of goals) {
      expect((await get<GoalView>(`/api/goals/${id}`)).progress).toBe(progress);
      expect(tree.get(id)).toMatchObject({ title, status, progress });
      expect(dataset.get(id)).toMatchObject({ title, status, progress });
      expect(dataset.get(id)!.keyResults.map((keyResult) => keyResult.progress)).toEqual(
        keyResults.map((keyResult) => keyResult.progress),
      );
    }
    const { goals: figures } = await organizational();
    expect(figures.reduce((sum, figure) => sum + figure.count, 0)).toBe(goals.length);
    for (const figure of figures) {
      const of = goals.filter(({ level, status }) => level === figure.level && status === figure.status);
      expect(figure.count).toBe(of.length);
      expect(Math.abs(figure.progress - mean(of.map(({ progress }) => progress)))).toBeLessThan(0.0101); // of rounded ones
    }
    const own = goals.find(({ level, status }) => level === GoalLevel.Individual && status === GoalStatus.Active)!;
    const owner = await demo().signedIn(own.ownerEmployeeId!);
    const { goals: shown } = await owner.get<MyDashboard>('/api/my-dashboard');
    expect(shown.find(({ id }) => id === own.id)!.progress).toBe(own.progress);
  });

  test('eNPS and participation: list, results, v1 list and results, dashboard', async () => {
    const surveys = await list<PulseSurveyView>('/api/pulse-surveys');
    const closed = surveys.find(({ closedAt }) => closedAt !== null)!;
    const found = await get<SurveyResults>(`/api/pulse-surveys/${closed.id}/results`);
    const results1 = await demo().v1<PulseResultsV1>(`pulse-surveys/${closed.id}/results`);
    const figures = {
      eNPS: closed.eNPS,
      responses: closed.responses,
      invited: 40,
      participationRate: closed.participationRate,
    };
    expect(closed.responses).toBeGreaterThan(closed.anonymityThreshold);
    expect(closed.eNPS).not.toBeNull();
    expect(found).toMatchObject({ ...figures, suppressed: false });
    expect(results1).toMatchObject({ ...figures, suppressed: false });
    expect((await organizational()).survey).toMatchObject({ id: closed.id, ...figures });
    const { promoters, detractors, answers } = found.questions[0]!;
    expect(Math.abs((100 * (promoters! - detractors!)) / answers! - closed.eNPS!)).toBeLessThanOrEqual(0.5);
    const listed = byId(await demo().v1<PulseSurveyV1[]>('pulse-surveys'), ({ id }) => id);
    for (const { id, name, status, invited, responses, participationRate, eNPS } of surveys)
      expect(listed.get(id)).toMatchObject({ name, status, invited, responses, participationRate, eNPS });
    expect(surveys.find(({ closedAt }) => closedAt === null)).toMatchObject({ status: 'Open', eNPS: null });
  });

  test('readiness: of the path, of the employee, both dashboards, nine-box potential, v1', async () => {
    const { boxes } = await nineBox();
    const placed = byId(
      boxes.flatMap(({ employees }) => employees),
      ({ id }) => id,
    );
    const dataset = byId(
      await demo().v1<NineBoxRowV1[]>(`datasets/nine-box?cycleId=${demo().closedCycleId}`),
      (row) => row.employeeId,
    );
    const lead = leadOf(demo().people, 'ENG');
    const leadClient = await demo().signedIn(lead.id);
    const { reports } = await leadClient.get<ManagerDashboard>('/api/dashboards/manager');
    const onPaths = new Set<string>();
    let usedAsPotential = 0;
    for (const path of await list<CareerPathView>('/api/career-paths')) {
      for (const { employeeId, percent, nextStep } of await list<NextStepReadinessView>(
        `/api/career-paths/${path.id}/readiness`,
      )) {
        onPaths.add(employeeId);
        const { steps } = await get<ReadinessView>(`/api/career-paths/${path.id}/readiness/${employeeId}`);
        expect(steps.find(({ order }) => order === nextStep)!.percent).toBe(percent);
        // Below HR the groups that are too small to show do not count: compared with what the same eyes read elsewhere.
        const seenBy = async (reader: ApiClient) => {
          const seen = await reader.get<ReadinessView>(`/api/career-paths/${path.id}/readiness/${employeeId}`);
          return seen.steps.find(({ order }) => order === nextStep)!.percent;
        };
        const reader = await demo().signedIn(employeeId);
        const { readiness } = await reader.get<MyDashboard>('/api/my-dashboard');
        expect(readiness).toBe(await seenBy(reader));
        const report = reports.find(({ id }) => id === employeeId);
        if (report) expect(report.readiness).toBe(await seenBy(leadClient));
        const potential = placed.get(employeeId);
        if (potential?.potentialSource !== PotentialSource.CareerReadiness) continue;
        usedAsPotential++;
        expect(Math.abs(potential.potentialScore - (1 + (4 * percent!) / 100))).toBeLessThan(0.0101); // of a rounded one
      }
    }
    expect(onPaths.size).toBeGreaterThan(20);
    expect(usedAsPotential).toBeGreaterThan(0);
    for (const [employeeId, { hasCareerPath }] of dataset) expect(hasCareerPath).toBe(onPaths.has(employeeId));
  });

  test('people and plans: lists, v1, dashboards', async () => {
    const { headcount, developmentPlans } = await organizational();
    const employees = await list<{ id: string; departmentId: string | null }>('/api/employees');
    expect(headcount.total).toBe(employees.length);
    expect((await demo().v1<{ totalCount: number }>('employees')).totalCount).toBe(employees.length);
    for (const { departmentId, total } of headcount.byDepartment)
      expect(total).toBe(count(employees, (employee) => employee.departmentId === departmentId));
    const plans = await list<DevelopmentPlanView>('/api/development-plans');
    for (const { status, count: counted } of developmentPlans.byStatus) {
      expect(counted).toBe(count(plans, (plan) => plan.status === status));
      expect(counted).toBeGreaterThan(0); // the demo has a plan in every state
    }
    const lead = leadOf(demo().people, 'ENG');
    const leadClient = await demo().signedIn(lead.id);
    const { plansAwaitingApproval } = await leadClient.get<ManagerDashboard>('/api/dashboards/manager');
    const waiting = plans.filter(
      ({ status, approverId }) => status === DevelopmentPlanStatus.PendingApproval && approverId === lead.id,
    );
    expect(plansAwaitingApproval.map(({ id }) => id).sort()).toEqual(waiting.map(({ id }) => id).sort());
  });
});
