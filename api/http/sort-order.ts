import type { RowOrder } from '../../shared/db/list';
import { invalid } from '../../shared/kernel/errors';
import { sentence } from '../../shared/kernel/refusals/sentence';

/** What a list can be sorted by: each name with the fields that it stands for, the first decides. */
export type SortOrders = Readonly<Record<string, readonly string[]>>;

/** The order that `sort` names, such as `name` or `-name`; throws VALIDATION when the list has no such order. */
export function requestedOrder(orders: SortOrders, sort: string): RowOrder {
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  const fields = Object.hasOwn(orders, name) ? orders[name] : undefined;
  if (!fields)
    throw invalid({
      field: 'sort',
      ...sentence`must be one of ${Object.keys(orders).join(', ')}, optionally with a leading -`,
    });
  // The tie-break turns with the rest, so that one index, read from either end, serves both directions.
  return Object.fromEntries([...fields, '_id'].map((field) => [field, isDescending ? -1 : 1]));
}
