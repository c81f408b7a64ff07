import { type Document } from 'mongodb';
import { type Case, DOCUMENTS, on } from './case';
import { type Operation } from './format';

const [first, two, three] = DOCUMENTS;
const LABEL = 'RetryableWriteError';
/** Step-down, shutdown and network codes after which a driver repeats a command once. */
const CODES = [6, 7, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];

/** A single write by its command, and what it leaves when it is done exactly once. */
const WRITES: readonly [string, Operation, Document[]][] = [
  ['insert', on('insertOne', { document: { _id: 4 } }), [...DOCUMENTS, { _id: 4 }]],
  ['insert', on('insertMany', { documents: [{ _id: 4 }, { _id: 5 }], ordered: false }), [...DOCUMENTS, { _id: 4 }, { _id: 5 }]],
  ['update', on('updateOne', { filter: { _id: 1 }, update: { $inc: { x: 1 } } }), [{ ...first, x: 12 }, { ...two }, { ...three }]],
  ['update', on('replaceOne', { filter: { _id: 1 }, replacement: { x: 1 } }), [{ _id: 1, x: 1 }, { ...two }, { ...three }]],
  ['delete', on('deleteOne', { filter: { x: { $gt: 11 } } }), [{ ...first }, { ...three }]],
  ['findAndModify', on('findOneAndUpdate', { filter: { _id: 1 }, update: { $inc: { x: 1 } } }, { expectResult: { ...first } }), [{ ...first, x: 12 }, { ...two }, { ...three }]],
  ['findAndModify', on('findOneAndDelete', { filter: { _id: 3 } }, { expectResult: { ...three } }), [{ ...first }, { ...two }]],
  ['update', on('bulkWrite', { requests: [{ updateOne: { filter: { _id: 1 }, update: { $inc: { x: 1 } } } }] }), [{ ...first, x: 12 }, { ...two }, { ...three }]],
]; // oxfmt-ignore

const written = (condition: string, row: Omit<Case, 'specification' | 'condition'>): Case => ({
  specification: 'retryable-writes',
  condition,
  ...row,
});
const failing = (operation: Operation, expectError: Operation['expectError']): Operation => {
  const { expectResult: _none, ...rest } = operation;
  return { ...rest, ...(expectError ? { expectError } : {}) };
};

/** Retryable writes: repeated once, done once, labeled by the server. */
export const retryableWriteCases: readonly Case[] = [
  ...WRITES.flatMap(([command, operation, outcome]) => [
    written(`${operation.name}: a connection closed once`, {
      fail: { failCommands: [command], closeConnection: true },
      operations: [operation],
      sent: [command, command],
      outcome,
    }),
    written(`${operation.name}: NotWritablePrimary once`, {
      fail: { failCommands: [command], errorCode: 10107 },
      operations: [operation],
      sent: [command, command],
      outcome,
    }),
    written(`${operation.name}: done, but its write concern failed with ShutdownInProgress`, {
      fail: { failCommands: [command], writeConcernError: { code: 91, errmsg: 'Replication is being shut down' } },
      operations: [operation],
      sent: [command, command],
      outcome,
    }),
    written(`${operation.name}: PrimarySteppedDown twice reaches the caller with the label`, {
      fail: { failCommands: [command], errorCode: 189 },
      times: 2,
      operations: [failing(operation, { errorCode: 189, errorLabelsContain: [LABEL] })],
      sent: [command, command],
    }),
  ]),
  ...CODES.map((errorCode) =>
    written(`code ${errorCode} is retriable`, {
      fail: { failCommands: ['insert'], errorCode },
      operations: [on('insertOne', { document: { _id: 4 } })],
      sent: ['insert', 'insert'],
      outcome: [...DOCUMENTS, { _id: 4 }],
    }),
  ),
  ...[2, 50, 64, 11601].map((errorCode) =>
    written(`code ${errorCode} is not`, {
      fail: { failCommands: ['insert'], errorCode },
      operations: [on('insertOne', { document: { _id: 4 } }, { expectError: { errorCode, errorLabelsOmit: [LABEL] } })],
      sent: ['insert'],
    }),
  ),
  written('updateMany is not retryable: no label, no repetition', {
    fail: { failCommands: ['update'], errorCode: 11600 },
    operations: [
      on(
        'updateMany',
        { filter: {}, update: { $inc: { x: 1 } } },
        { expectError: { errorCode: 11600, errorLabelsOmit: [LABEL] } },
      ),
    ],
    sent: ['update'],
  }),
  written('deleteMany is not retryable either', {
    fail: { failCommands: ['delete'], errorCode: 91 },
    operations: [on('deleteMany', { filter: {} }, { expectError: { errorCode: 91, errorLabelsOmit: [LABEL] } })],
    sent: ['delete'],
  }),
  written('a write concern that timed out (64) is reported, the write is done and not repeated', {
    fail: { failCommands: ['insert'], writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } },
    operations: [
      on('insertOne', { document: { _id: 4 } }, { expectError: { errorCode: 64, errorLabelsOmit: [LABEL] } }),
    ],
    sent: ['insert'],
    outcome: [...DOCUMENTS, { _id: 4 }],
  }),
];

