import { setTimeout as wait } from 'node:timers/promises';
import { catalogCommands } from './catalog-commands';
import { checkClientMetadata } from './client-metadata';
import { ClusterClock } from './cluster-clock';
import { type Command, type CommandHandler, type Reply, type Services } from './command';
import { errorLabels } from './error-labels';
import { CommandError, sqlStateOf, toCommandError } from './errors';
import { ConnectionClosed, FailPoints } from './fail-points';
import { fieldsOf, judgeCommand } from './judge-command';
import { type Sql } from './postgres';
import { readCommands } from './read-commands';
import { RetryableWrites } from './retryable-writes';
import { serverCommands } from './server-commands';
import { Snapshots } from './snapshots';
import { Transactions } from './transactions';
import { replayWrite, writeCommands } from './write-commands';

/** How often a single operation that PostgreSQL ended for a conflict is run again before the client sees the conflict. */
const CONFLICT_RETRIES = 40;
const MAX_WAIT_MS = 1_000;

/** Runs commands: in a transaction, as a retryable write, one by one where they change collections, or just so. */
export class Dispatcher {
  readonly transactions: Transactions;
  readonly snapshots: Snapshots;
  readonly clock: ClusterClock;
  private readonly retryableWrites: RetryableWrites;
  private readonly failPoints: FailPoints;
  private readonly handlers: ReadonlyMap<string, CommandHandler>;
  /** The end of the last command that changes collections, by database. */
  private readonly definitions = new Map<string, Promise<unknown>>();

  constructor(private readonly services: Services) {
    this.transactions = new Transactions(services);
    this.snapshots = new Snapshots(services.postgres);
    this.clock = new ClusterClock(services.status);
    this.retryableWrites = new RetryableWrites(services.postgres);
    this.failPoints = new FailPoints(services.status);
    this.handlers = new Map(
      Object.entries({
        ...readCommands,
        ...writeCommands,
        ...catalogCommands,
        ...serverCommands,
        ...this.sessionCommands(),
        configureFailPoint: {
          run: (command) =>
            (command.body.string('configureFailPoint') === 'hostile' ? services.hostility : this.failPoints).configure(
              command,
            ),
        },
      }),
    );
    services.status.openTransactions = () => this.transactions.open;
  }

  /** Prepares what a new start needs. */
  async open(): Promise<void> {
    await this.retryableWrites.prune();
  }

  /** Runs a command and returns its reply; every failure is thrown as a CommandError, or as ConnectionClosed without a reply. */
  async run(command: Command): Promise<Reply> {
    try {
      judgeCommand(command);
      const handler = this.handlers.get(command.name);
      if (!handler) throw new CommandError(115, `the embedded database does not have '${command.name}'`);
      if (command.body.has('client')) {
        checkClientMetadata(command);
        this.failPoints.greet(command);
      }
      this.clock.accept(command);
      await this.failPoints.before(command);
      await this.services.hostility.before(command);
      const inTransaction = command.body.flag('autocommit') === false;
      const run = inTransaction ? this.runInTransaction(command, handler) : this.runAlone(command, handler);
      return this.failPoints.after(command, this.services.hostility.after(command, await run));
    } catch (error) {
      if (error instanceof ConnectionClosed) throw error;
      const failure = toCommandError(error);
      throw failure.withLabels(errorLabels(command, failure.code));
    }
  }

  /** Ends what a closed TCP connection was about to do. Its idle transactions and its cursors stay, as in MongoDB. */
  async connectionClosed(connection: number): Promise<void> {
    this.failPoints.connectionClosed(connection);
    await Promise.all([this.transactions.rollBackOfConnection(connection), this.snapshots.endOfConnection(connection)]);
  }

  private async runInTransaction(command: Command, handler: CommandHandler): Promise<Reply> {
    const { session, number } = sessionOf(command);
    if (this.services.status.replicaSet === undefined) {
      throw new CommandError(20, 'Transaction numbers are only allowed on a replica set member or mongos');
    }
    const key = session.toString('latin1');
    if (command.name === 'commitTransaction' || command.name === 'abortTransaction')
      return handler.run(command, this.execution());
    if (fieldsOf(command.name).transactional !== true) {
      await this.transactions.rollBack(key);
      throw new CommandError(263, `Cannot run '${command.name}' in a multi-document transaction.`);
    }
    const starts = command.body.flag('startTransaction') === true;
    if (command.body.has('writeConcern'))
      throw new CommandError(72, 'writeConcern is not allowed within a multi-statement transaction');
    if (command.body.has('readConcern') && !starts)
      throw new CommandError(72, 'Only the first command in a transaction may specify a readConcern');
    const sql = starts
      ? await this.transactions.start(key, number, command.connection)
      : this.transactions.continue(key, number, command.connection);
    try {
      const reply = await handler.run(command, { ...this.services, sql, inTransaction: true });
      if (!Buffer.isBuffer(reply) && Array.isArray(reply.writeErrors)) await this.transactions.rollBack(key);
      return reply;
    } catch (error) {
      await this.transactions.rollBack(key);
      throw error;
    } finally {
      this.transactions.pause(key);
    }
  }

