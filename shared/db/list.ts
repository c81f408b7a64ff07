import type { Model, QueryFilter, SortOrder } from 'mongoose';
import { countRows } from './remembered.store';
import type { Row } from './rows';

/** One slice of a list and the count of all: two queries, in a stable order with `_id` as the tie-break. */
export async function listRows<T extends Row>(
  model: Model<T>,
  filter: QueryFilter<T>,
  sort: Record<string, SortOrder>,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: T[]; totalCount: number }> {
  const [rows, totalCount] = await Promise.all([
    model
      .find(filter)
      .sort({ ...sort, _id: 1 })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean<T[]>(),
    countRows(model, filter),
  ]);
  return { rows, totalCount };
}
