import { DatabaseError } from 'pg';

/** SQLSTATE → MongoDB's code. DocumentDB numbers its errors in SQLSTATE class M0; the rest are PostgreSQL's own. */
const CODE_BY_SQLSTATE: Readonly<Record<string, number>> = {
  M0000: 1, M0001: 2, M0002: 5, M00EU: 6, M0003: 9, M00ER: 13, M0004: 14, M0005: 15, M00DO: 16, M00EV: 18, M0006: 20, M0007: 23,
  M00EW: 24, M0008: 26, M0009: 27, M000A: 28, M000C: 34, M000D: 40, M000E: 43, M000F: 48, M00EX: 50, M000G: 52, M000H: 53, M000I: 54,
  M000J: 56, M000K: 57, M00EY: 59, M000L: 61, M000M: 66, M000N: 67, M000O: 68, M000P: 72, M000Q: 73, M000R: 85, M000S: 86, M00F0: 91,
  M000T: 111, M00F1: 112, M000U: 115, M00F2: 117, M00CO: 121, M00EZ: 133, M00EL: 143, M000W: 146, M000Y: 165, M000Z: 166, M0010: 167,
  M0011: 181, M0012: 197, M00F4: 201, M0013: 224, M00F5: 225, M0014: 232, M0015: 241, M00F6: 251, M00F7: 256, M0016: 263, M0017: 276,
  M0018: 291, M0019: 361, M00E8: 10107, M001B: 10334, M001C: 11000, M001H: 13113, M003A: 17419, M003B: 17420, M007R: 40319, M007T: 40323,
  M007U: 40324, M0088: 40415,
  '23505': 11000, '23P01': 11000, '40001': 112, '40P01': 112, '55P03': 112, '25P04': 251, '57014': 50, '54000': 17280,
  '57P01': 91, '57P02': 91, '57P03': 91, '53300': 91, '53100': 14031,
}; // oxfmt-ignore

const CODE_NAMES: Readonly<Record<number, string>> = {
  1: 'InternalError', 2: 'BadValue', 5: 'GraphContainsCycle', 6: 'HostUnreachable', 7: 'HostNotFound', 9: 'FailedToParse', 13: 'Unauthorized',
  14: 'TypeMismatch', 15: 'Overflow', 16: 'InvalidLength', 18: 'AuthenticationFailed', 20: 'IllegalOperation', 22: 'InvalidBSON',
  23: 'AlreadyInitialized', 24: 'LockTimeout', 26: 'NamespaceNotFound', 27: 'IndexNotFound', 28: 'PathNotViable',
  34: 'CannotBackfillArray', 40: 'ConflictingUpdateOperators', 43: 'CursorNotFound', 48: 'NamespaceExists', 50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName', 53: 'InvalidIdField', 54: 'NotSingleValueField', 56: 'EmptyFieldName', 57: 'DottedFieldName',
  59: 'CommandNotFound', 61: 'ShardKeyNotFound', 64: 'WriteConcernFailed', 66: 'ImmutableField', 67: 'CannotCreateIndex', 68: 'IndexAlreadyExists',
  72: 'InvalidOptions', 73: 'InvalidNamespace', 76: 'NoReplicationEnabled', 79: 'UnknownReplWriteConcern', 85: 'IndexOptionsConflict', 86: 'IndexKeySpecsConflict',
  89: 'NetworkTimeout', 91: 'ShutdownInProgress', 100: 'UnsatisfiableWriteConcern',
  111: 'NotExactValueField', 112: 'WriteConflict', 115: 'CommandNotSupported', 117: 'ConflictingOperationInProgress',
  121: 'DocumentValidationFailure', 123: 'NotAReplicaSet', 133: 'FailedToSatisfyReadPreference',
  134: 'ReadConcernMajorityNotAvailableYet', 143: 'CursorInUse', 146: 'ExceededMemoryLimit',
  165: 'ViewDepthLimitExceeded', 166: 'CommandNotSupportedOnView', 167: 'OptionNotSupportedOnView', 181: 'AmbiguousIndexKeyPattern',
  183: 'ClientMetadataMissingField', 189: 'PrimarySteppedDown',
  197: 'InvalidIndexSpecificationOption', 201: 'CannotBuildIndexKeys', 224: 'QueryFeatureNotAllowed', 225: 'TransactionTooOld',
  232: 'MaxSubPipelineDepthExceeded', 238: 'NotImplemented', 239: 'SnapshotTooOld', 241: 'ConversionFailure', 246: 'SnapshotUnavailable', 251: 'NoSuchTransaction',
  256: 'TransactionCommitted', 262: 'ExceededTimeLimit', 263: 'OperationNotSupportedInTransaction', 276: 'IndexBuildAborted', 291: 'NoQueryExecutionPlans',
  352: 'UnsupportedOpQueryCommand', 361: 'CollectionUUIDMismatch', 9001: 'SocketException', 10107: 'NotWritablePrimary', 10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey', 11600: 'InterruptedAtShutdown', 11601: 'Interrupted', 11602: 'InterruptedDueToReplStateChange',
  13435: 'NotPrimaryNoSecondaryOk', 13436: 'NotPrimaryOrSecondary', 14031: 'OutOfDiskSpace', 17280: 'KeyTooLong',
}; // oxfmt-ignore

