import type { Goal } from '../../../shared/growth/goals/goal.model';
import { AppError, notFound } from '../../../shared/kernel/errors';
import { type GoalViewer, mayCheckIn, maySeeGoal, writeRefusal } from '../../policies/goal.policy';

/** Throws NOT_FOUND for a goal that the viewer may not see, and FORBIDDEN for one that they may see but not edit. */
export function assertMayWrite(viewer: GoalViewer, goal: Goal): void {
  assertMay(viewer, goal, writeRefusal(viewer, goal) === null);
}

/** Does the same for check-ins, which the owner of a goal may also make. */
export function assertMayCheckIn(viewer: GoalViewer, goal: Goal): void {
  assertMay(viewer, goal, mayCheckIn(viewer, goal));
}

function assertMay(viewer: GoalViewer, goal: Goal, may: boolean): void {
  if (!maySeeGoal(viewer, goal)) throw notFound();
  if (!may) throw new AppError('FORBIDDEN', 'You can see this goal but not change it.');
}
