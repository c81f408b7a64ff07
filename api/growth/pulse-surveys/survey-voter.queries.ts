import { pickRow } from '../../../shared/db/pick';
import type { Survey } from '../../../shared/growth/pulse-surveys/survey.model';
import { actor } from '../../../shared/kernel/context';
import { Role } from '../../../shared/kernel/permissions';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';

/** Who answers surveys with the account of the context. */
export interface SurveyVoter {
  /** The employee's id: one answer each, whatever accounts they have; the account's where there is no employee. */
  id: string;
  departmentId: string | null;
}

/** The voter of the context; null for a platform account, and for an employee who is not Active. One query at most. */
export async function currentVoter(): Promise<SurveyVoter | null> {
  const { userId, employeeId, roles } = actor();
  if (roles.includes(Role.SystemAdmin)) return null;
  if (employeeId === null) return { id: userId, departmentId: null };
  const employee = await pickRow(
    EmployeeModel.findOne({ _id: employeeId, status: EmployeeStatus.Active }),
    'departmentId',
  );
  return employee && { id: employeeId, departmentId: employee.departmentId };
}

/** Whether the survey asks this voter: everyone, or the people of its departments. */
export function isAsked({ departmentIds }: Pick<Survey, 'departmentIds'>, { departmentId }: SurveyVoter): boolean {
  return departmentIds.length === 0 || (departmentId !== null && departmentIds.includes(departmentId));
}
