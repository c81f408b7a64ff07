import { type Case, DOCUMENTS, inside, on, session } from './case';
import { type Operation } from './format';

const [first, two, three] = DOCUMENTS;
const TRANSIENT = 'TransientTransactionError';
const UNKNOWN = 'UnknownTransactionCommitResult';
const four = { _id: 4 };
const insertFour = inside('insertOne', { document: four });
const start = session('startTransaction');
const commit = session('commitTransaction');
const abort = session('abortTransaction');
const RETRIABLE = [6, 91, 189, 10107, 11600, 11602, 13435, 13436];

const transaction = (condition: string, row: Omit<Case, 'specification' | 'condition'>): Case => ({
  specification: 'transactions',
  condition,
  ...row,
});

/** Transactions: what they keep, how they end, and which labels say what may be repeated. */
export const transactionCases: readonly Case[] = [
  transaction('a commit keeps every write, and others see it after that only', {
    operations: [
      start,
      insertFour,
      inside('updateOne', { filter: { _id: 1 }, update: { $set: { x: 0 } } }),
      inside('find', { filter: {}, sort: { _id: 1 } }, { expectResult: [{ ...first, x: 0 }, { ...two }, { ...three }, four] }), // oxfmt-ignore
      on('countDocuments', { filter: {} }, { expectResult: 3 }),
      commit,
    ],
    sent: ['insert', 'update', 'find', 'aggregate', 'commitTransaction'],
    outcome: [{ ...first, x: 0 }, { ...two }, { ...three }, four],
  }),
  transaction('an abort keeps nothing', {
    operations: [start, insertFour, inside('deleteMany', { filter: {} }, { expectResult: { deletedCount: 4 } }), abort],
    sent: ['insert', 'delete', 'abortTransaction'],
  }),
  transaction('an empty transaction sends nothing', { operations: [start, commit, start, abort], sent: [] }),
  transaction('a commit can be sent twice', {
    operations: [start, insertFour, commit, commit],
    sent: ['insert', 'commitTransaction', 'commitTransaction'],
    outcome: [...DOCUMENTS, four],
  }),
  transaction('a transaction reads the snapshot that its first command took', {
    operations: [
      start,
      inside('findOne', { filter: { _id: 1 } }, { expectResult: { ...first } }),
      on('updateOne', { filter: { _id: 1 }, update: { $set: { x: 0 } } }),
      inside('findOne', { filter: { _id: 1 } }, { expectResult: { ...first } }),
      commit,
    ],
    outcome: [{ ...first, x: 0 }, { ...two }, { ...three }],
  }),
  transaction('the second writer of a document gets WriteConflict at once', {
    operations: [
      start,
      inside('updateOne', { filter: { _id: 1 }, update: { $set: { x: 0 } } }),
      { ...start, object: 'session1' },
      on(
        'updateOne',
        { filter: { _id: 1 }, update: { $set: { x: 1 } }, session: 'session1' },
        { expectError: { errorCode: 112, errorLabelsContain: [TRANSIENT] } },
      ),
      { ...abort, object: 'session1' },
      commit,
    ],
    outcome: [{ ...first, x: 0 }, { ...two }, { ...three }],
  }),
  transaction('a write to what was changed after the snapshot conflicts too', {
    operations: [
      start,
      inside('findOne', { filter: { _id: 2 } }),
      on('updateOne', { filter: { _id: 1 }, update: { $set: { x: 0 } } }),
      inside(
        'updateOne',
        { filter: { _id: 1 }, update: { $set: { x: 1 } } },
        { expectError: { errorCode: 112, errorLabelsContain: [TRANSIENT] } },
      ),
      abort,
    ],
    outcome: [{ ...first, x: 0 }, { ...two }, { ...three }],
  }),
  transaction('an error ends it: the next command finds no transaction (251)', {
    operations: [
      start,
      insertFour,
      inside(
        'insertOne',
        { document: { _id: 1 } },
        { expectError: { errorCode: 11000, errorLabelsOmit: [TRANSIENT] } },
      ),
      inside('find', { filter: {} }, { expectError: { errorCode: 251, errorLabelsContain: [TRANSIENT] } }),
      abort,
    ],
  }),
  transaction('a collection can be made by the first insert of a transaction', {
    operations: [start, { ...insertFour, object: 'others0' }, insertFour, commit],
    outcome: [...DOCUMENTS, four],
  }),
  ...RETRIABLE.map((errorCode) =>
    transaction(`code ${errorCode} inside: TransientTransactionError, never RetryableWriteError, not repeated`, {
      fail: { failCommands: ['insert'], errorCode },
      operations: [
        start,
        inside(
          'insertOne',
          { document: four },
          {
            expectError: {
              errorCode,
              errorLabelsContain: [TRANSIENT],
              errorLabelsOmit: ['RetryableWriteError', UNKNOWN],
            },
          },
        ),
        abort,
      ],
      sent: ['insert', 'abortTransaction'],
    }),
  ),
  transaction('a read inside is not repeated', {
    fail: { failCommands: ['find'], errorCode: 91 },
    operations: [
      start,
      insertFour,
      inside('find', { filter: {} }, { expectError: { errorCode: 91, errorLabelsContain: [TRANSIENT] } }),
      abort,
    ],
    sent: ['insert', 'find', 'abortTransaction'],
  }),
  transaction('a connection closed inside: the driver labels it transient', {
    fail: { failCommands: ['insert'], closeConnection: true },
    operations: [
      start,
      inside(
        'insertOne',
        { document: four },
        { expectError: { isClientError: true, errorLabelsContain: [TRANSIENT], errorLabelsOmit: [UNKNOWN] } },
      ),
      abort,
    ],
    sent: ['insert', 'abortTransaction'],
  }),
  transaction('a bad command inside has no label', {
    operations: [
      start,
      inside(
        'updateOne',
        { filter: {}, update: { $bogus: {} } },
        { expectError: { errorCode: 9, errorLabelsOmit: [TRANSIENT, UNKNOWN] } },
      ),
      abort,
    ],
  }),
  ...RETRIABLE.map((errorCode) =>
    transaction(`a commit that fails once with ${errorCode} is repeated`, {
      fail: { failCommands: ['commitTransaction'], errorCode },
      operations: [start, insertFour, commit],
      sent: ['insert', 'commitTransaction', 'commitTransaction'],
      outcome: [...DOCUMENTS, four],
    }),
  ),
  transaction('a commit on a closed connection is repeated on another one', {
    fail: { failCommands: ['commitTransaction'], closeConnection: true },
    operations: [start, insertFour, commit],
    sent: ['insert', 'commitTransaction', 'commitTransaction'],
    outcome: [...DOCUMENTS, four],
  }),
  transaction('a commit whose write concern failed with ShutdownInProgress is repeated', {
    fail: {
      failCommands: ['commitTransaction'],
      writeConcernError: { code: 91, errmsg: 'Replication is being shut down' },
    },
    operations: [start, insertFour, commit],
    sent: ['insert', 'commitTransaction', 'commitTransaction'],
    outcome: [...DOCUMENTS, four],
  }),
  transaction('a commit that fails twice: UnknownTransactionCommitResult, and a later commit keeps it', {
    fail: { failCommands: ['commitTransaction'], errorCode: 10107 },
    times: 2,
    operations: [
      start,
      insertFour,
      session(
        'commitTransaction',
        {},
        { errorCode: 10107, errorLabelsContain: ['RetryableWriteError', UNKNOWN], errorLabelsOmit: [TRANSIENT] },
      ),
      commit,
    ],
    outcome: [...DOCUMENTS, four],
  }),
  transaction('an abort that fails is not told to the caller', {
    fail: { failCommands: ['abortTransaction'], errorCode: 91 },
    times: 2,
    operations: [start, insertFour, abort],
    sent: ['insert', 'abortTransaction', 'abortTransaction'],
  }),
];

