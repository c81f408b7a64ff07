import type { components } from '../../../build/openapi/internal';

/** A goal with its key results as the API shows it. */
export type Goal = components['schemas']['GoalView'];
export type GoalNode = components['schemas']['GoalTreeNode'];
export type KeyResult = Goal['keyResults'][number];

export const GOAL_STATUSES = ['Draft', 'Active', 'Completed', 'Cancelled'] as const satisfies readonly Goal['status'][];
export const GOAL_LEVELS = ['Company', 'Department', 'Individual'] as const satisfies readonly Goal['level'][];

/** What a change of a goal may change elsewhere. */
export const GOAL_PATHS = ['/api/goals', '/api/my-dashboard', '/api/dashboards'];

/** Whether key results of the goal may change: as the API's `isOpenGoal`. */
export const isOpenGoal = ({ status }: Pick<Goal, 'status'>): boolean => status === 'Draft' || status === 'Active';
