import { type Command } from './command';

/** Codes that MongoDB counts as retriable: the member stepped down, shuts down or was not reached. */
export const RETRIABLE_CODES: ReadonlySet<number> = new Set([
  6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436,
]);

/** Codes after which a transaction can be repeated as a whole wherever they occur: a lock timeout, a conflict, a lost snapshot. */
const TRANSIENT_CODES: ReadonlySet<number> = new Set([24, 112, 239, 246, 267]);
const NO_SUCH_TRANSACTION = 251;

/**
 * Returns the labels that MongoDB 4.4 and newer adds to an error of a command, from its code or from the code of its write concern
 * error. Drivers trust them alone: only for network errors they add labels of their own.
 */
export function errorLabels(command: Command, code: number | undefined, writeConcernCode?: number): string[] {
  const inTransaction = command.body.flag('autocommit') === false;
  const endsTransaction = command.name === 'commitTransaction' || command.name === 'abortTransaction';
  if (inTransaction && code !== undefined) {
    const mayRepeat =
      TRANSIENT_CODES.has(code) ||
      (code === NO_SUCH_TRANSACTION && (!endsTransaction || writeConcernCode === undefined)) ||
      (!endsTransaction && RETRIABLE_CODES.has(code));
    if (mayRepeat) return ['TransientTransactionError'];
  }
  const isRetryable = command.body.has('txnNumber') && (!inTransaction || endsTransaction);
  const isRetriable = [code, writeConcernCode].some((each) => each !== undefined && RETRIABLE_CODES.has(each));
  return isRetryable && isRetriable ? ['RetryableWriteError'] : [];
}
