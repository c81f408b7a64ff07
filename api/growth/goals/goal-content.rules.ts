import { GoalLevel } from '../../../shared/growth/goals/goal-level';
import type { Goal, KeyResult } from '../../../shared/growth/goals/goal.model';
import { type FieldRefusal, refusal } from '../../../shared/kernel/refusals/refusal';

/** Most key results of one goal. */
export const MAX_KEY_RESULTS = 50;
/** Most goals from the root of a tree to its deepest leaf. */
const MAX_GOAL_DEPTH = 10;

type Content = Pick<Goal, 'level' | 'ownerEmployeeId' | 'departmentId' | 'startDate' | 'dueDate'>;

export function validateGoal({ level, ownerEmployeeId, departmentId, startDate, dueDate }: Content): FieldRefusal[] {
  const problems: FieldRefusal[] = [];
  if (level === GoalLevel.Individual && ownerEmployeeId === null)
    problems.push({ field: 'ownerEmployeeId', ...refusal('REQUIRED_FOR_INDIVIDUAL_GOAL') });
  if (level === GoalLevel.Department && departmentId === null)
    problems.push({ field: 'departmentId', ...refusal('REQUIRED_FOR_DEPARTMENT_GOAL') });
  if (level === GoalLevel.Company && departmentId !== null)
    problems.push({ field: 'departmentId', ...refusal('MUST_BE_OMITTED_FOR_COMPANY_GOAL') });
  if (startDate !== null && dueDate !== null && dueDate < startDate)
    problems.push({ field: 'dueDate', ...refusal('MUST_NOT_BE_BEFORE_START_DATE') });
  return problems;
}

/** Returns the problems of a key result's measure; `path` precedes the field, such as `keyResults[2].`. */
export function validateKeyResult(
  { startValue, targetValue }: Pick<KeyResult, 'startValue' | 'targetValue'>,
  path = '',
): FieldRefusal[] {
  if (startValue !== targetValue) return [];
  return [{ field: `${path}targetValue`, ...refusal('MUST_DIFFER_FROM_START_VALUE') }];
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
): FieldRefusal[] {
  const above = ancestors(parentOf, newParentId);
  if (newParentId === id || above.includes(id))
    return [{ field: 'parentId', ...refusal('MUST_NOT_BE_GOAL_OR_DESCENDANT') }];
  if (above.length + 1 + height(parentOf, id) > MAX_GOAL_DEPTH)
    return [{ field: 'parentId', ...refusal('GOALS_TOO_DEEP', { max: MAX_GOAL_DEPTH }) }];
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
