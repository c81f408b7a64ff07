import { goalsWithProgress } from '../../shared/growth/goals/goal.store';
import { type GoalV1, toGoalV1 } from './goals.dto';
import { readReferences } from './reference-rows.queries';

/** All goals of the organization by title; five queries at most. */
export async function listGoalsV1(): Promise<GoalV1[]> {
  const [goals, references] = await Promise.all([goalsWithProgress(), readReferences()]);
  return goals.map((goal) => toGoalV1(goal, references));
}
