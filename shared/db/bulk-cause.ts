import mongoose from 'mongoose';

/**
 * Returns the cause of a failed bulk write. The driver wraps every failure, and the wrapper lacks the labels that make
 * a transaction restart and the class that identifies an outage.
 */
export function bulkCause(error: unknown): unknown {
  const wrapped = error instanceof mongoose.mongo.MongoBulkWriteError ? error.errorResponse : null;
  return wrapped instanceof Error ? wrapped : error;
}
