import mongoose, { type Model } from 'mongoose';
import { tenantId } from '../kernel/context';
import { now } from '../kernel/clock';
import { newId } from '../kernel/ids';
import type { TenantRow } from './rows';
import { currentSession } from './transaction';

const CHUNK = 1_000;

/** What a caller gives for a row: everything but the fields that the floor fills. */
export type NewRow<T extends TenantRow> = Omit<T, keyof TenantRow> & { _id?: string };

export interface BulkInsertResult<T> {
  /** Rows that were written, in the order given. */
  inserted: T[];
  /** Rows that a unique index refused, with the keys of that index: they exist already. */
  duplicates: { row: T; keys: string[] }[];
}

export interface BulkInsertOptions {
  /** Called before each chunk with the number of rows done; throws to stop (a replaced run). */
  beforeChunk?: (done: number) => Promise<void>;
}

/**
 * Inserts many rows of the context's tenant in chunks of 1,000 through the driver, without a document instance per
 * row. The caller has validated them. Rows that break a unique index are reported, not thrown: this is what makes
 * jobs safe to run again.
 */
export async function bulkInsert<T extends TenantRow>(
  model: Model<T>,
  rows: readonly NewRow<T>[],
  options: BulkInsertOptions = {},
): Promise<BulkInsertResult<T>> {
  const scope = tenantId();
  const at = now();
  const softDelete = model.schema.path('isDeleted') ? { isDeleted: false } : {};
  const result: BulkInsertResult<T> = { inserted: [], duplicates: [] };
  const session = currentSession();
  for (let start = 0; start < rows.length; start += CHUNK) {
    await options.beforeChunk?.(start);
    const documents = rows.slice(start, start + CHUNK).map((row) => {
      const filled = {
        ...softDelete,
        ...row,
        _id: row._id ?? newId(),
        tenantId: scope,
        revision: 0,
        createdAt: at,
        updatedAt: at,
      };
      return filled as unknown as T;
    });
    const refused = await insertUnordered(model, documents, session);
    documents.forEach((row, index) => {
      const keys = refused.get(index);
      if (keys) result.duplicates.push({ row, keys });
      else result.inserted.push(row);
    });
  }
  return result;
}

async function insertUnordered<T>(
  model: Model<T>,
  documents: T[],
  session: mongoose.ClientSession | undefined,
): Promise<Map<number, string[]>> {
  const refused = new Map<number, string[]>();
  try {
    await model.collection.insertMany(documents as never[], { ordered: false, ...(session ? { session } : {}) });
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
    for (const failure of [error.writeErrors].flat()) {
      if (failure.code !== 11000) throw error;
      refused.set(failure.index, duplicateKeys(failure.err));
    }
  }
  return refused;
}

/** The fields of the unique index that an E11000 error names, without `tenantId`; empty when it is another error. */
export function duplicateKeys(error: unknown): string[] {
  const found = error as {
    code?: number;
    keyPattern?: Record<string, unknown>;
    message?: string;
    errmsg?: string;
  } | null;
  if (found?.code !== 11000) return [];
  if (found.keyPattern) return Object.keys(found.keyPattern).filter((key) => key !== 'tenantId');
  const index = /index: (\S+)/.exec(found.errmsg ?? found.message ?? '')?.[1] ?? '';
  return index
    .replace(/_(-?1)(?=_|$)/g, ' ')
    .split(/[ _]+/)
    .filter((key) => key !== '' && key !== 'tenantId');
}

/** Whether a unique index refused the write. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: number } | null)?.code === 11000;
}
