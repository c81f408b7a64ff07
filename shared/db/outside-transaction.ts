import type { Model } from 'mongoose';
import { tenantId } from '../kernel/context';
import { bulkCause } from './bulk-cause';
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

/** The rows of the context's tenant with these ids as everyone sees them, although a transaction is running. */
export async function findOutsideTransaction<T extends TenantRow>(
  model: Model<T>,
  ids: readonly string[],
): Promise<T[]> {
  const found = rowsOf(model).find({ _id: { $in: [...ids] }, tenantId: tenantId() });
  return (await found.toArray()) as T[];
}

/**
 * Stores rows of the context's tenant at once, visible to others although a transaction is running. A row that exists stops none of
 * the others, and is thrown as a duplicate-key error.
 */
export async function insertOutsideTransaction<T extends TenantRow>(
  model: Model<T>,
  rows: readonly T[],
): Promise<void> {
  try {
    await rowsOf(model).insertMany(
      rows.map((row) => ({ ...row, tenantId: tenantId() })),
      { ordered: false },
    );
  } catch (error) {
    throw bulkCause(error);
  }
}
