import { round2 } from '../../../shared/evaluation/score.rules';
import type { GoalLevel } from '../../../shared/growth/goals/goal-level';
import { type GoalStatus, isOpenGoal } from '../../../shared/growth/goals/goal-status';
import type { Goal } from '../../../shared/growth/goals/goal.model';
import type { TreeNode } from '../../../shared/people/hierarchy.rules';
import { resourceFields } from '../../http/resource-fields';
import type { CalendarDate, Id, LongText, ResourceFields, ShortText } from '../../http/types';
import { type CreateKeyResult, type KeyResultView, toKeyResultView, type UserNames } from './key-results.dto';

/** A goal with its key results. */
export interface GoalView extends ResourceFields {
  /** @example "Win the mid-size market" */
  title: string;
  description: string | null;
  level: GoalLevel;
  ownerEmployeeId: Id | null;
  /**
   * Full name of the owner.
   * @example "Ana García"
   */
  owner: string | null;
  departmentId: Id | null;
  /**
   * Name of the department.
   * @example "Sales"
   */
  department: string | null;
  parentId: Id | null;
  /**
   * Title of the parent goal; null when you cannot see it.
   * @example "Grow by a third"
   */
  parent: string | null;
  startDate: CalendarDate | null;
  dueDate: CalendarDate | null;
  status: GoalStatus;
  /**
   * In percent: the weighted mean of the key results; without key results the mean of the child goals that are not
   * Cancelled; without either 100 when Completed, otherwise 0.
   * @example 40
   */
  progress: number;
  keyResults: KeyResultView[];
  /** Whether you can edit the goal and its key results. */
  canEdit: boolean;
  /** Whether you can record progress; only while the goal is Draft or Active. */
  canCheckIn: boolean;
}

/** A goal with its child goals. */
export interface GoalTreeNode {
  id: Id;
  /** @example "Win the mid-size market" */
  title: string;
  level: GoalLevel;
  status: GoalStatus;
  /**
   * Progress of the goal in percent.
   * @example 40
   */
  progress: number;
  ownerEmployeeId: Id | null;
  /** Full name of the owner. */
  owner: string | null;
  departmentId: Id | null;
  /** Name of the department. */
  department: string | null;
  dueDate: CalendarDate | null;
  children: GoalTreeNode[];
}

export interface CreateGoal extends UpdateGoal {
  id?: Id;
  title: ShortText;
  level: GoalLevel;
  /** Required for Individual goals, where it defaults to you. */
  ownerEmployeeId?: Id | null;
  /** Required for Department goals; Company goals have none. */
  departmentId?: Id | null;
  /** The parent goal, of the same or a wider level. */
  parentId?: Id | null;
  /** Defaults to Draft. */
  status?: GoalStatus;
  /**
   * Key results of the new goal.
   * @maxItems 50 must have at most 50 key results
   */
  keyResults?: CreateKeyResult[];
}

export interface UpdateGoal {
  title?: ShortText;
  description?: LongText | null;
  level?: GoalLevel;
  ownerEmployeeId?: Id | null;
  departmentId?: Id | null;
  parentId?: Id | null;
  startDate?: CalendarDate | null;
  dueDate?: CalendarDate | null;
  status?: GoalStatus;
}

/** Values that are computed from the goal and other rows. */
export interface GoalLookups {
  /** 0..100, unrounded. */
  progress(row: Goal): number;
  employee(id: string | null): string | null;
  department(id: string | null): string | null;
  /** Title of the parent goal, if the viewer can see it. */
  parent(id: string | null): string | null;
  user: UserNames;
  /** Whether the viewer can edit the goal. */
  mayWrite(row: Goal): boolean;
  /** Whether the viewer can record progress. */
  mayCheckIn(row: Goal): boolean;
}

/** A goal as the API returns it: progress with two decimals. */
export function toGoalView(row: Goal, lookups: GoalLookups): GoalView {
  const { title, description, level, ownerEmployeeId, departmentId, parentId, startDate, dueDate, status } = row;
  return {
    ...resourceFields(row),
    title,
    description,
    level,
    ownerEmployeeId,
    owner: lookups.employee(ownerEmployeeId),
    departmentId,
    department: lookups.department(departmentId),
    parentId,
    parent: lookups.parent(parentId),
    startDate,
    dueDate,
    status,
    progress: round2(lookups.progress(row)),
    keyResults: row.keyResults.map((keyResult) => toKeyResultView(keyResult, lookups.user)),
    canEdit: lookups.mayWrite(row),
    canCheckIn: isOpenGoal(status) && lookups.mayCheckIn(row),
  };
}

/** The fields that a tree node needs. */
export type GoalOfTree = Pick<Goal, 'title' | 'level' | 'status' | 'ownerEmployeeId' | 'departmentId' | 'dueDate'> & {
  id: string;
  parentId: string | null;
  progress: number;
  owner: string | null;
  department: string | null;
};

export function toGoalTreeNode({ row, children }: TreeNode<GoalOfTree>): GoalTreeNode {
  const { id, title, level, status, progress, ownerEmployeeId, owner, departmentId, department, dueDate } = row;
  return {
    id,
    title,
    level,
    status,
    progress: round2(progress),
    ownerEmployeeId,
    owner,
    departmentId,
    department,
    dueDate,
    children: children.map(toGoalTreeNode),
  };
}
