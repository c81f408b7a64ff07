import type { GoalView } from '../../api/growth/goals/goals.dto';
import type { ApiClient } from '../client';
import type { DemoDates } from './demo-dates';
import { DEMO_GOALS, type DemoGoal } from './goals';
import { headOf, leaderOf, staffOf } from './posts';
import { type Colleague, type DemoRun, type Foundation, step } from './run';

/** Sets the goals of the company, its departments and some employees, and reports what was reached so far. */
export async function setGoals(
  run: DemoRun,
  { departments }: Foundation,
  people: readonly Colleague[],
  dates: DemoDates,
): Promise<void> {
  const ids = new Map<string, string>();
  await step(run, 'Goals and check-ins', DEMO_GOALS.length, async (tick) => {
    for (const goal of DEMO_GOALS) {
      const { departmentCode, below, title, description } = goal;
      const owner = ownerOf(goal, people);
      const level = owner ? 'Individual' : departmentCode ? 'Department' : 'Company';
      const { id, keyResults } = await run.hr.post<GoalView>('/api/goals', {
        title,
        description,
        level,
        ...dates.goals,
        status: goal.endsAs === 'Draft' ? 'Draft' : 'Active',
        parentId: below ? ids.get(below) : null,
        departmentId: departmentCode && !owner ? departments.get(departmentCode) : null,
        ownerEmployeeId: owner?.id ?? null,
        keyResults: goal.keyResults?.map(({ checkIns: _checkIns, ...keyResult }) => keyResult),
      });
      ids.set(title, id);
      await report(reporterOf(run, goal, people), goal, id, keyResults);
      if (goal.endsAs === 'Completed' || goal.endsAs === 'Cancelled')
        await run.hr.put(`/api/goals/${id}`, { status: goal.endsAs });
      tick();
    }
  });
}

function ownerOf({ departmentCode, owner }: DemoGoal, people: readonly Colleague[]): Colleague | undefined {
  if (departmentCode === undefined || owner === undefined) return undefined;
  return owner === 'leader' ? leaderOf(people, departmentCode) : staffOf(people, departmentCode)[owner];
}

/** The owner, the head of the department, or HR. */
function reporterOf(run: DemoRun, goal: DemoGoal, people: readonly Colleague[]): ApiClient {
  const owner = ownerOf(goal, people);
  if (owner) return owner.client;
  return goal.departmentCode ? headOf(people, goal.departmentCode).client : run.hr;
}

async function report(reporter: ApiClient, goal: DemoGoal, id: string, keyResults: GoalView['keyResults']) {
  for (const { title, checkIns } of goal.keyResults ?? []) {
    const keyResult = keyResults.find((candidate) => candidate.title === title);
    for (const [value, comment] of checkIns)
      await reporter.post(`/api/goals/${id}/key-results/${keyResult?.id}/progress`, { value, comment });
  }
}
