import type { Viewer } from '../../shared/policies/viewer';

/** Whether the viewer may see an employee's career: HR everyone's, others their own and those of their direct reports. */
export function maySeeCareer(viewer: Viewer, { _id, managerId }: { _id: string; managerId: string | null }): boolean {
  if (viewer.isHr) return true;
  return viewer.employeeId !== null && (viewer.employeeId === _id || viewer.employeeId === managerId);
}

type Person = { _id: string | { $in: string[] } } | { managerId: string };

/** `maySeeCareer` as a filter of employees. */
export function visibleCareers(viewer: Viewer): { $or?: Person[] } {
  const { employeeId } = viewer;
  if (viewer.isHr) return {};
  return { $or: employeeId === null ? [{ _id: { $in: [] } }] : [{ _id: employeeId }, { managerId: employeeId }] };
}
