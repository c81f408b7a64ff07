import type { QueryFilter } from 'mongoose';
import type { Goal } from '../../shared/growth/goals/goal.model';
import { goalsWithProgress } from '../growth/goals/goal.store';
import { type GoalV1, toGoalV1 } from './goals.dto';
import { readReferences } from './reference-rows.queries';

/** All goals of the organization by title, or those that a filter finds; five queries at most. */
export async function listGoalsV1(filter: QueryFilter<Goal> = {}): Promise<GoalV1[]> {
  const [goals, references] = await Promise.all([goalsWithProgress(filter), readReferences()]);
  return goals.map((goal) => toGoalV1(goal, references));
}
