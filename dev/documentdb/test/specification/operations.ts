import { type ClientSession, Collection, Db, type Document } from 'mongodb';
import { type Operation } from './format';

/** Runs an operation on its object; `nested` runs the operations of a withTransaction callback. */
export type Run = (
  args: Document,
  session: ClientSession | undefined,
  nested: (operations: Operation[]) => Promise<void>,
) => Promise<unknown>;

/** The driver's call for an operation of the unified format; undefined for one that the service never makes. */
export function runnerOf(object: unknown, name: string): Run | undefined {
  if (object instanceof Collection) return collectionRunner(object, name);
  if (object instanceof Db) return databaseRunner(object, name);
  return isSession(object) ? sessionRunner(object, name) : undefined;
}

/** The names of the operations that this runner has, whatever their object. */
export const KNOWN_OPERATIONS: ReadonlySet<string> = new Set([
  'insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'deleteOne', 'deleteMany', 'findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete', 'find', 'findOne',
  'aggregate', 'countDocuments', 'estimatedDocumentCount', 'distinct', 'bulkWrite', 'runCommand', 'startTransaction', 'commitTransaction', 'abortTransaction', 'withTransaction',
  'endSession', 'failPoint', 'createIndex', 'listIndexes',
]); // oxfmt-ignore

function collectionRunner(collection: Collection, name: string): Run | undefined {
  const runners: Readonly<Record<string, Run>> = {
    insertOne: ({ document, ...rest }, session) => collection.insertOne(document, { ...rest, session }),
    insertMany: ({ documents, ...rest }, session) => collection.insertMany(documents, { ...rest, session }),
    updateOne: ({ filter, update, ...rest }, session) => collection.updateOne(filter, update, { ...rest, session }),
    updateMany: ({ filter, update, ...rest }, session) => collection.updateMany(filter, update, { ...rest, session }),
    replaceOne: ({ filter, replacement, ...rest }, session) =>
      collection.replaceOne(filter, replacement, { ...rest, session }),
    deleteOne: ({ filter, ...rest }, session) => collection.deleteOne(filter, { ...rest, session }),
    deleteMany: ({ filter, ...rest }, session) => collection.deleteMany(filter, { ...rest, session }),
    findOneAndUpdate: ({ filter, update, ...rest }, session) =>
      collection.findOneAndUpdate(filter, update, { ...returning(rest), session }),
    findOneAndReplace: ({ filter, replacement, ...rest }, session) =>
      collection.findOneAndReplace(filter, replacement, { ...returning(rest), session }),
    findOneAndDelete: ({ filter, ...rest }, session) => collection.findOneAndDelete(filter, { ...rest, session }),
    find: ({ filter, ...rest }, session) => collection.find(filter, { ...rest, session }).toArray(),
    findOne: ({ filter, ...rest }, session) => collection.findOne(filter, { ...rest, session }),
    aggregate: ({ pipeline, ...rest }, session) => collection.aggregate(pipeline, { ...rest, session }).toArray(),
    countDocuments: ({ filter, ...rest }, session) => collection.countDocuments(filter, { ...rest, session }),
    estimatedDocumentCount: (rest) => collection.estimatedDocumentCount(rest),
    distinct: ({ fieldName, filter, ...rest }, session) =>
      collection.distinct(fieldName, filter ?? {}, { ...rest, session }),
    bulkWrite: ({ requests, ...rest }, session) => collection.bulkWrite(requests, { ...rest, session }),
    createIndex: ({ keys, ...rest }, session) => collection.createIndex(keys, { ...rest, session }),
    listIndexes: (rest, session) => collection.listIndexes({ ...rest, session }).toArray(),
  };
  return runners[name];
}

function databaseRunner(database: Db, name: string): Run | undefined {
  const runners: Readonly<Record<string, Run>> = {
    runCommand: ({ command }, session) => database.command(command, { session }),
    aggregate: ({ pipeline, ...rest }, session) => database.aggregate(pipeline, { ...rest, session }).toArray(),
  };
  return runners[name];
}

function sessionRunner(session: ClientSession, name: string): Run | undefined {
  const runners: Readonly<Record<string, Run>> = {
    startTransaction: async (options) => session.startTransaction(options),
    commitTransaction: () => session.commitTransaction(),
    abortTransaction: () => session.abortTransaction(),
    endSession: () => session.endSession(),
    withTransaction: ({ callback, ...options }, _session, nested) =>
      session.withTransaction(() => nested(callback as Operation[]), options),
  };
  return runners[name];
}

function returning({ returnDocument, ...rest }: Document): Document {
  return { ...rest, ...(returnDocument === undefined ? {} : { returnDocument: String(returnDocument).toLowerCase() }) };
}

function isSession(object: unknown): object is ClientSession {
  return typeof object === 'object' && object !== null && 'withTransaction' in object;
}
