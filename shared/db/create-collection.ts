import mongoose from 'mongoose';
import { shuffledModels } from './tenant-model';

const NAMESPACE_EXISTS = 48;

/**
 * Creates a collection, in the order of its ids where its model asks for that and the server can do it. An existing one stays as
 * it is.
 */
export async function createCollection(name: string): Promise<void> {
  const model = Object.values(mongoose.connection.models).find(({ collection }) => collection.name === name);
  const isShuffled = model !== undefined && shuffledModels.has(model.modelName);
  const isCreated = isShuffled && (await create(name, BY_ID, isUnsupported));
  if (!isCreated) await create(name, {});
}

const BY_ID = { clusteredIndex: { key: { _id: 1 }, unique: true } };

type Options = mongoose.mongo.CreateCollectionOptions;

/** Returns whether the collection exists now; false when the server refuses it in a way that `excuses` accepts. */
async function create(name: string, options: Options, excuses = (_error: Error): boolean => false): Promise<boolean> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected.');
  try {
    await db.createCollection(name, options);
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoServerError)) throw error;
    if (excuses(error)) return false;
    if (error.code !== NAMESPACE_EXISTS) throw error; // another process created it first
  }
  return true;
}

/** Databases that speak MongoDB's protocol may not have such collections, and each says so with a code of its own. */
const isUnsupported = (error: Error): boolean =>
  error instanceof mongoose.mongo.MongoServerError &&
  error.code !== NAMESPACE_EXISTS &&
  !error.hasErrorLabel('RetryableWriteError');
