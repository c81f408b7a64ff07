import { changePreferences, usePreferences } from '../app/preferences';
import { useAddress } from '../app/use-address';

/** What a page of a list can hold; the API serves 200 at most. */
export const PAGE_SIZES = [25, 50, 100, 200] as const;
const DEFAULT = 50;

const asPageSize = (value: unknown): number | undefined => PAGE_SIZES.find((size) => size === Number(value));

/** How many rows a page of each list has: what the address says as `rows`, else the stored number. */
export function useRowsPerPage(): [rows: number, choose: (rows: number) => void] {
  const address = useAddress();
  const stored = asPageSize(usePreferences().rowsPerPage);
  const rows = asPageSize(address.get('rows')) ?? stored ?? DEFAULT;
  const choose = (next: number): void => {
    changePreferences({ rowsPerPage: next });
    address.change({ rows: String(next), page: '' });
  };
  return [rows, choose];
}
