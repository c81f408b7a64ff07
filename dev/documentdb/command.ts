import { type Document } from 'bson';
import { type Cursors } from './cursors';
import { CommandError } from './errors';
import { type Hostility } from './hostility';
import { type Postgres, type Sql } from './postgres';
import { type RawDocument } from './raw-document';
import { type ServerStatus } from './server-status';

/** Fields that drivers put around every command, which DocumentDB's functions do not take. */
const ENVELOPE: ReadonlySet<string> = new Set([
  'lsid', '$db', '$clusterTime', '$readPreference', '$audit', '$client', '$configServerState', '$oplogQueryData', 'txnNumber', 'startTransaction', 'autocommit', 'readConcern',
  'writeConcern', 'apiVersion', 'apiStrict', 'apiDeprecationErrors', 'maxTimeMS', 'maxTimeMSOpOnly', 'recoveryToken', 'stmtId', 'stmtIds', 'mayBypassWriteBlocking',
]); // oxfmt-ignore

/** A command as a client sent it, decoded no further than its top level. */
export class Command {
  readonly name: string;
  readonly db: string;

  constructor(
    readonly body: RawDocument,
    readonly sequences: ReadonlyMap<string, Buffer>,
    /** The number of the TCP connection that it came on. */
    readonly connection: number,
  ) {
    const name = body.firstName;
    if (name === undefined) throw new CommandError(59, 'no command');
    this.name = name;
    this.db = body.string('$db') ?? 'admin';
  }

  /** The value of the command's first field: the collection of most commands. Throws when it is not a string. */
  get collection(): string {
    const collection = this.body.string(this.name);
    if (collection === undefined)
      throw new CommandError(73, `collection name has invalid type for command '${this.name}'`);
    return collection;
  }

  /** The bytes of the session's id as text; undefined for a command without a session. */
  get session(): string | undefined {
    return this.body.document('lsid')?.bytes.toString('latin1');
  }

  /** The command's BSON without the driver's envelope. */
  spec(): Buffer {
    return this.body.without(ENVELOPE);
  }
}

/** What the gateway has for a command to run with. */
export interface Services {
  readonly postgres: Postgres;
  readonly cursors: Cursors;
  readonly status: ServerStatus;
  readonly hostility: Hostility;
}

/** The place where one command runs: `sql` is the connection of its transaction, when it has one. */
export interface Execution extends Services {
  readonly sql: Sql;
  readonly inTransaction: boolean;
  /** Set for a retryable write: its reply is to be remembered by the statement that writes. */
  readonly retryable?: { readonly session: Buffer; readonly number: bigint } | undefined;
}

/** A reply: a document, or the BSON of one as PostgreSQL returned it. */
export type Reply = Buffer | Document;

/** How a command runs; command-fields.ts says what it takes, and whether it may run in a transaction. */
export interface CommandHandler {
  readonly run: (command: Command, execution: Execution) => Promise<Reply> | Reply;
  /** It changes collections or indexes: such commands run one after the other in each database. */
  readonly definesData?: boolean;
}
