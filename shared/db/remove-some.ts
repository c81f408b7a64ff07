import type { Model, QueryFilter } from 'mongoose';
import { pickRows } from './pick';
import type { Row } from './rows';

/**
 * Deletes at most `limit` of the rows that match, the oldest first, and returns how many: a sweep does a bounded amount of
 * work each time.
 */
export async function removeSome<T extends Row>(
  model: Model<T>,
  filter: QueryFilter<T>,
  limit: number,
): Promise<number> {
  const rows = await pickRows(model.find(filter).sort({ createdAt: 1 }).limit(limit), '_id');
  if (rows.length === 0) return 0;
  const ids = { $in: rows.map((row) => row._id) };
  return (await model.deleteMany({ ...filter, _id: ids } as QueryFilter<T>)).deletedCount;
}
