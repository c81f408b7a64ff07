import { useRowsPerPage } from '../list/rows-per-page';
import { useAddress } from './use-address';

interface ListQuery<Field extends string> {
  /** The page, the search and the filters, as lists of the API take them. */
  query: { page: number; pageSize: number; search?: string } & { [F in Field]?: string };
  /** Whether the address searches or filters, so that an empty list is no empty organization. */
  isFiltered: boolean;
}

/** The filters of a list in the address: `useListQuery({ departmentId: 'department' })` filters by what it says under `department`. */
export function useListQuery<Field extends string = never>(
  filters?: Readonly<Record<Field, string>>,
): ListQuery<Field> {
  const address = useAddress();
  const [pageSize] = useRowsPerPage();
  const names = { search: 'search', ...filters };
  const chosen = Object.entries(names).flatMap(([field, name]) => {
    const value = address.get(name);
    return value === '' ? [] : [[field, value] as const];
  });
  const query = { page: address.page, pageSize, ...Object.fromEntries(chosen) };
  return { query: query as ListQuery<Field>['query'], isFiltered: chosen.length > 0 };
}
