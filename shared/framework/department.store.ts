import { missingReferences, namesById } from '../db/references';
import type { FieldError } from '../kernel/errors';
import { DepartmentModel } from '../people/department.model';

// The one look upwards of this area: a job profile may be at home in a department, while people have profiles.

/** Names of departments by id: one query. */
export function departmentNames(
  ids: readonly (string | null)[],
): Promise<(id: string | null | undefined) => string | null> {
  return namesById(DepartmentModel, ids, 'name');
}

/** VALIDATION on `departmentId` when the tenant has no such department; null asks for nothing. */
export function missingDepartment(id: string | null): Promise<FieldError[]> {
  return missingReferences(DepartmentModel, [{ field: 'departmentId', id }]);
}
