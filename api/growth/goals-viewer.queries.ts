import type { GoalViewer } from '../../shared/growth/goal-visibility.rules';
import { actor } from '../../shared/kernel/context';
import { isHr } from '../../shared/kernel/permissions';
import { type Department, DepartmentModel } from '../../shared/people/department.model';
import { type Employee, EmployeeModel } from '../../shared/people/employee.model';
import { reportsBelow } from '../../shared/people/reporting-line.store';

const NOBODY: GoalViewer = {
  isHr: false,
  employeeId: null,
  directReportIds: new Set(),
  reportIds: new Set(),
  ledDepartmentIds: new Set(),
  departmentIds: new Set(),
};

/** The caller as the rules of goals know them; HR costs no query, others three and one for each level below them. */
export async function goalViewer(): Promise<GoalViewer> {
  const { roles, employeeId } = actor();
  if (isHr(roles)) return { ...NOBODY, isHr: true, employeeId };
  if (employeeId === null) return NOBODY;
  const [own, led, reports] = await Promise.all([
    EmployeeModel.findById(employeeId).select('departmentId').lean<Pick<Employee, 'departmentId'>>(),
    DepartmentModel.find({ managerId: employeeId }).select('_id').lean<Pick<Department, '_id'>[]>(),
    reportsBelow(employeeId),
  ]);
  const ledDepartmentIds = new Set(led.map(({ _id }) => _id));
  const departments = [own?.departmentId, ...reports.map(({ departmentId }) => departmentId)];
  return {
    isHr: false,
    employeeId,
    directReportIds: new Set(reports.filter(({ isDirect }) => isDirect).map(({ id }) => id)),
    reportIds: new Set(reports.map(({ id }) => id)),
    ledDepartmentIds,
    departmentIds: new Set([...ledDepartmentIds, ...departments.filter((id) => typeof id === 'string')]),
  };
}
