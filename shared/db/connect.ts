import mongoose from 'mongoose';
import { logger } from '../kernel/logger';
import { checkServer } from './server-facts';

// A misspelled filter key must throw: if it were dropped, the filter would match every row.
mongoose.set('strictQuery', 'throw');
mongoose.set('sanitizeFilter', false); // filters are built by this code alone; user input enters as typed scalars
mongoose.set('transactionAsyncLocalStorage', true);
mongoose.set('autoCreate', false);
mongoose.set('autoIndex', false);

const logError = (error: unknown): void => void logger.error('mongo', { error });

/**
 * Connects mongoose. Rejects after 10 s when no server answers, and with an explanation when the server is standalone
 * or older than MongoDB 7.0.
 */
export async function connectDatabase(url: string, options: { monitorCommands?: boolean } = {}): Promise<void> {
  mongoose.connection.on('error', logError);
  await mongoose.connect(url, {
    serverSelectionTimeoutMS: 10_000,
    bufferCommands: false,
    ignoreUndefined: false,
    maxPoolSize: 20,
    monitorCommands: options.monitorCommands ?? false,
  });
  try {
    logger.info('database connected', { ...(await checkServer(mongoose.connection)) });
  } catch (error) {
    await disconnectDatabase();
    throw error;
  }
}

/** Closes the connection and its pool. */
export async function disconnectDatabase(): Promise<void> {
  await mongoose.disconnect();
  mongoose.connection.off('error', logError);
}

/** Resolves when the database answers; used by readiness. */
export async function pingDatabase(): Promise<void> {
  if (!mongoose.connection.db) throw new Error('not connected');
  await mongoose.connection.db.admin().command({ ping: 1 }, { timeoutMS: 2_000 });
}
