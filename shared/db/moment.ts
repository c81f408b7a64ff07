import mongoose from 'mongoose';
import { now } from '../kernel/clock';
import { collectionNames } from './whole-collections';

/** The stored data as they were at one moment. */
export interface Moment {
  at: Date;
  /** The collections that existed, by name; those of the database server itself are left out. */
  collections: string[];
  /** All documents of a collection as BSON, so many at a time. Throws as `readAtOneMoment`. */
  documents(collection: string, atOnce: number): AsyncGenerator<Uint8Array[]>;
}

/** The codes with which MongoDB says that it does not keep what was at that moment. */
const GONE: readonly unknown[] = [239, 246];

/**
 * Runs `work` on the data as they are at this moment, whatever is written in the meantime: MongoDB keeps the moment for five minutes
 * unless it is told otherwise. Throws an Error that says so when that was not enough.
 */
export async function readAtOneMoment<T>(work: (moment: Moment) => Promise<T>): Promise<T> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected.');
  const names = await collectionNames();
  const { operationTime } = await db.command({ ping: 1 });
  const at = now();
  return mongoose.connection.getClient().withSession({ causalConsistency: false }, (session) =>
    work({
      at,
      collections: names.sort(),
      async *documents(collection, atOnce) {
        const readConcern = { level: 'snapshot', atClusterTime: operationTime as unknown };
        const find = { find: collection, batchSize: atOnce, readConcern };
        const cursor = db.runCursorCommand(find, { session, raw: true }).setBatchSize(atOnce);
        try {
          while (await cursor.hasNext()) yield cursor.readBufferedDocuments() as Uint8Array[];
        } catch (error) {
          throw isGone(error) ? new Error(TOO_LONG, { cause: error }) : error;
        } finally {
          await cursor.close();
        }
      },
    }),
  );
}

const TOO_LONG =
  'The database no longer has the data of the moment at which the reading began. Let it keep them longer and try again: db.adminCommand({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 3600 }).';

function isGone(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && GONE.includes(error.code);
}
