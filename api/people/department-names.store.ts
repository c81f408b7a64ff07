import { anyDeletion } from '../../shared/db/bulk';
import { pickRows } from '../../shared/db/pick';
import { DepartmentModel } from '../../shared/framework/department.model';
import { compareNames } from '../../shared/kernel/name-order.rules';

/** The names of all departments of the tenant, also of those that were deleted since. */
export interface DepartmentNames {
  /** Returns the name of a department; null for null. */
  name(id: string | null): string | null;
  /** Compares two departments by name; null comes last. */
  order(a: string | null, b: string | null): number;
}

/** Reads the names of all departments that the tenant has or had; one query. */
export async function allDepartmentNames(): Promise<DepartmentNames> {
  const rows = await pickRows(DepartmentModel.find(anyDeletion(DepartmentModel)), 'name');
  const inOrder = rows.sort((a, b) => compareNames(a.name, b.name) || (a._id < b._id ? -1 : 1));
  const names = new Map(inOrder.map(({ _id, name }) => [_id, name]));
  const places = new Map([...names.keys()].map((id, place) => [id, place]));
  const place = (id: string | null): number => (id === null ? undefined : places.get(id)) ?? places.size;
  return {
    name: (id) => (id === null ? null : (names.get(id) ?? null)),
    order: (a, b) => place(a) - place(b) || Number(a === null) - Number(b === null) || (`${a}` < `${b}` ? -1 : 1),
  };
}
