import type { Model } from 'mongoose';
import { tenantId } from '../kernel/context';
import type { TenantRow } from './rows';

/** Sets fields of a row of the context's tenant at once, visible to others although a transaction is running. */
export async function setOutsideTransaction<T extends TenantRow>(
  model: Model<T>,
  id: string,
  fields: Partial<T>,
): Promise<void> {
  await model.collection.updateOne({ _id: id, tenantId: tenantId() } as never, { $set: fields });
}

/** A row of the context's tenant with one of these ids as everyone sees it, although a transaction is running. */
export async function findOutsideTransaction<T extends TenantRow>(
  model: Model<T>,
  ids: readonly string[],
): Promise<T | null> {
  return (await model.collection.findOne({ _id: { $in: ids }, tenantId: tenantId() } as never)) as T | null;
}

/** Stores a row of the context's tenant at once, visible to others although a transaction is running. */
export async function insertOutsideTransaction<T extends TenantRow>(model: Model<T>, row: T): Promise<void> {
  await model.collection.insertOne({ ...row, tenantId: tenantId() } as never);
}
