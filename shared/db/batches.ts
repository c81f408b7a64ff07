import { Semaphore } from 'async-mutex';
import type { Model, QueryFilter } from 'mongoose';
import { tenantId } from '../kernel/context';
import type { TenantRow } from './rows';

export interface BatchOptions<F extends string> {
  /** The only fields that are read. */
  fields: readonly F[];
  /** In the order of an index. */
  sort?: Readonly<Record<string, 1 | -1>>;
  /** Reads all rows as they were at one moment, ignoring concurrent writes; for reads of less than five minutes. */
  snapshot?: boolean;
}

/** Rows of one request to the database, which a reader gets at once. */
export const BATCH_ROWS = 1_000;

/** At most four requests for rows run at once; the rest wait, so that other queries find a free connection. */
const requests = new Semaphore(4);

/**
 * Rows of the context's tenant as plain objects, at most 1,000 at a time: for answers of many thousand rows, where a document
 * instance and a promise per row would cost more than the row. Soft-deleted rows are left out, and the rows take no part in a
 * transaction. The cursor is closed when the reader stops.
 */
export async function* rowBatches<T extends TenantRow, F extends keyof T & string>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { fields, sort, snapshot = false }: BatchOptions<F>,
): AsyncGenerator<Pick<T, F>[]> {
  const live = model.schema.path('isDeleted') ? { isDeleted: false } : {};
  const cursor = model.db.collection<Pick<T, F>>(model.collection.name).find<Pick<T, F>>(
    { ...live, ...filter, tenantId: tenantId() },
    {
      projection: { _id: 0, ...Object.fromEntries(fields.map((field) => [field, 1])) },
      batchSize: BATCH_ROWS,
      ...(sort ? { sort } : {}),
      ...(snapshot ? { readConcern: { level: 'snapshot' as const } } : {}),
    },
  );
  try {
    while (await requests.runExclusive(() => cursor.hasNext())) yield cursor.readBufferedDocuments();
  } finally {
    await cursor.close();
  }
}

/** All rows of `rowBatches` as they were at one moment: light ones, where every one is needed before the first can be used. */
export async function allRows<T extends TenantRow, F extends keyof T & string>(
  model: Model<T>,
  filter: QueryFilter<T>,
  fields: readonly F[],
): Promise<Pick<T, F>[]> {
  const rows: Pick<T, F>[] = [];
  for await (const batch of rowBatches(model, filter, { fields, snapshot: true })) rows.push(...batch);
  return rows;
}
