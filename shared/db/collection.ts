import type { Collection, Model } from 'mongoose';
import type { TenantRow } from './rows';

/** The driver's collection of a model, whose ids are texts. Nothing binds it to an organization: name `tenantId` in each filter. */
export function rowsOf<T>(model: Model<T>): Collection<TenantRow> {
  return model.db.collection<TenantRow>(model.collection.name);
}
