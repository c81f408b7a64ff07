import { GoalLevel } from '../../../shared/growth/goals/goal-level';
import type { Goal, KeyResult } from '../../../shared/growth/goals/goal.model';
import type { FieldError } from '../../../shared/kernel/errors';
import { sentence } from '../../../shared/kernel/refusals/sentence';

/** Most key results of one goal. */
export const MAX_KEY_RESULTS = 50;
/** Most goals from the root of a tree to its deepest leaf. */
const MAX_GOAL_DEPTH = 10;

type Content = Pick<Goal, 'level' | 'ownerEmployeeId' | 'departmentId' | 'startDate' | 'dueDate'>;

/** Returns the problems of a goal's own fields. */
export function validateGoal({ level, ownerEmployeeId, departmentId, startDate, dueDate }: Content): FieldError[] {
  const problems: FieldError[] = [];
  if (level === GoalLevel.Individual && ownerEmployeeId === null)
    problems.push({ field: 'ownerEmployeeId', message: 'is required for an Individual goal' });
  if (level === GoalLevel.Department && departmentId === null)
    problems.push({ field: 'departmentId', message: 'is required for a Department goal' });
  if (level === GoalLevel.Company && departmentId !== null)
    problems.push({ field: 'departmentId', message: 'must be omitted for a Company goal' });
  if (startDate !== null && dueDate !== null && dueDate < startDate)
    problems.push({ field: 'dueDate', message: 'must not be before startDate' });
  return problems;
}

/** Returns the problems of a key result's measure; `path` precedes the field, such as `keyResults[2].`. */
export function validateKeyResult(
  { startValue, targetValue }: Pick<KeyResult, 'startValue' | 'targetValue'>,
  path = '',
): FieldError[] {
  if (startValue !== targetValue) return [];
  return [{ field: `${path}targetValue`, message: 'must differ from startValue' }];
}

/** Whether a goal has key results and all of them have weight 0. */
export function allWeightless(keyResults: readonly Pick<KeyResult, 'weight'>[]): boolean {
  return keyResults.length > 0 && keyResults.every(({ weight }) => weight === 0);
}

/**
 * Returns the problems of a new parent: the goal would be its own ancestor, or the tree deeper than `MAX_GOAL_DEPTH`.
 * `parentOf` must contain every goal of the tenant.
 */
export function validatePlacement(
  parentOf: ReadonlyMap<string, string | null>,
  id: string,
  newParentId: string,
): FieldError[] {
  const above = ancestors(parentOf, newParentId);
  if (newParentId === id || above.includes(id))
    return [{ field: 'parentId', message: 'must not be the goal itself or one of its descendants' }];
  if (above.length + 1 + height(parentOf, id) > MAX_GOAL_DEPTH)
    return [{ field: 'parentId', ...sentence`must not make the tree deeper than ${MAX_GOAL_DEPTH} goals` }];
  return [];
}

/** Returns the ids of a goal's ancestors, from its parent to the root; stops at a loop. */
export function ancestors(parentOf: ReadonlyMap<string, string | null>, id: string): string[] {
  const chain = new Set<string>();
  for (let at = parentOf.get(id) ?? null; at !== null && !chain.has(at); at = parentOf.get(at) ?? null) chain.add(at);
  return [...chain];
}

/** Returns the number of goals from this one to its deepest descendant; 1 without children. */
function height(parentOf: ReadonlyMap<string, string | null>, id: string): number {
  const childrenOf = new Map<string, string[]>();
  for (const [child, parent] of parentOf)
    if (parent !== null) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), child]);
  const seen = new Set<string>();
  let levels = 0;
  for (let level = [id]; level.length > 0; levels += 1) {
    for (const goalId of level) seen.add(goalId);
    level = level.flatMap((goalId) => childrenOf.get(goalId) ?? []).filter((goalId) => !seen.has(goalId));
  }
  return levels;
}
