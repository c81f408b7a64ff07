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

/** Rows of one request by key: half a page of OData, so that light rows stay within a few megabytes. */
const KEYED_ROWS = 2_500;

/** An order of rows that tells them apart, and where in it reading begins. */
export interface KeyOptions<F extends string> extends Pick<BatchOptions<F>, 'fields'> {
  /** Fields with text, in the order of an index; the last row of a request names where the next one goes on. */
  key: readonly F[];
  /** Values of the key of the first row that is wanted; none: from the beginning. */
  from?: readonly string[];
  /** As many rows as the reader takes, where that is less than a batch. */
  take?: number | undefined;
}

/**
 * Rows of the context's tenant in the order of a key, a request for each batch: the database finds the place by an index, keeps
 * no cursor for a slow reader, and reads nothing that the reader does not take. Their reply is made objects at once, where the
 * driver's cursor reads each row twice.
 */
export async function* rowsByKey<T extends TenantRow, F extends keyof T & string>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { fields, key, from = [], take = KEYED_ROWS }: KeyOptions<F>,
): AsyncGenerator<Pick<T, F>[]> {
  const { db } = model.db;
  if (!db) throw new Error('The database is not connected.');
  const live = model.schema.path('isDeleted') ? { isDeleted: false } : {};
  const limit = Math.min(take, KEYED_ROWS);
  const find = {
    find: model.collection.name,
    projection: { _id: 0, ...Object.fromEntries(fields.map((field) => [field, 1])) },
    sort: Object.fromEntries(key.map((field) => [field, 1])),
    limit,
    batchSize: limit,
    singleBatch: true,
  };
  let place = fromKey(key, from, '$gte');
  for (;;) {
    const conditions = { ...live, ...filter, ...place, tenantId: tenantId() };
    const reply = await requests.runExclusive(() => db.command({ ...find, filter: conditions }));
    const rows = (reply as { cursor: { firstBatch: Pick<T, F>[] } }).cursor.firstBatch;
    const last = rows.at(-1);
    // A reply has 16 MB at most: that it is shorter than the limit does not say that it is the last one.
    if (!last) return;
    yield rows;
    const values = key.map((field) => String(last[field]));
    place = fromKey(key, values, '$gt');
  }
}

/** Rows whose key is after these values, or with `$gte` at them. */
function fromKey(key: readonly string[], values: readonly string[], last: '$gt' | '$gte'): object {
  const [first] = key;
  if (first === undefined || values.length === 0) return {};
  if (key.length === 1) return { $and: [{ [first]: { [last]: values[0] } }] };
  const branches = key.map((field, at) => ({
    ...Object.fromEntries(key.slice(0, at).map((before, place) => [before, values[place]])),
    [field]: { [at === key.length - 1 ? last : '$gt']: values[at] },
  }));
  // The first condition is a range of the index, which the branches alone are not to every planner.
  return { $and: [{ [first]: { $gte: values[0] } }, { $or: branches }] };
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
