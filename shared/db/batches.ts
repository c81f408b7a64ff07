import { Semaphore } from 'async-mutex';
import { type ClientSession, type Connection, type Model, mongo, type QueryFilter } from 'mongoose';
import { tenantId } from '../kernel/context';
import { analysisSession, readingModel } from './analytics';
import { isRetryableRead } from './outage';
import type { TenantRow } from './rows';
import { isSharded } from './server-facts';

export interface BatchOptions<F extends string> {
  /** The only fields that are read. */
  fields: readonly F[];
  /** Rows that the database sends at once; 10,000 unless told otherwise, for light rows. */
  size?: number;
  /** Rows in its first batch, for a caller who waits for them: a few, then many more. */
  first?: number;
  /** In the order of an index. */
  sort?: Readonly<Record<string, 1 | -1>>;
  /** Reads all rows as they were at one moment, ignoring concurrent writes; for reads of less than five minutes. */
  snapshot?: boolean;
}

const ROWS_PER_REQUEST = 10_000;
const GROWTH = 10;
const ROWS_PER_BATCH = 500;

/** At most four reads run at once; the rest wait, so that other queries find a free connection. */
const readings = new Semaphore(4);

/**
 * Rows of the context's tenant as plain objects, at most 500 at a time: for answers of many thousand rows, where a document
 * instance and a promise per row would cost more than the row. Soft-deleted rows are left out. The cursor is closed when the
 * reader stops.
 */
export async function* rowBatches<T extends TenantRow, F extends keyof T & string>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { fields, size = ROWS_PER_REQUEST, first = size, sort, snapshot = false }: BatchOptions<F>,
): AsyncGenerator<Pick<T, F>[]> {
  const live = model.schema.path('isDeleted') ? { isDeleted: false } : {};
  const find = {
    find: model.collection.name,
    filter: { ...live, ...filter, tenantId: tenantId() },
    projection: { _id: 0, ...Object.fromEntries(fields.map((field) => [field, 1])) },
    batchSize: first,
    ...(sort ? { sort } : {}),
    ...(snapshot ? { readConcern: { level: 'snapshot' as const } } : {}),
  };
  const { db } = readingModel(model);
  const session = analysisSession();
  if (session || isSharded(db)) yield* driverBatches<Pick<T, F>>(db, find, session);
  else if (first < size && !snapshot) yield* headAndRest<Pick<T, F>>(db, find, size);
  else yield* commandBatches<Pick<T, F>>(db, find, size);
}

/**
 * The first rows by themselves, and then the others: for engines that find a few by an index, but sort all rows, or collect their
 * places, before they give the first of many. Rows of the head that the rest has again are left out by their `_id`.
 */
async function* headAndRest<R>(db: Connection, find: FindCommand, size: number): AsyncGenerator<R[]> {
  const { batchSize: limit, sort = {} } = find;
  const [leading] = Object.keys(sort);
  const projection = { ...find.projection, _id: 1, ...(leading === undefined ? {} : { [leading]: 1 }) };
  type Placed = R & Record<string, unknown>;
  const head: Placed[] = [];
  for await (const batch of commandBatches<Placed>(db, { ...find, projection, limit }, limit)) head.push(...batch);
  const ids = new Set(head.map((row) => row._id));
  const last = leading === undefined ? undefined : head.at(-1)?.[leading];
  if (head.length > 0) yield head;
  if (head.length < limit) return;
  // Rows without a value stand before all others: as long as the head holds nothing else, they may go on.
  const isAscending = leading !== undefined && sort[leading] === 1;
  const from = typeof last === 'string' && isAscending ? [{ [leading]: { $gte: last } }] : [];
  const { $and: conditions = [] } = find.filter as { $and?: object[] };
  const filter = from.length > 0 ? { ...find.filter, $and: [...conditions, ...from] } : find.filter;
  const rest = { ...find, projection, filter, batchSize: size };
  for await (const batch of commandBatches<Placed>(db, rest, size)) {
    const others = ids.size === 0 ? batch : batch.filter(({ _id }) => !ids.delete(_id));
    if (others.length > 0) yield others;
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

export interface FindCommand {
  /** Name of the collection. */
  find: string;
  filter: object;
  projection: object;
  sort?: Readonly<Record<string, 1 | -1>>;
  batchSize: number;
  limit?: number;
  readConcern?: { level: 'snapshot' };
}

/** The database's answer to `find` and `getMore`; a number of 64 bits comes as a number where that is exact. */
interface CursorReply<R> {
  cursor: { id: mongo.Long | number; firstBatch?: R[]; nextBatch?: R[] };
}

/**
 * The batches of a cursor, asked for by the database's own commands: the driver's cursor reads each row twice and keeps the
 * parts of both until its batch is through, which takes twice the time and three times the memory (ADR 17).
 */
export async function* commandBatches<R>(connection: Connection, find: FindCommand, size: number): AsyncGenerator<R[]> {
  const { db } = connection;
  if (!db) throw new Error('The database is not connected.');
  const session = connection.getClient().startSession({ causalConsistency: false });
  const ask = (command: object): Promise<CursorReply<R>['cursor']> =>
    readings.runExclusive(async () => ((await db.command(command, { session })) as CursorReply<R>).cursor);
  let { batchSize } = find;
  let open = mongo.Long.ZERO;
  // As the driver does for its own reading: nothing of it has reached the reader yet.
  let next = ask(find).catch((error: unknown) => (isRetryableRead(error) ? ask(find) : Promise.reject(error as Error)));
  try {
    for (;;) {
      const { id, firstBatch, nextBatch } = await next;
      open = mongo.Long.fromValue(id);
      batchSize = Math.min(batchSize * GROWTH, size);
      if (!open.isZero()) next = ask({ getMore: open, collection: find.find, batchSize }); // while these are read
      next.catch(() => undefined); // told when its turn comes
      const rows = firstBatch ?? nextBatch ?? [];
      while (rows.length > 0) yield rows.splice(0, ROWS_PER_BATCH); // what was read is given free
      if (open.isZero()) return;
    }
  } finally {
    await next.catch(() => undefined);
    if (!open.isZero())
      await db.command({ killCursors: find.find, cursors: [open] }, { session }).catch(() => undefined);
    await session.endSession();
  }
}

/**
 * The same by the driver's cursor, which alone sends each `getMore` to the server that has the cursor, where requests may go to
 * several: to the mongos of a sharded cluster, or to secondaries. It cannot change the size of its batches, so that all are of
 * moderate size.
 */
export async function* driverBatches<R>(
  connection: Connection,
  { find, filter, projection, sort, readConcern }: FindCommand,
  session?: ClientSession,
): AsyncGenerator<R[]> {
  const options = {
    projection,
    batchSize: ROWS_PER_BATCH,
    ...(sort ? { sort } : {}),
    ...(readConcern ? { readConcern } : {}),
    ...(session ? { session } : {}),
  };
  const cursor = connection.collection(find).find(filter, options);
  let rows: R[] = [];
  for await (const row of cursor) {
    rows.push(row as R);
    if (cursor.bufferedCount() > 0) continue;
    yield rows;
    rows = [];
  }
}
