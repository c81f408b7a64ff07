import { round2 } from '../../shared/evaluation/score.rules';
import type { GoalLevel } from '../../shared/growth/goals/goal-level';
import type { GoalStatus } from '../../shared/growth/goals/goal-status';
import type { KeyResult } from '../../shared/growth/goals/goal.model';
import { toInstant } from '../../shared/kernel/clock';
import { keyResultProgress } from '../growth/goals/goal.rules';
import type { GoalWithProgress } from '../growth/goals/goal.store';
import type { CalendarDate, Id, Instant } from '../http/types';
import type { References } from './reference-rows.queries';

/** A key result of a goal. */
export interface KeyResultV1 {
  /** Key of the key result. */
  id: Id;
  /** @example "Sign 20 new customers" */
  title: string;
  /**
   * What the values count.
   * @example "customers"
   */
  unit: string | null;
  /**
   * The value at 0 percent.
   * @example 0
   */
  startValue: number;
  /**
   * The value at 100 percent.
   * @example 20
   */
  targetValue: number;
  /**
   * The last reported value.
   * @example 8
   */
  currentValue: number;
  /**
   * Its weight within its goal.
   * @example 1
   */
  weight: number;
  /**
   * In percent, two decimals.
   * @example 40
   */
  progress: number;
}

/** A goal with its key results and the owner's name. */
export interface GoalV1 {
  /** Key of the goal; never used again. */
  id: Id;
  /** @example "Win the mid-size market" */
  title: string;
  /** @example "Companies with 100 to 1,000 employees." */
  description: string | null;
  /** @example "Department" */
  level: GoalLevel;
  /** @example "Active" */
  status: GoalStatus;
  /** The owner of an Individual goal: `id` of `/employees`. */
  ownerEmployeeId: Id | null;
  /**
   * Full name of the owner.
   * @example "Ana García"
   */
  owner: string | null;
  /** The department; it stays the same when the name changes. */
  departmentId: Id | null;
  /**
   * Name of the department.
   * @example "Sales"
   */
  department: string | null;
  /** The parent goal. */
  parentId: Id | null;
  startDate: CalendarDate | null;
  dueDate: CalendarDate | null;
  /**
   * In percent, two decimals: the weighted mean of the key results; without key results the mean of the child goals.
   * @example 40
   */
  progress: number;
  keyResults: KeyResultV1[];
  updatedAt: Instant;
}

export function toGoalV1({ goal, progress, owner }: GoalWithProgress, references: References): GoalV1 {
  return {
    id: goal._id,
    title: goal.title,
    description: goal.description,
    level: goal.level,
    status: goal.status,
    ownerEmployeeId: goal.ownerEmployeeId,
    owner,
    departmentId: goal.departmentId,
    department: references.department(goal.departmentId)?.name ?? null,
    parentId: goal.parentId,
    startDate: goal.startDate,
    dueDate: goal.dueDate,
    progress: round2(progress),
    keyResults: goal.keyResults.map(toKeyResultV1),
    updatedAt: toInstant(goal.updatedAt),
  };
}

function toKeyResultV1(keyResult: KeyResult): KeyResultV1 {
  const { id, title, unit, startValue, targetValue, currentValue, weight } = keyResult;
  return {
    id,
    title,
    unit,
    startValue,
    targetValue,
    currentValue,
    weight,
    progress: round2(keyResultProgress(keyResult)),
  };
}
