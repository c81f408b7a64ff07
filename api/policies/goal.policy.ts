import { GoalLevel } from '../../shared/growth/goals/goal-level';
import type { Goal } from '../../shared/growth/goals/goal.model';
import type { ReportingViewer } from '../../shared/policies/viewer';

export interface GoalViewer extends ReportingViewer {
  /** Departments of which the viewer is the head. */
  ledDepartmentIds: ReadonlySet<string>;
  /** Departments that the viewer belongs to or heads, and those of all subordinates. */
  departmentIds: ReadonlySet<string>;
}

type Placed = Pick<Goal, 'level' | 'ownerEmployeeId' | 'departmentId'>;

/**
 * Whether the viewer may see a goal: HR all; everyone Company goals and their own goals; Department goals also the members of
 * that department, its head and the managers above members; Individual goals also the managers above the owner.
 */
export function maySeeGoal(viewer: GoalViewer, { level, ownerEmployeeId, departmentId }: Placed): boolean {
  if (viewer.isHr || level === GoalLevel.Company) return true;
  if (ownerEmployeeId !== null && ownerEmployeeId === viewer.employeeId) return true;
  return level === GoalLevel.Department
    ? departmentId !== null && viewer.departmentIds.has(departmentId)
    : ownerEmployeeId !== null && viewer.reportIds.has(ownerEmployeeId);
}

/** One branch of the filter that is equivalent to `maySeeGoal`. */
interface Alternative {
  level?: GoalLevel;
  ownerEmployeeId?: string | { $in: string[] };
  departmentId?: { $in: string[] };
}

/** `maySeeGoal` as a filter of lists; a test compares the two for every kind of goal and viewer. */
export function visibleGoals(viewer: GoalViewer): { $or?: Alternative[] } {
  if (viewer.isHr) return {};
  const $or: Alternative[] = [
    { level: GoalLevel.Company },
    { level: GoalLevel.Department, departmentId: { $in: [...viewer.departmentIds] } },
    { level: GoalLevel.Individual, ownerEmployeeId: { $in: [...viewer.reportIds] } },
  ];
  if (viewer.employeeId !== null) $or.push({ ownerEmployeeId: viewer.employeeId });
  return { $or };
}

/**
 * Returns the field that prevents the viewer from editing a goal; null when none does. HR may edit all; others their
 * own Individual goals and those of their direct reports, and the Department goals of departments that they head.
 */
export function writeRefusal(
  viewer: GoalViewer,
  { level, ownerEmployeeId, departmentId }: Placed,
): keyof Placed | null {
  if (viewer.isHr) return null;
  if (level === GoalLevel.Company) return 'level';
  if (level === GoalLevel.Department)
    return departmentId !== null && viewer.ledDepartmentIds.has(departmentId) ? null : 'departmentId';
  const isTheirs =
    ownerEmployeeId !== null && (ownerEmployeeId === viewer.employeeId || viewer.directReportIds.has(ownerEmployeeId));
  return isTheirs ? null : 'ownerEmployeeId';
}

/** Whether the viewer may check in on a key result: everyone who may edit the goal, and its owner. */
export function mayCheckIn(viewer: GoalViewer, goal: Placed): boolean {
  const isOwner = goal.ownerEmployeeId !== null && goal.ownerEmployeeId === viewer.employeeId;
  return isOwner || writeRefusal(viewer, goal) === null;
}
