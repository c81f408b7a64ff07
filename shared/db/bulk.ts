import mongoose, { type Model } from 'mongoose';
import { now } from '../kernel/clock';
import { tenantId } from '../kernel/context';
import { newId } from '../kernel/ids';
import { bulkCause } from './bulk-cause';
import { rowsOf } from './collection';
import type { TenantRow } from './rows';
import { searchTextOf } from './searchable';
import { currentSession, expectsDuplicates, RefusedRows } from './transaction';

const CHUNK = 1_000;
/** MongoDB's error code for a row that exists already. */
const DUPLICATE = 11_000;

/** A row as a caller gives it: without the fields that the tenant isolation layer fills. */
export type NewRow<T extends TenantRow> = Omit<T, keyof TenantRow | 'searchText'> & {
  _id?: string;
  searchText?: string;
};

export interface BulkInsertResult<T> {
  /** The inserted rows, in the order given. */
  inserted: T[];
  /** The rows that a unique index refused because they exist already, with the keys of that index. */
  duplicates: { row: T; keys: string[] }[];
}

export interface BulkInsertOptions {
  /** Wraps the insertion of each chunk and receives the number of rows done: a job uses a fenced transaction. */
  eachChunk?: <R>(insert: () => Promise<R>, done: number) => Promise<R>;
}

/**
 * Inserts validated rows of the context's tenant in chunks of 1,000 through the driver, without a document instance per
 * row. Rows that violate a unique index are returned, not thrown, so that jobs can run again; every other failure is
 * thrown. A refused row aborts a running transaction, which then restarts without the rows that exist.
 */
export async function bulkInsert<T extends TenantRow>(
  model: Model<T>,
  rows: readonly NewRow<T>[],
  options: BulkInsertOptions = {},
): Promise<BulkInsertResult<T>> {
  const fill = filler(model);
  const result: BulkInsertResult<T> = { inserted: [], duplicates: [] };
  const { eachChunk = (insert) => insert() } = options;
  for (let start = 0; start < rows.length; start += CHUNK) {
    const documents = rows.slice(start, start + CHUNK).map(fill);
    const refused = await eachChunk(() => insertUnordered(model, documents), start);
    documents.forEach((row, index) => {
      const keys = refused.get(index);
      if (keys) result.duplicates.push({ row, keys });
      else result.inserted.push(row);
    });
  }
  return result;
}

/**
 * Inserts rows of the context's tenant in their order, outside of a transaction, up to the first that a unique index refuses. Returns
 * how many were written, and the keys of that index.
 */
export async function insertInOrder<T extends TenantRow>(
  model: Model<T>,
  rows: readonly NewRow<T>[],
): Promise<{ written: number; refusedBy: string[] }> {
  try {
    await rowsOf(model).insertMany(rows.map(filler(model)), { ordered: true });
    return { written: rows.length, refusedBy: [] };
  } catch (error) {
    const refusedBy = duplicateKeys(error);
    if (refusedBy.length === 0) throw bulkCause(error);
    return { written: (error as { result?: { insertedCount?: number } }).result?.insertedCount ?? 0, refusedBy };
  }
}

/** Returns what adds the fields of the tenant isolation layer to new rows of the context's tenant. */
function filler<T extends TenantRow>(model: Model<T>): (row: NewRow<T>) => T {
  const [scope, at] = [tenantId(), now()];
  const softDelete = model.schema.path('isDeleted') ? { isDeleted: false } : {};
  return (row) => {
    const filled = {
      ...softDelete,
      ...searchTextOf(model.modelName, row),
      ...row,
      _id: row._id ?? newId(),
      tenantId: scope,
      revision: 0,
      createdAt: at,
      updatedAt: at,
    };
    return filled as unknown as T;
  };
}

