import { type GoalViewer, mayCheckIn, maySeeGoal, writeObstacle } from '../../shared/growth/goal-visibility.rules';
import type { Goal } from '../../shared/growth/goal.model';
import { AppError, notFound } from '../../shared/kernel/errors';

/** Throws NOT_FOUND for a goal that is not shown to the viewer, and FORBIDDEN for one that is but may not be written. */
export function assertMayWrite(viewer: GoalViewer, goal: Goal): void {
  assertMay(viewer, goal, writeObstacle(viewer, goal) === null);
}

/** The same for check-ins, which the owner of any goal makes too. */
export function assertMayCheckIn(viewer: GoalViewer, goal: Goal): void {
  assertMay(viewer, goal, mayCheckIn(viewer, goal));
}

function assertMay(viewer: GoalViewer, goal: Goal, may: boolean): void {
  if (!maySeeGoal(viewer, goal)) throw notFound();
  if (!may) throw new AppError('FORBIDDEN', 'The caller may read this goal, not change it.');
}