  private async runAlone(command: Command, handler: CommandHandler): Promise<Reply> {
    if (command.body.has('txnNumber') && command.name in writeCommands) {
      const { session, number } = sessionOf(command);
      const write = () => this.runHandler(command, handler, { session, number });
      return this.retryableWrites.once(session, number, write, (stored) =>
        replayWrite(stored, command, this.execution()),
      );
    }
    const snapshot = await this.snapshots.placeOf(command);
    if (snapshot) return handler.run(command, { ...this.services, sql: snapshot, inTransaction: true });
    return this.runHandler(command, handler, undefined);
  }

  private async runHandler(
    command: Command,
    handler: CommandHandler,
    retryable: { session: Buffer; number: bigint } | undefined,
  ): Promise<Reply> {
    const limit = command.name === 'getMore' ? 0 : (command.body.number('maxTimeMS') ?? 0);
    const attempt = (sql: Sql) => handler.run(command, { ...this.services, sql, inTransaction: false, retryable });
    const run = async () =>
      limit > 0 ? this.services.postgres.limited(limit, async (sql) => attempt(sql)) : attempt(this.services.postgres);
    return handler.definesData === true
      ? this.inTurn(command.db, () => againAfterConflict(run))
      : againAfterConflict(run);
  }

  /** Runs `work` after every earlier one of the same database has ended. */
  private async inTurn<T>(db: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.definitions.get(db) ?? Promise.resolve()).then(work, work);
    const settled = turn.catch(() => undefined);
    this.definitions.set(db, settled);
    try {
      return await turn;
    } finally {
      if (this.definitions.get(db) === settled) this.definitions.delete(db);
    }
  }

  private execution() {
    return { ...this.services, sql: this.services.postgres, inTransaction: false };
  }

  private sessionCommands(): Readonly<Record<string, CommandHandler>> {
    const end = (commit: boolean): CommandHandler => ({
      run: async (command) => {
        const { session, number } = sessionOf(command);
        const key = session.toString('latin1');
        await (commit ? this.transactions.commit(key, number) : this.transactions.abort(key, number));
        return { ok: 1 };
      },
    });
    const endSessions = async (command: Command) => {
      const list = command.body.document(command.name);
      const sessions = Array.from(
        { length: list?.size ?? 0 },
        (_, index) => list?.document(String(index))?.bytes ?? Buffer.alloc(0),
      );
      const keys = sessions.map((session) => session.toString('latin1'));
      await Promise.all(keys.flatMap((key) => [this.transactions.endSession(key), this.snapshots.end(key)]));
      await this.services.cursors.killOfSessions(keys);
      await this.retryableWrites.endSessions(sessions);
      return { ok: 1 };
    };
    return {
      commitTransaction: end(true),
      abortTransaction: end(false),
      endSessions: { run: endSessions },
      killSessions: { run: endSessions },
      refreshSessions: { run: () => ({ ok: 1 }) },
      startSession: { run: () => ({ ok: 1 }) },
    };
  }
}

/** The bytes of a command's session id and its transaction number. Throws 72 without them. */
function sessionOf(command: Command): { session: Buffer; number: bigint } {
  const session = command.body.document('lsid')?.bytes;
  const number = command.body.int64('txnNumber');
  if (!session || number === undefined) throw new CommandError(72, 'a transaction needs lsid and txnNumber');
  return { session, number };
}

/**
 * Repeats a single operation that lost against another: PostgreSQL has undone it completely. It waits a random share of a time that
 * doubles, because equal rows that are inserted at once would find each other again and again.
 */
async function againAfterConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const state = sqlStateOf(error);
      if ((state !== '40001' && state !== '40P01') || attempt === CONFLICT_RETRIES) throw error;
      await wait(Math.random() * Math.min(2 ** attempt, MAX_WAIT_MS));
    }
  }
}
