import type { RowOrder } from '../../shared/db/list';
import { invalid } from '../../shared/kernel/errors';
import { refusal } from '../../shared/kernel/refusals/refusal';

/** The orders of a list: each name with its fields, by precedence. */
export type SortOrders = Readonly<Record<string, readonly string[]>>;

/** Returns the order for `sort`, such as `name` or `-name`; throws VALIDATION for an unknown one. */
export function requestedOrder(orders: SortOrders, sort: string): RowOrder {
  const isDescending = sort.startsWith('-');
  const name = isDescending ? sort.slice(1) : sort;
  const fields = Object.hasOwn(orders, name) ? orders[name] : undefined;
  if (!fields)
    throw invalid({
      field: 'sort',
      ...refusal('NOT_AN_ORDER', { choices: Object.keys(orders).join(', ') }),
    });
  // The tie-break has the same direction, so that one index serves both directions.
  return Object.fromEntries([...fields, '_id'].map((field) => [field, isDescending ? -1 : 1]));
}
