import { GoalLevel } from '../../../shared/growth/goals/goal-level';
import { GoalStatus } from '../../../shared/growth/goals/goal-status';
import type { KeyResult } from '../../../shared/growth/goals/goal.model';
import { buildTree } from '../../../shared/people/hierarchy.rules';

/** The fields of a key result that determine its progress. */
export type Measured = Pick<KeyResult, 'startValue' | 'targetValue' | 'currentValue' | 'weight'>;

/** The fields of a goal that determine its progress, besides its children. */
export interface RollUpGoal {
  id: string;
  parentId: string | null;
  status: GoalStatus;
  keyResults: readonly Measured[];
}

/**
 * Returns the progress of a key result, 0..100 unrounded: the share of the distance from start to target, in either direction.
 */
export function keyResultProgress({ startValue, targetValue, currentValue }: Omit<Measured, 'weight'>): number {
  if (startValue === targetValue) return 0; // input validation refuses this; stored values must not divide by zero
  return 100 * Math.min(1, Math.max(0, (currentValue - startValue) / (targetValue - startValue)));
}

/** Returns the weighted mean of the key results' progress, 0..100 unrounded; null without any. */
export function keyResultsProgress(keyResults: readonly Measured[]): number | null {
  let sum = 0;
  let total = 0;
  for (const keyResult of keyResults) {
    sum += keyResult.weight * keyResultProgress(keyResult);
    total += keyResult.weight;
  }
  return total > 0 ? sum / total : null;
}

const NOT_COUNTED: ReadonlyMap<string, number> = new Map();

/**
 * Returns the progress of every goal by id, 0..100 unrounded, in linear time: that of its key results; without them the mean of
 * its children that are not Cancelled; with neither 100 when Completed, else 0. Pass all goals of the tenant; a loop is cut.
 */
export function rollUp(goals: readonly RollUpGoal[]): Map<string, number> {
  const order = buildTree(goals, NOT_COUNTED);
  for (let at = 0; at < order.length; at += 1) for (const child of order[at]?.children ?? []) order.push(child);
  const progress = new Map<string, number>();
  // Children come after their parents, so that the reverse order has every child's progress ready.
  for (const { row, children } of order.reverse()) {
    const counted = children.filter((child) => child.row.status !== GoalStatus.Cancelled);
    progress.set(
      row.id,
      keyResultsProgress(row.keyResults) ??
        mean(counted.map((child) => progress.get(child.row.id) ?? 0)) ??
        (row.status === GoalStatus.Completed ? 100 : 0),
    );
  }
  return progress;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The number of goals of one level and status, and their mean progress, 0..100 unrounded. */
export interface GoalFigure {
  level: GoalLevel;
  status: GoalStatus;
  count: number;
  progress: number;
}

/** Returns the figures of goals, one per level and status that occurs, in the order of both. */
export function goalFigures(
  goals: readonly { level: GoalLevel; status: GoalStatus; progress: number }[],
): GoalFigure[] {
  return Object.values(GoalLevel).flatMap((level) =>
    Object.values(GoalStatus).flatMap((status) => {
      const found = goals.filter((goal) => goal.level === level && goal.status === status);
      const progress = mean(found.map((goal) => goal.progress));
      return progress === null ? [] : [{ level, status, count: found.length, progress }];
    }),
  );
}
