import { Timestamp } from 'bson';
import { type PoolClient } from 'pg';
import { type Command } from './command';
import { CommandError } from './errors';
import { ClientSql, type Postgres, type Sql } from './postgres';

/** PostgreSQL cannot go back in time: the moment of a snapshot is that of its first read, which must follow within these seconds. */
const FIRST_READ_WITHIN = 30;
/** How long a snapshot is kept, in milliseconds: MongoDB's minSnapshotHistoryWindowInSeconds. */
const LIFETIME = 300_000;
/** Reads that MongoDB allows at a time (`atClusterTime`). */
const READS: ReadonlySet<string> = new Set(['find', 'aggregate', 'distinct']);
/** What goes on with the cursors of such reads. */
const CURSORS: ReadonlySet<string> = new Set(['getMore', 'killCursors']);

/** What a session reads at one time: one PostgreSQL connection. */
interface Snapshot {
  readonly time: Timestamp;
  /** Stored before it is open, so that reads that begin at once share it. */
  readonly client: Promise<PoolClient>;
  /** The TCP connection of its last command. */
  connection: number;
}

/** The snapshots that sessions read at a time (`readConcern: { level: 'snapshot', atClusterTime }`), one a session. */
export class Snapshots {
  private readonly sessions = new Map<string, Snapshot>();

  constructor(private readonly postgres: Postgres) {}

  /** Where a command reads that belongs to a snapshot; undefined for any other. Throws 239 when the snapshot is gone. */
  async placeOf(command: Command): Promise<Sql | undefined> {
    const session = command.session;
    if (session === undefined) return undefined;
    const time = READS.has(command.name) ? timeOf(command) : undefined;
    let snapshot = this.sessions.get(session);
    if (time && snapshot?.time.equals(time) !== true) {
      const client = this.end(session).then(() => this.open(time));
      snapshot = { time, client, connection: command.connection };
      this.sessions.set(session, snapshot);
    }
    if (!snapshot) return undefined;
    if (!time && !CURSORS.has(command.name)) {
      await this.end(session); // a driver uses the id of an ended session again
      return undefined;
    }
    const client = await snapshot.client;
    if (this.postgres.isBroken(client)) throw tooOld();
    snapshot.connection = command.connection;
    return new ClientSql(client);
  }

  private async open(time: Timestamp): Promise<PoolClient> {
    if (time.high < Date.now() / 1_000 - FIRST_READ_WITHIN) throw tooOld();
    const client = await this.postgres.transactionClient();
    try {
      await client.query(
        `begin isolation level repeatable read read only; set local transaction_timeout = ${LIFETIME}`,
      );
      await client.query('select 1'); // the first statement takes the snapshot
    } catch (error) {
      client.release(true);
      throw error;
    }
    return client;
  }

  /** Ends the snapshot of a session, if it has one. */
  async end(session: string): Promise<void> {
    const snapshot = this.sessions.get(session);
    if (!snapshot) return;
    this.sessions.delete(session);
    const client = await snapshot.client.catch(() => undefined);
    if (!client) return;
    const clean =
      !this.postgres.isBroken(client) &&
      (await client.query('rollback').then(
        () => true,
        () => false,
      ));
    client.release(!clean);
  }

  /** Ends the snapshots that were last read on a TCP connection that is closed. */
  async endOfConnection(connection: number): Promise<void> {
    const left = [...this.sessions].filter(([, snapshot]) => snapshot.connection === connection);
    await Promise.all(left.map(([session]) => this.end(session)));
  }

  /** Ends every snapshot. */
  async close(): Promise<void> {
    await Promise.all([...this.sessions.keys()].map((session) => this.end(session)));
  }
}

const tooOld = (): CommandError =>
  new CommandError(239, 'Read timestamp is older than the oldest available timestamp.');

/** The time that a command asks for; undefined without one, and inside a transaction, which has its own. */
function timeOf({ body }: Command): Timestamp | undefined {
  const readConcern = body.document('readConcern');
  if (readConcern?.has('atClusterTime') !== true || body.flag('autocommit') === false) return undefined;
  const time = readConcern.get('atClusterTime');
  if (!(time instanceof Timestamp))
    throw new CommandError(14, "Field 'readConcern.atClusterTime' is the wrong type, expected type 'timestamp'");
  if (readConcern.string('level') !== 'snapshot')
    throw new CommandError(72, "readConcern.atClusterTime is only allowed with level 'snapshot'");
  return time;
}
