import { missingReferences, namesById } from '../../shared/db/references';
import type { FieldError } from '../../shared/kernel/errors';
import { DepartmentModel } from '../../shared/people/department.model';

// The only dependency of this area on `people`: a job profile may belong to a department.

/** Reads the names of departments by id: one query. */
export function departmentNames(
  ids: readonly (string | null)[],
): Promise<(id: string | null | undefined) => string | null> {
  return namesById(DepartmentModel, ids, 'name');
}

/** Returns the problem of a `departmentId` that does not exist in the tenant; null is valid. */
export function missingDepartment(id: string | null): Promise<FieldError[]> {
  return missingReferences(DepartmentModel, [{ field: 'departmentId', id }]);
}
