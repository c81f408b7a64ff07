import { Semaphore } from 'async-mutex';
import type { Model, QueryFilter } from 'mongoose';
import { tenantId } from '../kernel/context';
import type { TenantRow } from './rows';

export interface BatchOptions<F extends string> {
  /** The only fields that are read. */
  fields: readonly F[];
  /** An order that an index has. */
  sort?: Readonly<Record<string, 1 | -1>>;
  /** Reads all rows as they were at one moment, ignoring concurrent writes; for reads of less than five minutes. */
  snapshot?: boolean;
}

/** Rows of one request to the database; a reader gets them together. */
export const BATCH_ROWS = 1_000;

/** At most four requests for rows run at once; the rest wait, so that other queries find a free connection. */
const requests = new Semaphore(4);

/**
 * Reads rows of the context's tenant as plain objects, 1,000 at a time: with many thousands of rows a document instance
 * and a promise per row would cost more than the row. Soft-deleted rows are omitted, a running transaction is ignored,
 * and the cursor is closed when the reader stops.
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

/** Rows of one request by key: half a page of OData, a few megabytes of small rows. */
const KEYED_ROWS = 2_500;

/** A total order of rows, and where reading begins. */
export interface KeyOptions<F extends string> extends Pick<BatchOptions<F>, 'fields'> {
  /** Text fields in the order of an index; their values in the last row of a request determine where the next request begins. */
  key: readonly F[];
  /** Key of the first row; without it reading begins with the first row of all. */
  from?: readonly string[];
  /** The number of rows that the reader needs, when it may stop after them. */
  take?: number | undefined;
  /** Rows of one request: fewer for a reader who passes its first rows on at once. */
  rows?: number;
}

/**
 * Reads rows of the context's tenant in the order of a key with one request for each batch: an index finds the place, and
 * no cursor waits for a slow reader. For a reader of all rows the database already finds the next batch while the reader works
 * on this one; with `take` no row is read that the reader does not take. The reply is decoded once; the driver's cursor
 * decodes each row twice.
 */
export async function* rowsByKey<T extends TenantRow, F extends keyof T & string>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { fields, key, from = [], take, rows: batchRows = KEYED_ROWS }: KeyOptions<F>,
): AsyncGenerator<Pick<T, F>[]> {
  const { db } = model.db;
  if (!db) throw new Error('The database is not connected.');
  const live = model.schema.path('isDeleted') ? { isDeleted: false } : {};
  const limit = Math.min(take ?? batchRows, batchRows);
  const find = {
    find: model.collection.name,
    projection: { _id: 0, ...Object.fromEntries(fields.map((field) => [field, 1])) },
    sort: Object.fromEntries(key.map((field) => [field, 1])),
    limit,
    batchSize: limit,
    singleBatch: true,
  };
  const request = async (place: object[]): Promise<Pick<T, F>[]> => {
    const conditions = { ...live, ...filter, tenantId: tenantId(), $and: [...(filter.$and ?? [{}]), ...place] };
    const reply = await requests.runExclusive(() => db.command({ ...find, filter: conditions }));
    return (reply as { cursor: { firstBatch: Pick<T, F>[] } }).cursor.firstBatch;
  };
  let reply = request(fromKey(key, from, '$gte'));
  for (;;) {
    const rows = await reply;
    const last = rows.at(-1);
    // A reply holds at most 16 MB, so a reply shorter than the limit need not be the last.
    if (!last) return;
    const values = key.map((field) => String(last[field]));
    const askForNext = (): typeof reply => request(fromKey(key, values, '$gt'));
    const ahead = take === undefined ? askForNext() : null;
    ahead?.catch(() => undefined); // a reader who stops here never awaits it
    yield rows;
    reply = ahead ?? askForNext();
  }
}

/** Conditions of the rows whose key is after these values (`$gt`), or at or after them (`$gte`). */
function fromKey(key: readonly string[], values: readonly string[], last: '$gt' | '$gte'): object[] {
  const [first] = key;
  if (first === undefined || values.length === 0) return [];
  if (key.length === 1) return [{ [first]: { [last]: values[0] } }];
  const branches = key.map((field, at) => ({
    ...Object.fromEntries(key.slice(0, at).map((before, place) => [before, values[place]])),
    [field]: { [at === key.length - 1 ? last : '$gt']: values[at] },
  }));
  // The first condition is a range that every planner can use; some planners cannot derive it from the branches.
  return [{ [first]: { $gte: values[0] } }, { $or: branches }];
}

/** Returns all rows of `rowBatches` as of one moment: for small rows that must be complete before the first is used. */
export async function allRows<T extends TenantRow, F extends keyof T & string>(
  model: Model<T>,
  filter: QueryFilter<T>,
  fields: readonly F[],
): Promise<Pick<T, F>[]> {
  const rows: Pick<T, F>[] = [];
  for await (const batch of rowBatches(model, filter, { fields, snapshot: true })) rows.push(...batch);
  return rows;
}
