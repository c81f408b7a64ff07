import { GoalModel } from '../../shared/growth/goals/goal.model';
import { goalsWithProgress } from '../../shared/growth/goals/goal.store';
import { DepartmentModel } from '../../shared/people/department.model';
import { EmployeeModel } from '../../shared/people/employee.model';
import { type GoalV1, toGoalV1 } from './goals.dto';
import { readReferences } from './reference-rows.queries';

/** What the list of goals is made of. */
export const GOAL_SOURCES = [GoalModel, EmployeeModel, DepartmentModel] as const;

/** All goals of the organization by title (spec 4.13); five queries at most. */
export async function listGoalsV1(): Promise<GoalV1[]> {
  const [goals, references] = await Promise.all([goalsWithProgress(), readReferences()]);
  return goals.map((goal) => toGoalV1(goal, references));
}
