import mongoose from 'mongoose';
import { collectionNames } from '../../../shared/db/whole-collections';
import { now } from '../../../shared/kernel/clock';

/** The stored data as of one moment. */
export interface Moment {
  at: Date;
  /** The names of the collections that existed, without those of the database server itself. */
  collections: string[];
  /** All documents of a collection as BSON, `atOnce` at a time. Throws like `readAtOneMoment`. */
  documents(collection: string, atOnce: number): AsyncGenerator<Uint8Array[]>;
}

/** MongoDB's error codes when it no longer keeps the data of that moment. */
const GONE: readonly unknown[] = [239, 246];

/**
 * Runs `work` on the data as of this moment, independent of concurrent writes. MongoDB keeps a moment for five minutes
 * unless configured otherwise; throws an Error that says so when that was too short.
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