/** Inserts the documents and returns those that a unique index refused, by position, with the keys of that index. */
async function insertUnordered<T extends TenantRow>(model: Model<T>, documents: T[]): Promise<Map<number, string[]>> {
  const session = currentSession();
  const refused = expectsDuplicates() ? await existingRows(model, documents) : new Map<number, string[]>();
  const places = [...documents.keys()].filter((place) => !refused.has(place));
  if (places.length === 0) return refused;
  const rows = places.flatMap((place) => documents[place] ?? []);
  try {
    await rowsOf(model).insertMany(rows, { ordered: false, ...(session ? { session } : {}) });
  } catch (error) {
    const failures = refusals(error);
    if (session) throw new RefusedRows(); // the refused row has aborted the transaction
    for (const { index, err } of failures) refused.set(places[index] ?? index, duplicateKeys(err));
  }
  return refused;
}

/** Returns the errors of the rows that a unique index refused; throws the cause of any other failure. */
function refusals(error: unknown): mongoose.mongo.WriteError[] {
  const failures = error instanceof mongoose.mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  const writeConcern = (error as { result?: mongoose.mongo.BulkWriteResult } | null)?.result?.getWriteConcernError();
  if (failures.length === 0 || writeConcern || failures.some(({ code }) => code !== DUPLICATE)) throw bulkCause(error);
  return failures;
}

/** Sends updates of many rows in order and returns the number of matched rows; throws the unwrapped cause of a failure. */
export async function bulkUpdate<T extends TenantRow>(
  model: Model<T>,
  operations: Parameters<Model<T>['bulkWrite']>[0],
): Promise<number> {
  if (operations.length === 0) return 0;
  try {
    return (await model.bulkWrite(operations)).matchedCount;
  } catch (error) {
    throw bulkCause(error);
  }
}

/** Returns the documents whose key exists in one of the unique indexes, by position; one query for each index. */
async function existingRows<T extends TenantRow>(model: Model<T>, documents: T[]): Promise<Map<number, string[]>> {
  const existing = new Map<number, string[]>();
  for (const { keys, partial } of uniqueIndexes(model)) {
    const keyOf = (row: T): string => JSON.stringify(keys.map((key) => row[key as keyof T]));
    const withSameKeys = Object.fromEntries(keys.map((key) => [key, { $in: valuesOf(documents, key) }]));
    const rows = await model
      .find({ ...anyDeletion(model), ...partial, ...withSameKeys })
      .select(keys)
      .lean<T[]>();
    const found = new Set(rows.map(keyOf));
    documents.forEach((row, place) => {
      if (found.has(keyOf(row))) existing.set(place, keys);
    });
  }
  return existing;
}

function uniqueIndexes<T>(model: Model<T>): { keys: string[]; partial: object }[] {
  const declared = model.schema.indexes().filter(([, { unique }]) => unique === true);
  return [
    { keys: ['_id'], partial: {} },
    ...declared.map(([fields, { partialFilterExpression }]) => ({
      keys: Object.keys(fields).filter((key) => key !== 'tenantId'),
      partial: partialFilterExpression ?? {},
    })),
  ];
}

const valuesOf = <T>(documents: readonly T[], key: string): unknown[] => [
  ...new Set(documents.map((row) => row[key as keyof T])),
];

/**
 * A filter that includes soft-deleted rows: they keep their id, their data, and their keys in indexes that are not
 * limited to live rows.
 */
export const anyDeletion = <T>(model: Model<T>): object =>
  model.schema.path('isDeleted') ? { isDeleted: { $in: [true, false] } } : {};

/** Returns the fields of the unique index that an E11000 error names, without `tenantId`; empty for other errors. */
export function duplicateKeys(error: unknown): string[] {
  const found = error as {
    code?: number;
    keyPattern?: Record<string, unknown>;
    message?: string;
    errmsg?: string;
  } | null;
  if (found?.code !== DUPLICATE) return [];
  if (found.keyPattern) return Object.keys(found.keyPattern).filter((key) => key !== 'tenantId');
  const index = /index: (\S+)/.exec(found.errmsg ?? found.message ?? '')?.[1] ?? '';
  return index
    .replace(/_(-?1)(?=_|$)/g, ' ')
    .split(/[ _]+/)
    .filter((key) => key !== '' && key !== 'tenantId');
}

/** Whether a unique index refused the write. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: number } | null)?.code === DUPLICATE;
}
