import { pickRow, pickRows } from '../../../shared/db/pick';
import { DepartmentModel } from '../../../shared/framework/department.model';
import { EmployeeModel } from '../../../shared/people/employee.model';
import type { GoalViewer } from '../../policies/goal.policy';
import { reportingViewer } from '../reporting-viewer.queries';

/** Returns the caller as a viewer of goals; no query for HR. */
export async function goalViewer(): Promise<GoalViewer> {
  const { reports, ...viewer } = await reportingViewer();
  const { isHr, employeeId } = viewer;
  if (isHr || employeeId === null) return { ...viewer, ledDepartmentIds: new Set(), departmentIds: new Set() };
  const [own, led] = await Promise.all([
    pickRow(EmployeeModel.findById(employeeId), 'departmentId'),
    pickRows(DepartmentModel.find({ managerId: employeeId }), '_id'),
  ]);
  const ledDepartmentIds = new Set(led.map(({ _id }) => _id));
  const ofPeople = [own?.departmentId, ...reports.map(({ departmentId }) => departmentId)];
  const departmentIds = new Set([...ledDepartmentIds, ...ofPeople.filter((id) => typeof id === 'string')]);
  return { ...viewer, ledDepartmentIds, departmentIds };
}
