import type { QueryFilter } from 'mongoose';
import { listRows } from '../../../shared/db/list';
import { pickRows } from '../../../shared/db/pick';
import { namesById } from '../../../shared/db/references';
import { searchFilter } from '../../../shared/db/search';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { GoalLevel } from '../../../shared/growth/goals/goal-level';
import { GoalStatus } from '../../../shared/growth/goals/goal-status';
import { type Goal, GoalModel } from '../../../shared/growth/goals/goal.model';
import { enumerationFilter } from '../../../shared/kernel/enumeration';
import { notFound } from '../../../shared/kernel/errors';
import { EmployeeModel } from '../../../shared/people/employee.model';
import { buildTree } from '../../../shared/people/hierarchy.rules';
import { UserModel } from '../../../shared/platform/accounts/user.model';
import type { PageRequest } from '../../http/pagination';
import { type GoalViewer, mayCheckIn, maySeeGoal, visibleGoals, writeRefusal } from '../../policies/goal.policy';
import { goalsWithProgress, progressOf } from './goal.store';
import { goalViewer } from './goals-viewer.queries';
import { type GoalLookups, type GoalTreeNode, type GoalView, toGoalTreeNode, toGoalView } from './goals.dto';

export interface GoalFilter {
  ownerEmployeeId?: string;
  departmentId?: string;
  parentId?: string;
  level?: string;
  status?: string;
  search?: string;
}

/** Returns one page of the goals that the caller may see, newest first; throws VALIDATION. */
export async function listGoals(
  { level, status, search, ...equal }: GoalFilter,
  page: PageRequest,
): Promise<{ items: GoalView[]; totalCount: number }> {
  const goalFilter = {
    level: enumerationFilter(GoalLevel, level, 'level'),
    status: enumerationFilter(GoalStatus, status, 'status'),
    ...equal,
  };
  const given: QueryFilter<Goal> = Object.fromEntries(
    Object.entries(goalFilter).filter(([, value]) => value !== undefined),
  );
  const viewer = await goalViewer();
  const filter = { ...given, ...searchFilter(search), ...visibleGoals(viewer) };
  const { rows, totalCount } = await listRows(GoalModel, filter, { createdAt: -1 }, page);
  const lookups = await goalLookups(rows, viewer);
  return { items: rows.map((row) => toGoalView(row, lookups)), totalCount };
}

/** Returns the goals that the caller may see as a tree, siblings by title; one whose parent is hidden becomes a root. */
export async function goalTree(): Promise<GoalTreeNode[]> {
  const goals = await goalsWithProgress(visibleGoals(await goalViewer()));
  const nameOf = await namesById(
    DepartmentModel,
    goals.map(({ goal: { departmentId } }) => departmentId),
    'name',
  );
  const rows = goals.map(({ goal: { _id, ...goal }, progress, owner }) => {
    return { id: _id, ...goal, progress, owner, department: nameOf(goal.departmentId) };
  });
  return buildTree(rows, new Map()).map(toGoalTreeNode);
}

/** Returns one goal; throws NOT_FOUND, also when the caller may not see it. */
export async function getGoal(id: string): Promise<GoalView> {
  const viewer = await goalViewer();
  const row = await findGoal(id, viewer);
  return toGoalView(row, await goalLookups([row], viewer));
}

/** The row of a goal that the viewer may see; throws NOT_FOUND. */
export async function findGoal(id: string, viewer: GoalViewer): Promise<Goal> {
  const row = await GoalModel.findById(id).lean<Goal>();
  if (!row || !maySeeGoal(viewer, row)) throw notFound();
  return row;
}

/** Reads names and progress for a page of goals; at most six queries. */
async function goalLookups(rows: readonly Goal[], viewer: GoalViewer): Promise<GoalLookups> {
  const checkIns = rows.flatMap(({ keyResults }) => keyResults).flatMap(({ recentCheckIns }) => recentCheckIns);
  const [progress, employee, department, parent, user] = await Promise.all([
    progressOf(rows),
    namesById(
      EmployeeModel,
      rows.map(({ ownerEmployeeId }) => ownerEmployeeId),
      'fullName',
    ),
    namesById(
      DepartmentModel,
      rows.map(({ departmentId }) => departmentId),
      'name',
    ),
    parentTitles(rows, viewer),
    namesById(
      UserModel,
      checkIns.map(({ userId }) => userId),
      'fullName',
    ),
  ]);
  return {
    ...{ progress, employee, department, parent, user },
    mayWrite: (row) => writeRefusal(viewer, row) === null,
    mayCheckIn: (row) => mayCheckIn(viewer, row),
  };
}

async function parentTitles(rows: readonly Goal[], viewer: GoalViewer): Promise<(id: string | null) => string | null> {
  const ids = [...new Set(rows.flatMap(({ parentId }) => parentId ?? []))];
  if (ids.length === 0) return () => null;
  const parents = await pickRows(
    GoalModel.find({ _id: { $in: ids } }),
    'title',
    'level',
    'ownerEmployeeId',
    'departmentId',
  );
  const titles = new Map(parents.filter((parent) => maySeeGoal(viewer, parent)).map(({ _id, title }) => [_id, title]));
  return (id) => (id === null ? null : (titles.get(id) ?? null));
}
