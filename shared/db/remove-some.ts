import type { Model, QueryFilter } from 'mongoose';
import { pickRows } from './pick';
import type { Row } from './rows';

/**
 * Deletes at most `limit` matching rows, the oldest by `moment` first, and returns their number, so that each run of a
 * periodic task is bounded. An index must begin with `moment`.
 */
export async function removeSome<T extends Row>(
  model: Model<T>,
  filter: QueryFilter<T>,
  limit: number,
  moment: keyof T & string = 'createdAt',
): Promise<number> {
  const rows = await pickRows(
    model
      .find(filter)
      .sort({ [moment]: 1 })
      .limit(limit),
    '_id',
  );
  if (rows.length === 0) return 0;
  const ids = { $in: rows.map((row) => row._id) };
  return (await model.deleteMany({ ...filter, _id: ids } as QueryFilter<T>)).deletedCount;
}