const convenient = (condition: string, row: Omit<Case, 'specification' | 'condition'>): Case => ({
  specification: 'transactions-convenient-api',
  condition,
  ...row,
});
const withTransaction = (callback: Operation[], expected: Partial<Operation> = {}): Operation => ({
  ...session('withTransaction', { callback }),
  ...expected,
});

/** withTransaction: what it repeats by itself. */
export const convenientCases: readonly Case[] = [
  convenient('it starts, runs the callback and commits', {
    operations: [withTransaction([insertFour])],
    sent: ['insert', 'commitTransaction'],
    outcome: [...DOCUMENTS, four],
  }),
  ...[112, 91, 251].map((errorCode) =>
    convenient(`a callback that failed with ${errorCode} runs again as a whole`, {
      fail: { failCommands: ['update'], errorCode },
      operations: [
        withTransaction([insertFour, inside('updateOne', { filter: { _id: 1 }, update: { $inc: { x: 1 } } })]),
      ],
      sent: ['insert', 'update', 'abortTransaction', 'insert', 'update', 'commitTransaction'],
      outcome: [{ ...first, x: 12 }, { ...two }, { ...three }, four],
    }),
  ),
  convenient('any other error aborts and reaches the caller', {
    fail: { failCommands: ['insert'], errorCode: 2 },
    operations: [withTransaction([insertFour], { expectError: { errorCode: 2, errorLabelsOmit: [TRANSIENT] } })],
    sent: ['insert', 'abortTransaction'],
  }),
  convenient('a commit of unknown result is sent again until it is known', {
    fail: { failCommands: ['commitTransaction'], errorCode: 10107 },
    times: 2,
    operations: [withTransaction([insertFour])],
    sent: ['insert', 'commitTransaction', 'commitTransaction', 'commitTransaction'],
    outcome: [...DOCUMENTS, four],
  }),
  convenient('a commit that finds no transaction (251) repeats the whole', {
    fail: { failCommands: ['commitTransaction'], errorCode: 251 },
    operations: [withTransaction([insertFour])],
    sent: ['insert', 'commitTransaction', 'insert', 'commitTransaction'],
    outcome: [...DOCUMENTS, four],
  }),
];
