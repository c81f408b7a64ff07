import { round2 } from '../../shared/evaluation/score.rules';
import type { GoalLevel } from '../../shared/growth/goal-level';
import type { GoalStatus } from '../../shared/growth/goal-status';
import type { Goal } from '../../shared/growth/goal.model';
import type { TreeNode } from '../../shared/people/hierarchy.rules';
import { resourceFields } from '../http/resource-fields';
import type { CalendarDate, Id, LongText, ResourceFields, ShortText } from '../http/types';
import { type CreateKeyResult, type KeyResultView, toKeyResultView, type UserNames } from './key-results.dto';

/** A goal with its key results (decisions 5). */
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
   * Title of the goal above; null when it is not shown to the caller.
   * @example "Grow by a third"
   */
  parent: string | null;
  startDate: CalendarDate | null;
  dueDate: CalendarDate | null;
  status: GoalStatus;
  /**
   * In percent: the weighted mean of the key results; without any the mean of the goals below, Cancelled ones left out;
   * with neither 100 when Completed, else 0.
   * @example 40
   */
  progress: number;
  keyResults: KeyResultView[];
}

/** A goal with those below it. */
export interface GoalTreeNode {
  id: Id;
  /** @example "Win the mid-size market" */
  title: string;
  level: GoalLevel;
  status: GoalStatus;
  /**
   * As the progress of the goal itself.
   * @example 40
   */
  progress: number;
  ownerEmployeeId: Id | null;
  /** Full name of the owner. */
  owner: string | null;
  departmentId: Id | null;
  dueDate: CalendarDate | null;
  children: GoalTreeNode[];
}

export interface CreateGoal {
  id?: Id;
  title: ShortText;
  description?: LongText | null;
  level: GoalLevel;
  /** Needed by Individual goals; there it is the caller when it is not given. */
  ownerEmployeeId?: Id | null;
  /** Needed by Department goals; Company goals have none. */
  departmentId?: Id | null;
  /** The goal above, of the same or a wider level. */
  parentId?: Id | null;
  startDate?: CalendarDate | null;
  dueDate?: CalendarDate | null;
  /** Draft when it is not given. */
  status?: GoalStatus;
  /**
   * Key results to begin with.
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

/** What follows from a goal and other rows. */
export interface GoalSurroundings {
  /** 0..100, unrounded. */
  progress(row: Goal): number;
  employee(id: string | null): string | null;
  department(id: string | null): string | null;
  /** Title of a goal above, if the caller may see it. */
  parent(id: string | null): string | null;
  user: UserNames;
}

/** A goal as the API shows it: progress with two decimals. */
export function toGoalView(row: Goal, around: GoalSurroundings): GoalView {
  const { title, description, level, ownerEmployeeId, departmentId, parentId, startDate, dueDate, status } = row;
  return {
    ...resourceFields(row),
    title,
    description,
    level,
    ownerEmployeeId,
    owner: around.employee(ownerEmployeeId),
    departmentId,
    department: around.department(departmentId),
    parentId,
    parent: around.parent(parentId),
    startDate,
    dueDate,
    status,
    progress: round2(around.progress(row)),
    keyResults: row.keyResults.map((keyResult) => toKeyResultView(keyResult, around.user)),
  };
}

/** What a node of the tree shows. */
export type GoalOfTree = Pick<Goal, 'title' | 'level' | 'status' | 'ownerEmployeeId' | 'departmentId' | 'dueDate'> & {
  id: string;
  parentId: string | null;
  progress: number;
  owner: string | null;
};

/** A goal with those below it as the API shows them. */
export function toGoalTreeNode({ row, children }: TreeNode<GoalOfTree>): GoalTreeNode {
  const { id, title, level, status, progress, ownerEmployeeId, owner, departmentId, dueDate } = row;
  return {
    id,
    title,
    level,
    status,
    progress: round2(progress),
    ownerEmployeeId,
    owner,
    departmentId,
    dueDate,
    children: children.map(toGoalTreeNode),
  };
}
