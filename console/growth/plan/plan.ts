import type { components } from '../../../build/openapi/internal';

export type Plan = components['schemas']['DevelopmentPlanView'];
export type PlanAction = Plan['actions'][number];

export const PLAN_STATUSES = [
  'Draft',
  'PendingApproval',
  'Approved',
  'Rejected',
  'InProgress',
  'Completed',
  'Cancelled',
] as const satisfies readonly Plan['status'][];
export const ACTION_TYPES = ['Experience', 'Social', 'Formal'] as const satisfies readonly PlanAction['type'][];
export const ACTION_STATUSES = [
  'NotStarted',
  'InProgress',
  'Completed',
  'Cancelled',
] as const satisfies readonly PlanAction['status'][];

/** What a change of a plan may change elsewhere. */
export const PLAN_PATHS = ['/api/development-plans', '/api/my-dashboard', '/api/dashboards'];

/** How many actions of a plan are done, of those that were not cancelled. */
export function actionCounts({ actions }: Plan): { done: number; total: number } {
  const counted = actions.filter(({ status }) => status !== 'Cancelled');
  return { done: counted.filter(({ status }) => status === 'Completed').length, total: counted.length };
}
