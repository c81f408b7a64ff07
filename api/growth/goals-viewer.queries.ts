import type { GoalViewer } from '../../shared/growth/goal-visibility.rules';
import { type Department, DepartmentModel } from '../../shared/people/department.model';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { reportingViewer } from './reporting-viewer.queries';

/** The caller as the rules of goals know them; HR costs no query. */
export async function goalViewer(): Promise<GoalViewer> {
  const { reports, ...viewer } = await reportingViewer();
  const { isHr, employeeId } = viewer;
  if (isHr || employeeId === null) return { ...viewer, ledDepartmentIds: new Set(), departmentIds: new Set() };
  const [own, led] = await Promise.all([
    EmployeeModel.findById(employeeId).select('departmentId').lean<Pick<Employee, 'departmentId'>>(),
    DepartmentModel.find({ managerId: employeeId }).select('_id').lean<Pick<Department, '_id'>[]>(),
  ]);
  const ledDepartmentIds = new Set(led.map(({ _id }) => _id));
  const ofPeople = [own?.departmentId, ...reports.map(({ departmentId }) => departmentId)];
  const departmentIds = new Set([...ledDepartmentIds, ...ofPeople.filter((id) => typeof id === 'string')]);
  return { ...viewer, ledDepartmentIds, departmentIds };
}
