import type { Model, QueryFilter } from 'mongoose';
import { tenantId } from '../kernel/context';
import type { TenantRow } from './rows';

export interface BatchOptions<F extends string> {
  /** The only fields that are read. */
  fields: readonly F[];
  sort?: Record<string, 1 | -1>;
  /** Rows that the database sends at once: every further request costs it, so many are quick; they wait as bytes. */
  size: number;
}

/** Rows that are made objects at once. */
const ROWS_PER_BATCH = 500;

/**
 * Rows of the context's tenant as plain objects, at most 500 at a time: for answers of many thousand
 * rows, where a document instance and a promise per row would cost more than the row. Soft-deleted rows are left out. The
 * cursor is closed when the reader stops.
 */
export async function* rowBatches<T extends TenantRow, F extends keyof T & string>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { fields, sort, size }: BatchOptions<F>,
): AsyncGenerator<Pick<T, F>[]> {
  const live = model.schema.path('isDeleted') ? { isDeleted: false } : {};
  const projection = { _id: 0, ...Object.fromEntries(fields.map((field) => [field, 1])) };
  const bound = { ...live, ...filter, tenantId: tenantId() };
  const cursor = model.collection.find<Pick<T, F>>(bound as never, { projection, batchSize: size });
  if (sort) cursor.sort(sort);
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments(ROWS_PER_BATCH);
  } finally {
    await cursor.close();
  }
}