const READS: readonly [string, Operation][] = [
  ['find', on('find', { filter: {}, sort: { _id: 1 } }, { expectResult: [{ ...first }, { ...two }, { ...three }] })],
  ['find', on('findOne', { filter: { _id: 1 } }, { expectResult: { ...first } })],
  ['aggregate', on('aggregate', { pipeline: [{ $match: { _id: 1 } }] }, { expectResult: [{ ...first }] })],
  ['aggregate', on('countDocuments', { filter: {} }, { expectResult: 3 })],
  ['distinct', on('distinct', { fieldName: 'x', filter: { _id: 2 } }, { expectResult: [22] })],
  ['count', on('estimatedDocumentCount', {}, { expectResult: 3 })],
  ['listIndexes', on('listIndexes', {}, { expectResult: [{ v: 2, key: { _id: 1 }, name: '_id_' }] })],
];
const read = (condition: string, row: Omit<Case, 'specification' | 'condition'>): Case => ({
  specification: 'retryable-reads',
  condition,
  ...row,
});

/** Retryable reads: repeated once by the driver, from the code alone. */
export const retryableReadCases: readonly Case[] = [
  ...READS.flatMap(([command, operation]) => [
    read(`${operation.name}: a connection closed once`, {
      fail: { failCommands: [command], closeConnection: true },
      operations: [operation],
      sent: [command, command],
    }),
    read(`${operation.name}: InterruptedAtShutdown twice reaches the caller`, {
      fail: { failCommands: [command], errorCode: 11600 },
      times: 2,
      operations: [failing(operation, { errorCode: 11600 })],
      sent: [command, command],
    }),
  ]),
  ...CODES.map((errorCode) =>
    read(`code ${errorCode} is retriable`, {
      fail: { failCommands: ['find'], errorCode },
      operations: [on('findOne', { filter: { _id: 1 } }, { expectResult: { ...first } })],
      sent: ['find', 'find'],
    }),
  ),
  read('getMore is never repeated', {
    fail: { failCommands: ['getMore'], closeConnection: true },
    operations: [on('find', { filter: {}, batchSize: 2 }, { expectError: { isClientError: true } })],
    sent: ['find', 'getMore', 'killCursors'],
  }),
  read('an aggregation command of the database that runCommand sends is not repeated', {
    fail: { failCommands: ['find'], errorCode: 91 },
    operations: [
      {
        name: 'runCommand',
        object: 'database0',
        arguments: { command: { find: 'cases' }, commandName: 'find' },
        expectError: { errorCode: 91 },
      },
    ],
    sent: ['find'],
  }),
];
