import type mongoose from 'mongoose';
import { isDuplicate } from './bulk';

type Db = mongoose.mongo.Db;

export type StoredRow = { _id: string } & Record<string, unknown>;
interface Change {
  filter: object;
  set: object;
}
type Changes = (db: Db, collection: string, rows: readonly StoredRow[]) => Promise<Change[]> | Change[];

/** How a migration counts the rows that are left, and changes some of them. */
interface RowChanges {
  countRemaining(db: Db): Promise<number>;
  changeSome(db: Db, limit: number): Promise<number>;
}

/**
 * A migration that changes the rows of some collections that `lacking` finds, by id. It remembers in memory where it is, so that each
 * row is read once; a run that begins again reads from the start. `changes` returns one for each row, with what the row must still
 * be like; a row that a unique index refuses stays as it is.
 */
export function rowsInTurn(collections: readonly string[], lacking: object, changes: Changes): RowChanges {
  let turn = 0;
  let after = '';
  return {
    async countRemaining(db) {
      [turn, after] = [0, ''];
      const counts = await Promise.all(collections.map((name) => db.collection(name).countDocuments(lacking)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async changeSome(db, limit) {
      let left = limit;
      for (let name = collections[turn]; name !== undefined && left > 0; name = collections[turn]) {
        const rows = await db
          .collection<StoredRow>(name)
          .find({ ...lacking, _id: { $gt: after } })
          .sort({ _id: 1 })
          .limit(left)
          .toArray();
        if (rows.length > 0) await write(db.collection<StoredRow>(name), rows, await changes(db, name, rows));
        left -= rows.length;
        after = rows.at(-1)?._id ?? after;
        if (left > 0) [turn, after] = [turn + 1, ''];
      }
      return limit - left;
    },
  };
}

async function write(
  collection: mongoose.mongo.Collection<StoredRow>,
  rows: readonly StoredRow[],
  changes: readonly Change[],
): Promise<void> {
  const operations = rows.map(({ _id }, at) => ({
    updateOne: { filter: { _id, ...changes[at]?.filter }, update: { $set: { ...changes[at]?.set } } },
  }));
  try {
    await collection.bulkWrite(operations, { ordered: false });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}

export async function rowsById(db: Db, collection: string, ids: readonly string[]): Promise<Map<unknown, StoredRow>> {
  const rows = await db
    .collection<StoredRow>(collection)
    .find({ _id: { $in: [...ids] } })
    .toArray();
  return new Map(rows.map((row) => [row._id, row]));
}
