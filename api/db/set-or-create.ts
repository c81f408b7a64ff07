import type { Model, QueryFilter } from 'mongoose';
import { isDuplicate } from '../../shared/db/bulk';
import type { TenantRow } from '../../shared/db/rows';

/** Sets fields of the row with this unique key, or creates it. */
export async function setOrCreate<T extends TenantRow>(
  model: Model<T>,
  key: QueryFilter<T>,
  fields: Partial<T>,
): Promise<void> {
  const update = () => model.updateOne(key, { $set: fields });
  if ((await update()).matchedCount > 0) return;
  try {
    await model.create({ ...key, ...fields });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await update(); // a concurrent call has created it
  }
}
