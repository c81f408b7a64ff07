import { missingReferences } from '../../../shared/db/references';
import { type FieldRefusal, refusal } from '../../../shared/kernel/refusals/refusal';
import { EmployeeStatus } from '../../../shared/people/employee-status';
import { EmployeeModel } from '../../../shared/people/employee.model';

/** Returns the problem of a new manager: one who does not exist, or who has left. Null and undefined name no one. */
export async function managerProblems(field: string, id: string | null | undefined): Promise<FieldRefusal[]> {
  const missing = await missingReferences(EmployeeModel, [{ field, id }]);
  if (missing.length > 0 || !id) return missing;
  const hasLeft = await EmployeeModel.exists({ _id: id, status: EmployeeStatus.Terminated });
  return hasLeft ? [{ field, ...refusal('HAS_LEFT') }] : [];
}
