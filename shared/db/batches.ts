import { Semaphore } from 'async-mutex';
import { type Connection, type Model, mongo, type QueryFilter } from 'mongoose';
import { tenantId } from '../kernel/context';
import type { TenantRow } from './rows';

export interface BatchOptions<F extends string> {
  /** The only fields that are read. */
  fields: readonly F[];
  /** Rows that the database sends at once; 10,000 unless told otherwise, for light rows. */
  size?: number;
  /** Rows that it sends first, where somebody waits for them: a few, and then ten times as many each time. */
  first?: number;
}

const ROWS_PER_REQUEST = 10_000;
const GROWTH = 10;
const ROWS_PER_BATCH = 500;

/** So many readings are at work at once; more wait here, and everybody else finds a connection free. */
const readings = new Semaphore(4);

/**
 * Rows of the context's tenant as plain objects, at most 500 at a time: for answers of many thousand rows, where a document
 * instance and a promise per row would cost more than the row. Soft-deleted rows are left out. The cursor is closed when the
 * reader stops.
 */
export async function* rowBatches<T extends TenantRow, F extends keyof T & string>(
  model: Model<T>,
  filter: QueryFilter<T>,
  { fields, size = ROWS_PER_REQUEST, first = size }: BatchOptions<F>,
): AsyncGenerator<Pick<T, F>[]> {
  const live = model.schema.path('isDeleted') ? { isDeleted: false } : {};
  const find = {
    find: model.collection.name,
    filter: { ...live, ...filter, tenantId: tenantId() },
    projection: { _id: 0, ...Object.fromEntries(fields.map((field) => [field, 1])) },
    batchSize: first,
  };
  yield* cursorBatches<Pick<T, F>>(model.db, find, size);
}

/** All rows of `rowBatches`: light ones, where every one is needed before the first can be used. */
export async function allRows<T extends TenantRow, F extends keyof T & string>(
  model: Model<T>,
  filter: QueryFilter<T>,
  fields: readonly F[],
): Promise<Pick<T, F>[]> {
  const rows: Pick<T, F>[] = [];
  for await (const batch of rowBatches(model, filter, { fields })) rows.push(...batch);
  return rows;
}

interface FindCommand {
  /** Name of the collection. */
  find: string;
  filter: object;
  projection: object;
  batchSize: number;
}

/** The database's answer to `find` and `getMore`; a number of 64 bits comes as a number where that is exact. */
interface CursorReply<R> {
  cursor: { id: mongo.Long | number; firstBatch?: R[]; nextBatch?: R[] };
}

/**
 * The batches of a cursor, asked for by the database's own commands: the driver's cursor reads each row twice and keeps the
 * parts of both until its batch is through, which takes twice the time and three times the memory (ADR 17).
 */
async function* cursorBatches<R>(connection: Connection, find: FindCommand, size: number): AsyncGenerator<R[]> {
  const { db } = connection;
  if (!db) throw new Error('The database is not connected.');
  const session = connection.getClient().startSession({ causalConsistency: false });
  const ask = (command: object): Promise<CursorReply<R>['cursor']> =>
    readings.runExclusive(async () => ((await db.command(command, { session })) as CursorReply<R>).cursor);
  let { batchSize } = find;
  let open = mongo.Long.ZERO;
  let next = ask(find);
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
