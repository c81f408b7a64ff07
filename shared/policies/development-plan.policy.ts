import type { ReportingViewer } from './viewer';

/** Whether the plans of an employee are shown: to the employee, the managers above and HR. */
export function maySeePlans(viewer: ReportingViewer, employeeId: string): boolean {
  return viewer.isHr || isOwnPlan(viewer, employeeId) || viewer.reportIds.has(employeeId);
}

/** `maySeePlans` as a filter of lists. */
export function visiblePlans(viewer: ReportingViewer): { $and?: { employeeId: { $in: string[] } }[] } {
  if (viewer.isHr) return {};
  const own = viewer.employeeId === null ? [] : [viewer.employeeId];
  // Under $and, so that a filter by employee can stand beside it.
  return { $and: [{ employeeId: { $in: [...own, ...viewer.reportIds] } }] };
}

/** Whether the viewer writes the plans of an employee: the employee, the direct manager and HR do. */
export function mayWritePlans(viewer: ReportingViewer, employeeId: string): boolean {
  return isOwnPlan(viewer, employeeId) || mayDecide(viewer, employeeId);
}

/** Whether the viewer approves and rejects: the direct manager and HR, but no one their own plan. */
export function mayDecide(viewer: ReportingViewer, employeeId: string): boolean {
  return !isOwnPlan(viewer, employeeId) && (viewer.isHr || viewer.directReportIds.has(employeeId));
}

/** Whether a plan is the viewer's own. */
export function isOwnPlan(viewer: ReportingViewer, employeeId: string): boolean {
  return viewer.employeeId === employeeId;
}
