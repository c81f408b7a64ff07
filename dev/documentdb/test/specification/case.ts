import { type Document } from 'mongodb';
import { type ExpectedError, type Operation, type UnifiedFile } from './format';

/** A command, a condition, and what MongoDB's documentation says of the two. */
export interface Case {
  /** The drivers' specification that the answer is taken from. */
  specification: 'crud' | 'retryable-writes' | 'retryable-reads' | 'transactions' | 'transactions-convenient-api';
  condition: string;
  /** Data of the fail point `failCommand`. */
  fail?: Document;
  /** How often it acts; once without. */
  times?: number;
  operations: Operation[];
  /** The names of the commands that the driver sends; not looked at when omitted. */
  sent?: string[];
  /** The documents at the end; those of the beginning when omitted. */
  outcome?: Document[];
}

const DATABASE = 'specification';
const COLLECTION = 'cases';
const SECOND = 'others';

/** The documents that every case begins with. */
export const DOCUMENTS: readonly Document[] = [
  { _id: 1, x: 11, tags: ['a'] },
  { _id: 2, x: 22, tags: ['a', 'b'] },
  { _id: 3, x: 33, tags: [] },
];

/** An operation on the collection. */
export function on(
  name: string,
  args: Document = {},
  expected: Omit<Operation, 'name' | 'object' | 'arguments'> = {},
): Operation {
  return { name, object: 'collection0', arguments: args, ...expected };
}

/** An operation on the collection inside the transaction of the session. */
export function inside(name: string, args: Document = {}, expected: Parameters<typeof on>[2] = {}): Operation {
  return on(name, { ...args, session: 'session0' }, expected);
}

/** An operation of the session itself. */
export function session(name: string, args: Document = {}, expectError?: ExpectedError): Operation {
  return { name, object: 'session0', arguments: args, ...(expectError ? { expectError } : {}) };
}

/** A case as a file in the unified format with one test. */
export function toUnified({ condition, fail, times = 1, operations, sent, outcome }: Case): UnifiedFile {
  const data = (documents: readonly Document[]) => ({
    databaseName: DATABASE,
    collectionName: COLLECTION,
    documents: [...documents],
  });
  const failPoint: Operation[] = fail
    ? [
        {
          name: 'failPoint',
          object: 'testRunner',
          arguments: { failPoint: { configureFailPoint: 'failCommand', mode: { times }, data: fail } },
        },
      ]
    : [];
  return {
    description: condition,
    schemaVersion: '1.0',
    createEntities: [
      { client: { id: 'client0' } },
      { database: { id: 'database0', client: 'client0', databaseName: DATABASE } },
      { collection: { id: 'collection0', database: 'database0', collectionName: COLLECTION } },
      { collection: { id: 'others0', database: 'database0', collectionName: SECOND } },
      { session: { id: 'session0', client: 'client0' } },
      { session: { id: 'session1', client: 'client0' } },
    ],
    initialData: [data(DOCUMENTS), { databaseName: DATABASE, collectionName: SECOND, documents: [] }],
    tests: [
      {
        description: condition,
        operations: [...failPoint, ...operations],
        ...(sent
          ? {
              expectEvents: [
                { client: 'client0', events: sent.map((commandName) => ({ commandStartedEvent: { commandName } })) },
              ],
            }
          : {}),
        outcome: [data(outcome ?? DOCUMENTS)],
      },
    ],
  };
}
