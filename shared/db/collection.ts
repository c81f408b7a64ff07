import type { Collection, Model } from 'mongoose';
import type { TenantRow } from './rows';

/**
 * Returns the driver's collection of a model. The tenant isolation layer does not see it: every filter must contain `tenantId`.
 */
export function rowsOf<T>(model: Model<T>): Collection<TenantRow> {
  return model.db.collection<TenantRow>(model.collection.name);
}
