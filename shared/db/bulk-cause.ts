import mongoose from 'mongoose';

/**
 * What made a bulk write fail. The driver wraps every failure, also a broken connection, and the wrapper has neither the
 * labels by which a transaction starts again nor the class by which an outage is recognized.
 */
export function bulkCause(error: unknown): unknown {
  const wrapped = error instanceof mongoose.mongo.MongoBulkWriteError ? error.errorResponse : null;
  return wrapped instanceof Error ? wrapped : error;
}
