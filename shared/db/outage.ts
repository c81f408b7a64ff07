import mongoose from 'mongoose';
import { logger } from '../kernel/logger';
import { isRedisOutage } from '../kernel/redis-outage';

const { mongo } = mongoose;

/** The codes of a server that stops, steps down or cannot be reached, so that another one may answer. */
const SERVER_GONE: ReadonlySet<unknown> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  89, // NetworkTimeout
  91, // ShutdownInProgress
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
]);
const WRITE_CONFLICT = 112;

const OUTAGE_LABELS = ['TransientTransactionError', 'UnknownTransactionCommitResult', 'RetryableWriteError'];

/**
 * Whether the database did not answer or refused temporarily, so that the same request may succeed later; also
 * recognizes an error that the driver has wrapped.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    error instanceof mongo.MongoOperationTimeoutError ||
    error instanceof mongoose.Error.MongooseServerSelectionError
  )
    return true;
  if (!(error instanceof mongo.MongoError)) return isOutage(error.cause);
  return (
    SERVER_GONE.has(error.code) ||
    error.code === WRITE_CONFLICT ||
    OUTAGE_LABELS.some((label) => error.hasErrorLabel(label)) ||
    (error instanceof mongo.MongoServerError && isOutage(error.errorResponse)) ||
    isOutage(error.cause)
  );
}

/** Logs a failure that is repeated later; without a line of its own while the database or Redis is away, which each process says once. */
export function logFailure(message: string, facts: { error: unknown } & Record<string, unknown>): void {
  logger.log(isOutage(facts.error) || isRedisOutage(facts.error) ? 'debug' : 'warn', message, facts);
}
