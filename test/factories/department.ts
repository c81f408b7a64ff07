import { type Department, DepartmentModel } from '../../shared/framework/department.model';

/** A department; call inside `tenant.within`. Returns its id. */
export async function makeDepartment(name: string, fields: Partial<Department> = {}): Promise<string> {
  return (await DepartmentModel.create({ name, ...fields }))._id;
}
