import type { ReportingViewer } from '../../shared/policies/viewer';

/** Whether the viewer may see an employee's plans: the employee, every manager above them, and HR may. */
export function maySeePlans(viewer: ReportingViewer, employeeId: string): boolean {
  return viewer.isHr || isOwnPlan(viewer, employeeId) || viewer.reportIds.has(employeeId);
}

/** `maySeePlans` as a filter of lists. */
export function visiblePlans(viewer: ReportingViewer): { $and?: { employeeId: { $in: string[] } }[] } {
  if (viewer.isHr) return {};
  const own = viewer.employeeId === null ? [] : [viewer.employeeId];
  // Inside `$and`, so that it can be combined with a filter by employee.
  return { $and: [{ employeeId: { $in: [...own, ...viewer.reportIds] } }] };
}

/** Whether the viewer may edit an employee's plans: the employee, the direct manager and HR may. */
export function mayWritePlans(viewer: ReportingViewer, employeeId: string): boolean {
  return isOwnPlan(viewer, employeeId) || mayDecide(viewer, employeeId);
}

/** Whether the viewer may approve and reject an employee's plans: the direct manager and HR may, but no one their own. */
export function mayDecide(viewer: ReportingViewer, employeeId: string): boolean {
  return !isOwnPlan(viewer, employeeId) && (viewer.isHr || viewer.directReportIds.has(employeeId));
}

export function isOwnPlan(viewer: ReportingViewer, employeeId: string): boolean {
  return viewer.employeeId === employeeId;
}
