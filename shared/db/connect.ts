import mongoose from 'mongoose';
import { logger } from '../kernel/logger';
import { StartProblem } from '../kernel/start-problem';
import { checkServer } from './server-facts';

// A misspelled filter key must throw: if it were dropped, the filter would match every row.
mongoose.set('strictQuery', 'throw');
mongoose.set('sanitizeFilter', false); // filters are built by this code alone; user input enters as typed scalars
mongoose.set('transactionAsyncLocalStorage', true);
mongoose.set('autoCreate', false);
mongoose.set('autoIndex', false);

const logError = (error: unknown): void => void logger.error('mongo', { error });

/**
 * Connects mongoose. Rejects with a StartProblem: after 10 s when no server answers, or when the server refuses the user, is
 * standalone or older than MongoDB 7.0.
 */
export async function connectDatabase(url: string, options: { monitorCommands?: boolean } = {}): Promise<void> {
  try {
    await mongoose.connect(url, {
      serverSelectionTimeoutMS: 10_000,
      bufferCommands: false,
      ignoreUndefined: false,
      maxPoolSize: 20,
      monitorCommands: options.monitorCommands ?? false,
    });
  } catch (error) {
    await disconnectDatabase();
    throw new StartProblem(`MONGO_URL names a MongoDB that cannot be used: ${causeOf(error)}.`, { cause: error });
  }
  mongoose.connection.on('error', logError);
  try {
    logger.info('database connected', { ...(await checkServer(mongoose.connection)) });
  } catch (error) {
    await disconnectDatabase();
    throw error;
  }
}

/** The driver's words without its advice about MongoDB Atlas; they name hosts, never a password. */
function causeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split(/(?<=\S)\. /)[0]?.replace(/\.$/, '') ?? '';
}

export async function disconnectDatabase(): Promise<void> {
  await mongoose.disconnect();
  mongoose.connection.off('error', logError);
}

/** Resolves when the database answers; used by readiness. */
export async function pingDatabase(): Promise<void> {
  if (!mongoose.connection.db) throw new Error('not connected');
  await mongoose.connection.db.admin().command({ ping: 1 }, { timeoutMS: 2_000 });
}
