import type { Model, QueryFilter } from 'mongoose';
import { tenantId } from '../kernel/context';
import type { TenantRow } from './rows';

export interface BatchOptions<F extends string> {
  /** The only fields that are read. */
  fields: readonly F[];
  sort?: Record<string, 1 | -1>;
  /**
   * Rows that the database sends at once: every further request costs it, so many are quick; they wait as bytes. Absent:
   * 101 and then 16 MB, as drivers do, for rows that are light or few.
   */
  size?: number;
}

/** Rows that are made objects at once; the first ones are few, so that they leave soon. */
const FIRST_BATCH = 100;
const ROWS_PER_BATCH = 500;

/**
 * Rows of the context's tenant as plain objects, 100 and then at most 500 at a time: for answers of many thousand rows, where a document instance and a promise per row would cost more than the row. Soft-deleted rows are left out. The
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
  const batchSize = size === undefined ? {} : { batchSize: size };
  const cursor = model.collection.find<Pick<T, F>>(bound as never, { projection, ...batchSize });
  if (sort) cursor.sort(sort);
  let atOnce = FIRST_BATCH;
  try {
    while (await cursor.hasNext()) {
      yield cursor.readBufferedDocuments(atOnce);
      atOnce = ROWS_PER_BATCH;
    }
  } finally {
    await cursor.close();
  }
}
