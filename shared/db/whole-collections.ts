import mongoose from 'mongoose';
import { createCollection } from './create-collection';
import { isOfIds } from './indexes';

type Db = mongoose.mongo.Db;
/** An index as the database lists it. */
export interface Index {
  name: string;
  key: Record<string, number | string>;
  [option: string]: unknown;
}

const MAX_ROWS_AT_ONCE = 1_000;

function database(): Db {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected.');
  return db;
}

/** Returns the names of the collections, without those of the database server itself. */
export async function collectionNames(): Promise<string[]> {
  const found = await database().listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  return found.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
}

/** Returns the approximate number of documents, for a progress bar. */
export async function roughCount(collection: string): Promise<number> {
  return database().collection(collection).estimatedDocumentCount();
}

export async function exactCount(collection: string): Promise<number> {
  return database().collection(collection).countDocuments();
}

/** Returns the indexes of a collection except the one of `_id`, as `buildIndexes` takes them. */
export async function indexesOf(collection: string): Promise<Index[]> {
  const found = await database().collection(collection).listIndexes().toArray();
  return found
    .filter(({ key }) => !isOfIds(key as object))
    .map(({ v: _version, ns: _namespace, ...index }) => index as Index);
}

/** Builds indexes of a collection, creating the collection when it is missing. */
export async function buildIndexes(collection: string, indexes: readonly Index[]): Promise<void> {
  await createCollection(collection);
  if (indexes.length > 0)
    await database()
      .collection(collection)
      .createIndexes(
        indexes.map((index) => ({ ...index, key: new Map(Object.entries(index.key) as [string, 1 | -1][]) })),
      );
}

export async function dropCollection(collection: string): Promise<void> {
  await database().dropCollection(collection);
}

/** Inserts documents given as BSON, with the type of every value unchanged. */
export async function insertDocuments(collection: string, documents: readonly Uint8Array[]): Promise<void> {
  for (let from = 0; from < documents.length; from += MAX_ROWS_AT_ONCE)
    await insert(collection, documents.slice(from, from + MAX_ROWS_AT_ONCE).map(decoded));
}

/** Like `insertDocuments`, but leaves documents unchanged whose ids exist. */
export async function insertMissing(collection: string, documents: readonly Uint8Array[]): Promise<void> {
  for (let from = 0; from < documents.length; from += MAX_ROWS_AT_ONCE) {
    const rows = documents.slice(from, from + MAX_ROWS_AT_ONCE).map(decoded);
    const ids = rows.map(({ _id }) => _id as Id);
    const present = new Set<unknown>(
      await database()
        .collection<{ _id: Id }>(collection)
        .distinct('_id', { _id: { $in: ids } }),
    );
    const missing = rows.filter(({ _id }) => !present.has(_id));
    if (missing.length > 0) await insert(collection, missing);
  }
}

/** The ids of all collections of the service are text. */
type Id = string;

const decoded = (bytes: Uint8Array): mongoose.mongo.BSON.Document =>
  mongoose.mongo.BSON.deserialize(bytes, { promoteValues: false, promoteBuffers: false, bsonRegExp: true });

async function insert(collection: string, rows: mongoose.mongo.BSON.Document[]): Promise<void> {
  await database().collection(collection).insertMany(rows, { ordered: false, ignoreUndefined: false });
}
