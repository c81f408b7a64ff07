import type { HydratedDocument } from 'mongoose';
import { pickRows } from '../../shared/db/pick';
import { missingReferences } from '../../shared/db/references';
import { inTransaction } from '../../shared/db/transaction';
import { type Department, DepartmentModel } from '../../shared/framework/department.model';
import { assertValid, conflict, invalid } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { EmployeeModel } from '../../shared/people/employee.model';
import { wouldCreateLoop } from '../../shared/people/hierarchy.rules';
import { type ExpectedRevision, rowToChange } from '../db/expected-revision';
import { followDeletion, isNamed } from '../db/follow-deletion.store';
import type { CreateDepartment, UpdateDepartment } from './departments.dto';

/** Creates a department and returns its id; throws VALIDATION, CONFLICT. */
export async function createDepartment(input: CreateDepartment): Promise<string> {
  const { id, ...fields } = input;
  const row = new DepartmentModel({ ...fields, _id: id ?? newId() });
  await assertConsistent(row);
  await row.save();
  return row._id;
}

/**
 * Updates a department: omitted fields keep their values, null clears; throws NOT_FOUND, VALIDATION,
 * PRECONDITION_FAILED, CONFLICT.
 */
export async function updateDepartment(
  id: string,
  input: UpdateDepartment,
  expected?: ExpectedRevision,
): Promise<void> {
  const row = await rowToChange(DepartmentModel, id, expected);
  row.set(input);
  await assertConsistent(row);
  await row.save();
}

/**
 * Soft-deletes an empty department and follows the references to it; throws NOT_FOUND, and CONFLICT while it has employees or
 * subdepartments, or a Draft survey asks it.
 */
export async function deleteDepartment(id: string): Promise<void> {
  await inTransaction(async () => {
    const row = await rowToChange(DepartmentModel, id);
    if (await EmployeeModel.exists({ departmentId: id })) throw conflict(refusal('DEPARTMENT_HAS_EMPLOYEES'));
    if (await DepartmentModel.exists({ parentId: id })) throw conflict(refusal('DEPARTMENT_HAS_SUB_DEPARTMENTS'));
    if (await isNamed('Survey', 'Department', id)) throw conflict(refusal('DRAFT_SURVEY_ASKS_DEPARTMENT'));
    if (await isNamed('Cycle', 'Department', id)) throw conflict(refusal('CYCLE_EVALUATES_DEPARTMENT'));
    row.isDeleted = true;
    await row.save();
    await followDeletion('Department', [id]);
  });
}

/** Checks only changes: a department whose head or parent was deleted can still be renamed. */
async function assertConsistent(row: HydratedDocument<Department>): Promise<void> {
  const changed = (field: 'parentId' | 'managerId') => (row.isModified(field) ? [{ field, id: row[field] }] : []);
  assertValid([
    ...(await missingReferences(DepartmentModel, changed('parentId'))),
    ...(await missingReferences(EmployeeModel, changed('managerId'))),
  ]);
  if (row.parentId === null || !row.isModified('parentId')) return;
  const all = await pickRows(DepartmentModel.find(), 'parentId');
  const parentOf = new Map(all.map((department) => [department._id, department.parentId]));
  if (wouldCreateLoop(parentOf, row._id, row.parentId))
    throw invalid({ field: 'parentId', ...refusal('MUST_NOT_BE_BELOW_ITSELF') });
}
