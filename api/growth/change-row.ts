import type { Model } from 'mongoose';
import type { Row } from '../../shared/db/rows';
import { notFound, tooManyChanges } from '../../shared/kernel/errors';

/** Attempts to change a row that others write concurrently; every lost attempt means that another writer succeeded. */
const ATTEMPTS = 50;

/**
 * Writes what `decide` returns for the row as it was read. If the row changed in between, reads and decides again, so
 * that no change is lost; null changes nothing. Returns the stored row; throws NOT_FOUND, SERVICE_UNAVAILABLE, and what
 * `decide` throws.
 */
export async function changeRow<T extends Row>(
  model: Model<T>,
  id: string,
  decide: (row: T) => Promise<Partial<T> | null> | Partial<T> | null,
): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = await model.findById(id).lean<T>();
    if (!row) throw notFound();
    const changes = await decide(row);
    if (!changes) return row;
    const unchanged = { _id: id, revision: row.revision };
    const options = { returnDocument: 'after' } as const;
    const written = await model.findOneAndUpdate(unchanged, { $set: changes }, options).lean<T>();
    if (written) return written;
  }
  throw tooManyChanges();
}
