import mongoose from 'mongoose';
import { logger } from '../kernel/logger';
import { createCollection } from './create-collection';
import { RETIRED_COLLECTIONS, RETIRED_INDEXES } from './retired';

type Collection = mongoose.Collection;
type RegisteredModel = mongoose.Connection['models'][string];

/** What identifies an index; `name` follows from the keys, as MongoDB builds it. */
interface IndexShape {
  name: string;
  key: Record<string, number>;
  unique: boolean;
  partialFilterExpression: object;
}

/**
 * Creates missing indexes of every registered model, replaces those whose options changed, and drops retired ones and
 * those that a longer index covers; other indexes are kept. Drops the collections of older releases. Throws an error
 * that names the unique index when duplicates prevent it.
 */
export async function ensureIndexes(): Promise<void> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected.');
  const existing = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  for (const name of RETIRED_COLLECTIONS) if (existing.has(name)) await db.dropCollection(name);
  for (const model of Object.values(mongoose.connection.models)) {
    if (!existing.has(model.collection.name)) await createCollection(model.collection.name);
    await ensureIndexesOf(model);
  }
}

async function ensureIndexesOf(model: RegisteredModel): Promise<void> {
  const declared = wantedIndexes(model);
  if (declared.length === 0) return;
  const present = await presentIndexes(model.collection);
  for (const index of present) {
    const successor = declared.find(({ key }) => sameKeys(key, index.key));
    if (successor && !isSame(successor, index)) await dropIndex(model.collection, index, 'its options have changed');
  }
  const missing = declared.filter((index) => !present.some((other) => isSame(index, other)));
  if (missing.length > 0) await model.collection.createIndexes(missing.map(toCommand));
  for (const index of present)
    if (!index.unique && declared.some((longer) => contains(longer, index)))
      await dropIndex(model.collection, index, 'a longer one serves the same queries');
    else if (RETIRED_INDEXES[model.collection.name]?.includes(index.name))
      await dropIndex(model.collection, index, 'no query needs it any more');
}

const INDEX_NOT_FOUND = 27;

function wantedIndexes(model: RegisteredModel): IndexShape[] {
  return model.schema.indexes().map(([keys, options]) => {
    const key = keys as Record<string, number>;
    return {
      name: Object.entries(key).flat().join('_'),
      key,
      unique: options.unique === true,
      partialFilterExpression: options.partialFilterExpression ?? {},
    };
  });
}

export const isOfIds = (key: object): boolean => Object.keys(key).join() === '_id';

async function presentIndexes(collection: Collection): Promise<IndexShape[]> {
  const indexes = await collection.listIndexes().toArray();
  return indexes
    .filter(({ key }) => !isOfIds(key as object))
    .map(({ name, key, unique, partialFilterExpression }) => ({
      name: String(name),
      key: key as Record<string, number>,
      unique: unique === true,
      partialFilterExpression: (partialFilterExpression ?? {}) as object,
    }));
}

const listOf = (key: Record<string, number>): string[] =>
  Object.entries(key).map(([field, order]) => `${field}:${order}`);

const sameKeys = (left: Record<string, number>, other: Record<string, number>): boolean =>
  listOf(left).join() === listOf(other).join();

function isSame(left: IndexShape, other: IndexShape): boolean {
  return sameKeys(left.key, other.key) && left.unique === other.unique && filterOf(left) === filterOf(other);
}

const filterOf = ({ partialFilterExpression }: IndexShape): string =>
  JSON.stringify(Object.entries(partialFilterExpression).sort(([left], [other]) => (left < other ? -1 : 1)));

/** Whether `longer` begins with all keys of `index` and has more. */
function contains(longer: IndexShape, index: IndexShape): boolean {
  const keys = listOf(index.key);
  const more = listOf(longer.key);
  return more.length > keys.length && keys.every((key, at) => key === more[at]) && filterOf(longer) === filterOf(index);
}

/** Drops the index unless another starting process has dropped or replaced it. */
async function dropIndex(collection: Collection, index: IndexShape, reason: string): Promise<void> {
  const still = (await presentIndexes(collection)).find(({ name }) => name === index.name);
  if (!still || !isSame(still, index)) return;
  logger.info('an index is dropped', { collection: collection.name, index: index.name, reason });
  await collection.dropIndex(index.name).catch((error: unknown) => {
    if (!isCode(error, INDEX_NOT_FOUND)) throw error;
  });
}

function toCommand({ name, key, unique, partialFilterExpression }: IndexShape): mongoose.mongo.IndexDescription {
  return {
    name,
    key,
    ...(unique ? { unique } : {}),
    ...(Object.keys(partialFilterExpression).length > 0 ? { partialFilterExpression } : {}),
  };
}

function isCode(error: unknown, code: number): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === code;
}
