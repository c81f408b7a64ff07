import type { Model, QueryFilter } from 'mongoose';
import type { Row } from './rows';

/** Fields of a list with their directions; with `_id` they distinguish any two rows. */
export type RowOrder = Readonly<Record<string, 1 | -1>>;

/**
 * Returns one page of a list and the count of all rows: two queries, in a stable order with an ascending `_id` as the
 * tie-break unless `order` has it.
 */
export async function listRows<T extends Row>(
  model: Model<T>,
  filter: QueryFilter<T>,
  order: RowOrder,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: T[]; totalCount: number }> {
  const [rows, totalCount] = await Promise.all([
    model
      .find(filter)
      .sort({ ...order, _id: order._id ?? 1 })
      .skip((page - 1) * pageSize)
      .limit(pageSize)
      .lean<T[]>()
      .exec(),
    model.countDocuments(filter),
  ]);
  return { rows, totalCount };
}