/** An error as MongoDB answers it: `code`, its name, the message, labels and (for a duplicate key) the key. */
export class CommandError extends Error {
  /** The labels of the reply; undefined until the command that failed is known. */
  private labels: readonly string[] | undefined;

  constructor(
    readonly code: number,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  /** Sets the labels, unless they were set before. */
  withLabels(labels: readonly string[]): this {
    this.labels ??= labels;
    return this;
  }

  /** The reply document. */
  toReply(): Record<string, unknown> {
    return {
      ok: 0,
      errmsg: this.message,
      code: this.code,
      codeName: codeName(this.code),
      ...this.details,
      ...(this.labels && this.labels.length > 0 ? { errorLabels: this.labels } : {}),
    };
  }
}

/** MongoDB's name of a code, `Location<code>` when it has none. */
export function codeName(code: number): string {
  return CODE_NAMES[code] ?? `Location${code}`;
}

/** MongoDB's code for a SQLSTATE: an unknown one of DocumentDB's is a fault of the request (2), any other an internal error (1). */
export function codeOfSqlState(state: string): number {
  return CODE_BY_SQLSTATE[state] ?? (state.startsWith('M') ? 2 : 1);
}

/** MongoDB's code for the packed SQLSTATE of DocumentDB's `writeErrors` (five characters of 6 bits from the lowest, each plus 48). */
export function codeOfPackedSqlState(packed: number): number {
  let state = '';
  for (let rest = packed, i = 0; i < 5; i++, rest >>= 6) state += String.fromCharCode((rest & 63) + 48);
  return codeOfSqlState(state);
}

/** The SQLSTATE of a PostgreSQL error, undefined for any other. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/** Translates whatever was thrown while a command ran into MongoDB's error. */
export function toCommandError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const state = sqlStateOf(error);
  // Without a SQLSTATE it is the connection to PostgreSQL that failed: retryable for a driver.
  if (state === undefined)
    return isConnectionFault(error) ? new CommandError(91, message) : new CommandError(1, message);
  const code = codeOfSqlState(state);
  if (code === 50) return new CommandError(50, 'operation exceeded time limit');
  if (code === 112) return new CommandError(112, `WriteConflict error: ${message}`);
  return new CommandError(code, message);
}

function isConnectionFault(error: unknown): boolean {
  return (
    error instanceof Error &&
    ('syscall' in error ||
      /connection (terminated|ended)|timeout exceeded when trying to connect|not queryable/i.test(error.message))
  );
}
