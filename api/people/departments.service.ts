import { missingReferences } from '../../shared/db/references';
import { foldForSearch } from '../../shared/db/search';
import { assertValid, conflict, invalid, notFound } from '../../shared/kernel/errors';
import { type Department, DepartmentModel } from '../../shared/people/department.model';
import { EmployeeModel } from '../../shared/people/employee.model';
import { wouldCreateCycle } from '../../shared/people/hierarchy.rules';
import { assertMatches } from '../http/resource';
import type { CreateDepartment, UpdateDepartment } from './departments.dto';

/** Creates a department and returns its id; throws VALIDATION, CONFLICT. */
export async function createDepartment(input: CreateDepartment): Promise<string> {
  const { id, ...fields } = input;
  const row = new DepartmentModel({ ...fields, ...(id ? { _id: id } : {}) });
  await assertConsistent(row);
  row.searchText = foldForSearch(row.name, row.code);
  await row.save();
  return row._id;
}

/** Changes a department: absent fields stay, null clears; throws NOT_FOUND, VALIDATION, PRECONDITION_FAILED, CONFLICT. */
export async function updateDepartment(id: string, input: UpdateDepartment, ifMatch?: string): Promise<void> {
  const row = await DepartmentModel.findById(id);
  if (!row) throw notFound();
  assertMatches(ifMatch, row.revision);
  row.set(input);
  await assertConsistent(row);
  row.searchText = foldForSearch(row.name, row.code);
  await row.save();
}

/** Soft-deletes a department that is empty; throws NOT_FOUND, and CONFLICT while employees or departments are in it. */
export async function deleteDepartment(id: string): Promise<void> {
  const row = await DepartmentModel.findById(id);
  if (!row) throw notFound();
  if (await EmployeeModel.exists({ departmentId: id }))
    throw conflict('Employees belong to this department; move them first.');
  if (await DepartmentModel.exists({ parentId: id }))
    throw conflict('This department has sub-departments; move or delete them first.');
  row.isDeleted = true;
  await row.save();
}

async function assertConsistent(row: Department): Promise<void> {
  assertValid([
    ...(await missingReferences(DepartmentModel, [{ field: 'parentId', id: row.parentId }])),
    ...(await missingReferences(EmployeeModel, [{ field: 'managerId', id: row.managerId }])),
  ]);
  if (row.parentId === null) return;
  const all = await DepartmentModel.find().select('parentId').lean<Department[]>();
  const parentOf = new Map(all.map((department) => [department._id, department.parentId]));
  if (wouldCreateCycle(parentOf, row._id, row.parentId))
    throw invalid({ field: 'parentId', message: 'is the department itself or stands below it' });
}
