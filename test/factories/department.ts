import { foldForSearch } from '../../shared/db/search';
import { DepartmentModel } from '../../shared/people/department.model';

/** A department; call inside `tenant.within`. Returns its id. */
export async function makeDepartment(name: string): Promise<string> {
  return (await DepartmentModel.create({ name, searchText: foldForSearch(name) }))._id;
}
