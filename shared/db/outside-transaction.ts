import type { Model } from 'mongoose';
import { tenantId } from '../kernel/context';
import { rowsOf } from './collection';
import type { TenantRow } from './rows';

/** Sets fields of a row of the context's tenant at once, visible to others although a transaction is running. */
export async function setOutsideTransaction<T extends TenantRow>(
  model: Model<T>,
  id: string,
  fields: Partial<T>,
): Promise<void> {
  await rowsOf(model).updateOne({ _id: id, tenantId: tenantId() }, { $set: fields });
}

/** A row of the context's tenant with one of these ids as everyone sees it, although a transaction is running. */
export async function findOutsideTransaction<T extends TenantRow>(
  model: Model<T>,
  ids: readonly string[],
): Promise<T | null> {
  return (await rowsOf(model).findOne({ _id: { $in: [...ids] }, tenantId: tenantId() })) as T | null;
}

/** Stores a row of the context's tenant at once, visible to others although a transaction is running. */
export async function insertOutsideTransaction<T extends TenantRow>(model: Model<T>, row: T): Promise<void> {
  await rowsOf(model).insertOne({ ...row, tenantId: tenantId() });
}
