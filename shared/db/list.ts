import type { Model, QueryFilter } from 'mongoose';
import { countRows } from './remembered.store';
import type { Row } from './rows';
import { sliceRows, type SliceOrder } from './slice';

/** One slice of a list and the count of all: two queries, in a stable order with `_id` as the tie-break. */
export async function listRows<T extends Row>(
  model: Model<T>,
  filter: QueryFilter<T>,
  order: SliceOrder,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: T[]; totalCount: number }> {
  const [rows, totalCount] = await Promise.all([
    sliceRows<T>(model, filter, { ...order, _id: 1 }, { skip: (page - 1) * pageSize, limit: pageSize }),
    countRows(model, filter),
  ]);
  return { rows, totalCount };
}
