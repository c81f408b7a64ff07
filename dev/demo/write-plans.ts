import type { DevelopmentPlanView } from '../../api/growth/development-plans/development-plans.dto';
import type { GapView } from '../../api/insight/gap-analysis.dto';
import type { DemoDates } from './demo-dates';
import { DEMO_PLANS, type DemoPlan, REJECTION } from './plans';
import { leaderOf, managerOf, reportsOf } from './posts';
import { allPages, type Colleague, type DemoRun, type Foundation, step } from './run';

const PATH = '/api/development-plans';
const DEPARTMENT_WITH_TEAMS = 'ENG';

/** What employees and their manager do with a plan, one after the other, until it is in its last state. */
const STEPS: Readonly<
  Record<DemoPlan['endsAs'], readonly ('submit' | 'approve' | 'reject' | 'start' | 'complete' | 'cancel')[]>
> = {
  Draft: [],
  PendingApproval: ['submit'],
  Approved: ['submit', 'approve'],
  Rejected: ['submit', 'reject'],
  InProgress: ['submit', 'approve', 'start'],
  Completed: ['submit', 'approve', 'start', 'complete'],
  Cancelled: ['cancel'],
};

/** Writes development plans in every state; one comes from the gaps of the closed cycle. */
export async function writePlans(
  run: DemoRun,
  foundation: Foundation,
  people: readonly Colleague[],
  dates: DemoDates,
  cycleId: string,
): Promise<void> {
  await step(run, 'Development plans', DEMO_PLANS.length + 1, async (tick) => {
    await planFromGaps(run, people, cycleId);
    tick();
    for (const plan of DEMO_PLANS) {
      await write(plan, foundation, people, dates);
      tick();
    }
  });
}

/** The report with most gaps makes a plan out of them, and has done the first action. */
async function planFromGaps(run: DemoRun, people: readonly Colleague[], cycleId: string): Promise<void> {
  const manager = leaderOf(people, DEPARTMENT_WITH_TEAMS);
  const gaps = await allPages<GapView>(run.hr, `/api/gap-analysis?cycleId=${cycleId}&maxPriority=3`);
  const gapCount = ({ id }: Colleague): number => gaps.filter(({ employeeId }) => employeeId === id).length;
  const [author] = reportsOf(people, manager).toSorted((a, b) => gapCount(b) - gapCount(a));
  if (!author) throw new Error('The manager of the demo has no direct reports.');
  const plan = await author.client.post<DevelopmentPlanView>(`${PATH}/from-gaps`, { employeeId: author.id, cycleId });
  await author.client.post(`${PATH}/${plan.id}/submit`);
  await manager.client.post(`${PATH}/${plan.id}/approve`);
  await author.client.post(`${PATH}/${plan.id}/start`);
  for (const [at, { id }] of plan.actions.slice(0, 2).entries()) {
    const status = at === 0 ? 'Completed' : 'InProgress';
    await author.client.put(`${PATH}/${plan.id}/actions/${id}`, { status });
  }
}

async function write(
  plan: DemoPlan,
  { competencies }: Foundation,
  people: readonly Colleague[],
  { soon, later }: DemoDates,
): Promise<void> {
  const leader = leaderOf(people, plan.departmentCode);
  const author = plan.author === 'leader' ? leader : reportsOf(people, leader)[plan.author];
  if (!author) throw new Error(`No one writes the plan “${plan.title}”.`);
  const manager = managerOf(people, author);
  const { id, actions } = await author.client.post<DevelopmentPlanView>(PATH, {
    title: plan.title,
    actions: plan.actions.map(({ competencyCode, ...action }, at) => ({
      ...action,
      competencyId: competencyCode ? competencies.get(competencyCode) : null,
      dueDate: at === 0 ? soon : later,
    })),
  });
  for (const step of STEPS[plan.endsAs]) {
    if (step === 'complete')
      for (const action of actions)
        await author.client.put(`${PATH}/${id}/actions/${action.id}`, { status: 'Completed' });
    const decides = step === 'approve' || step === 'reject';
    await (decides ? manager : author).client.post(
      `${PATH}/${id}/${step}`,
      step === 'reject' ? { reason: REJECTION } : {},
    );
  }
}
