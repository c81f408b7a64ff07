import type { FieldError } from '../kernel/errors';
import { GoalLevel } from './goal-level';
import type { Goal, KeyResult } from './goal.model';

/** Key results of one goal at most. */
export const MOST_KEY_RESULTS = 50;
/** Goals from the top of a tree to its bottom at most. */
export const DEEPEST_GOAL = 10;

type Content = Pick<Goal, 'level' | 'ownerEmployeeId' | 'departmentId' | 'startDate' | 'dueDate'>;

/** Problems of a goal's own fields; empty when it is valid. */
export function goalProblems({ level, ownerEmployeeId, departmentId, startDate, dueDate }: Content): FieldError[] {
  const problems: FieldError[] = [];
  if (level === GoalLevel.Individual && ownerEmployeeId === null)
    problems.push({ field: 'ownerEmployeeId', message: 'an Individual goal needs its owner' });
  if (level === GoalLevel.Department && departmentId === null)
    problems.push({ field: 'departmentId', message: 'a Department goal needs its department' });
  if (level === GoalLevel.Company && departmentId !== null)
    problems.push({ field: 'departmentId', message: 'a Company goal belongs to no department' });
  if (startDate !== null && dueDate !== null && dueDate < startDate)
    problems.push({ field: 'dueDate', message: 'is before the start date' });
  return problems;
}

/** Problems of the measure of a key result; `path` stands before the field, such as `keyResults[2].`. */
export function keyResultProblems(
  { startValue, targetValue }: Pick<KeyResult, 'startValue' | 'targetValue'>,
  path = '',
): FieldError[] {
  if (startValue !== targetValue) return [];
  return [{ field: `${path}targetValue`, message: 'must differ from startValue: there would be nothing to reach' }];
}

/** Whether no key result of a goal would count; a goal without key results is none of that. */
export function allWeightless(keyResults: readonly Pick<KeyResult, 'weight'>[]): boolean {
  return keyResults.length > 0 && keyResults.every(({ weight }) => weight === 0);
}

/**
 * Problems of putting a goal below another one: it would be its own ancestor, or the tree deeper than `DEEPEST_GOAL`.
 * `parentOf` holds every goal of the tenant.
 */
export function placementProblems(
  parentOf: ReadonlyMap<string, string | null>,
  id: string,
  newParentId: string,
): FieldError[] {
  const above = ancestors(parentOf, newParentId);
  if (newParentId === id || above.includes(id))
    return [{ field: 'parentId', message: 'is the goal itself or stands below it' }];
  if (above.length + 1 + height(parentOf, id) > DEEPEST_GOAL)
    return [{ field: 'parentId', message: `the tree would be deeper than ${DEEPEST_GOAL} goals` }];
  return [];
}

/** The ids above a goal, from its parent to the root; a loop ends where it began. */
export function ancestors(parentOf: ReadonlyMap<string, string | null>, id: string): string[] {
  const chain = new Set<string>();
  for (let at = parentOf.get(id) ?? null; at !== null && !chain.has(at); at = parentOf.get(at) ?? null) chain.add(at);
  return [...chain];
}

/** Goals from this one down to the lowest below it; 1 when nothing is below. */
function height(parentOf: ReadonlyMap<string, string | null>, id: string): number {
  const childrenOf = new Map<string, string[]>();
  for (const [child, parent] of parentOf)
    if (parent !== null) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), child]);
  const seen = new Set<string>();
  let levels = 0;
  for (let level = [id]; level.length > 0; levels += 1) {
    for (const one of level) seen.add(one);
    level = level.flatMap((one) => childrenOf.get(one) ?? []).filter((one) => !seen.has(one));
  }
  return levels;
}
