import { GoalLevel } from '../growth/goals/goal-level';
import type { Goal } from '../growth/goals/goal.model';
import type { ReportingViewer } from './viewer';

/** Who looks at goals, and what of the organization is theirs. */
export interface GoalViewer extends ReportingViewer {
  /** Departments that the viewer leads. */
  ledDepartmentIds: ReadonlySet<string>;
  /** Departments that the viewer belongs to or leads, and those of everyone below the viewer. */
  departmentIds: ReadonlySet<string>;
}

type Placed = Pick<Goal, 'level' | 'ownerEmployeeId' | 'departmentId'>;

/**
 * Whether a goal is shown to the viewer: to HR all; Company goals to everyone; Department goals to
 * the members of that very department, to its manager and to the managers above members; Individual goals to the
 * managers above the owner; and every goal to its owner.
 */
export function maySeeGoal(viewer: GoalViewer, { level, ownerEmployeeId, departmentId }: Placed): boolean {
  if (viewer.isHr || level === GoalLevel.Company) return true;
  if (ownerEmployeeId !== null && ownerEmployeeId === viewer.employeeId) return true;
  return level === GoalLevel.Department
    ? departmentId !== null && viewer.departmentIds.has(departmentId)
    : ownerEmployeeId !== null && viewer.reportIds.has(ownerEmployeeId);
}

/** One alternative of the filter that says what `maySeeGoal` says. */
interface Alternative {
  level?: GoalLevel;
  ownerEmployeeId?: string | { $in: string[] };
  departmentId?: { $in: string[] };
}

/** `maySeeGoal` as a filter of lists; a test compares the two on every kind of goal and viewer. */
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
 * Which field of a goal stands in the way of the viewer writing it; null when nothing does. HR writes all; others their own
 * Individual goals and those of their direct reports, and the Department goals of departments that they lead.
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

/** Whether the viewer may say how far a key result is: whoever may write the goal, and its owner whatever the level. */
export function mayCheckIn(viewer: GoalViewer, goal: Placed): boolean {
  const isOwner = goal.ownerEmployeeId !== null && goal.ownerEmployeeId === viewer.employeeId;
  return isOwner || writeRefusal(viewer, goal) === null;
}
