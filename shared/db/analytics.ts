import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type Aggregate, type ClientSession, type Connection, type Model, type Query } from 'mongoose';
import { checkServer } from './server-facts';
import { currentSession } from './transaction';

/*
 * Reads of BI may go to a second connection, which leads to secondaries (docs/adr/0030). Within `readForAnalysis` every model
 * reads there; writes and transactions stay on the first connection.
 */

const sessions = new AsyncLocalStorage<ClientSession>();
let analytics: Connection | null = null;

/** Connects to the servers for reads of BI; rejects as `connectDatabase`. Secondaries are preferred unless the address names another preference. */
export async function connectAnalytics(url: string): Promise<void> {
  const connection = mongoose.createConnection(url, {
    serverSelectionTimeoutMS: 10_000,
    bufferCommands: false,
    ignoreUndefined: false,
    maxPoolSize: 20,
    monitorCommands: mongoose.connection.getClient().options.monitorCommands,
    readConcern: { level: 'majority' },
    ...(/[?&]readPreference=/i.test(url) ? {} : { readPreference: 'secondaryPreferred' }),
  });
  await connection.asPromise();
  try {
    await checkServer(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  analytics = connection;
}

/** Closes the connection of `connectAnalytics`, if there is one. */
export async function disconnectAnalytics(): Promise<void> {
  const connection = analytics;
  analytics = null;
  await connection?.close();
}

/**
 * Runs `read` with the models reading from the servers for BI, if there are any. Its reads follow each other in time: what a
 * read has seen, all later ones see, whichever server they reach, so that a version that is read first is never newer than
 * the rows. It must not write.
 */
export async function readForAnalysis<T>(read: () => Promise<T>): Promise<T> {
  if (!analytics) return read();
  const session = analytics.getClient().startSession({ causalConsistency: true });
  try {
    return await sessions.run(session, read);
  } finally {
    await session.endSession();
  }
}

/** The session of the reads of BI; undefined outside of them, and where they go to the first connection. */
export function analysisSession(): ClientSession | undefined {
  return currentSession() ? undefined : sessions.getStore();
}

/** The model that reads the same collection at the place where the reads of this moment go. */
export function readingModel<T>(model: Model<T>): Model<T> {
  return analysisSession() && analytics ? twinOf(model, analytics) : model;
}

function twinOf<T>(model: Model<T>, connection: Connection): Model<T> {
  const { modelName, schema, collection } = model;
  const existing = connection.models[modelName] as Model<T> | undefined;
  return existing ?? (connection.model(modelName, schema, collection.name) as unknown as Model<T>);
}

const READS = ['find', 'findOne', 'countDocuments', 'distinct', 'aggregate'] as const;

type Read = (this: unknown, ...args: unknown[]) => Query<unknown, unknown> | Aggregate<unknown>;

/** Has the reads of a model go to the servers for BI within `readForAnalysis`. */
export function followAnalysis<T>(model: Model<T>): void {
  for (const name of READS) {
    const original = Reflect.get(model, name) as Read;
    const replacement: Read = function (...args) {
      const session = analysisSession();
      if (!session || !analytics) return original.apply(this, args);
      const twin = twinOf(model, analytics);
      return (Reflect.get(twin, name) as Read).apply(twin, args).session(session);
    };
    Object.defineProperty(model, name, { value: replacement, configurable: true, writable: true });
  }
}
