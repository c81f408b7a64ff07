import type { QueryFilter } from 'mongoose';
import { namesById } from '../../../shared/db/references';
import { type Goal, GoalModel } from '../../../shared/growth/goals/goal.model';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { type GoalFigure, goalFigures, keyResultsProgress, rollUp } from './goal.rules';

const ROLL_UP =
  'parentId status keyResults.startValue keyResults.targetValue keyResults.currentValue keyResults.weight';

/**
 * Returns the progress of these goals, 0..100 unrounded. Goals with key results need no query; for others one query
 * reads the links and measures of all goals of the tenant.
 */
export async function progressOf(goals: readonly Goal[]): Promise<(goal: Goal) => number> {
  const own = new Map(goals.map(({ _id, keyResults }) => [_id, keyResultsProgress(keyResults)]));
  const all = [...own.values()].includes(null) ? await progressOfAll() : null;
  return ({ _id }) => own.get(_id) ?? all?.get(_id) ?? 0;
}

async function progressOfAll(): Promise<Map<string, number>> {
  const rows = await GoalModel.find()
    .select(ROLL_UP)
    .lean<Pick<Goal, '_id' | 'parentId' | 'status' | 'keyResults'>[]>();
  return rollUp(rows.map(({ _id, ...row }) => ({ id: _id, ...row })));
}

export interface GoalWithProgress {
  goal: Goal;
  /** 0..100, unrounded. */
  progress: number;
  /** Full name of the owner. */
  owner: string | null;
}

/**
 * Reads the goals that a filter finds, or all goals of the tenant, by title, with progress and owner; at most three queries.
 */
export async function goalsWithProgress(filter: QueryFilter<Goal> = {}): Promise<GoalWithProgress[]> {
  const goals = await GoalModel.find(filter).sort({ searchText: 1, _id: 1 }).lean<Goal[]>();
  const [progress, owner] = await Promise.all([
    progressOf(goals),
    namesById(
      EmployeeModel,
      goals.map(({ ownerEmployeeId }) => ownerEmployeeId),
      'fullName',
    ),
  ]);
  return goals.map((goal) => ({ goal, progress: progress(goal), owner: owner(goal.ownerEmployeeId) }));
}

/** Small rows: one reply holds them all. */
const GOALS_AT_ONCE = 10_000;

/** Returns the tenant's goals and their mean progress by level and status; one query. */
export async function tenantGoalFigures(): Promise<GoalFigure[]> {
  const goals = await GoalModel.find().select(`level ${ROLL_UP}`).batchSize(GOALS_AT_ONCE).lean<Goal[]>();
  const progress = rollUp(goals.map(({ _id, ...goal }) => ({ id: _id, ...goal })));
  return goalFigures(goals.map(({ _id, level, status }) => ({ level, status, progress: progress.get(_id) ?? 0 })));
}
