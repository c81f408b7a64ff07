import { type PoolClient } from 'pg';
import { type Services } from './command';
import { CommandError } from './errors';
import { ClientSql, type Postgres, type Sql } from './postgres';

/**
 * How long a statement of a transaction waits for a row that another transaction holds, in milliseconds. MongoDB does not wait at
 * all, and a wait that ends with the other's commit fails anyway.
 */
const LOCK_WAIT = 100;

const COMMITTED = {
  name: 'committed_transaction',
  text: 'select from gateway.retryable_write where session = $1 and number = $2',
};

/** One open transaction: one PostgreSQL connection. */
interface Transaction {
  readonly number: bigint;
  readonly client: PoolClient;
  /** The TCP connection whose command it runs now; undefined between commands. */
  connection: number | undefined;
}

/** The state of a session as far as transactions are concerned. */
interface Session {
  open?: Transaction | undefined;
  /** The number of the transaction that was started last, whatever became of it. */
  started: bigint;
  /** The number of its last committed transaction: a repeated commit succeeds. */
  committed?: bigint;
}

/** The open transactions, by session. */
export class Transactions {
  private readonly sessions = new Map<string, Session>();

  private readonly postgres: Postgres;

  constructor(private readonly services: Services) {
    this.postgres = services.postgres;
  }

  /** The number of open transactions. */
  get open(): number {
    return [...this.sessions.values()].filter((session) => session.open).length;
  }

  /**
   * Starts a transaction of a session; one that the session left open is rolled back. Throws 225 for an older number, and 117 for the
   * same one: a driver that sends two first commands at once says in both that they start the transaction.
   */
  async start(session: string, number: bigint, connection: number): Promise<Sql> {
    const state: Session = this.sessions.get(session) ?? { started: -1n };
    if (number < state.started)
      throw new CommandError(225, `transaction number ${number} is older than ${state.started}`);
    if (number === state.started)
      throw new CommandError(
        117,
        'Only servers in a sharded cluster can start a new transaction at the active transaction number',
      );
    state.started = number;
    this.sessions.set(session, state);
    await this.rollBack(session);
    const client = await this.postgres.transactionClient();
    try {
      await client.query(
        `begin isolation level repeatable read; set local lock_timeout = ${this.services.hostility.enabled ? 1 : LOCK_WAIT};
         set local transaction_timeout = ${this.services.status.transactionLifetime * 1000}`,
      );
    } catch (error) {
      client.release(true);
      throw error;
    }
    state.open = { number, client, connection };
    this.sessions.set(session, state); // the session may have ended in between
    return new ClientSql(client);
  }

  /** The place where statements of an open transaction run. Throws 251 when there is no such transaction (any more). */
  continue(session: string, number: bigint, connection: number): Sql {
    const transaction = this.sessions.get(session)?.open;
    if (!transaction || transaction.number !== number || this.postgres.isBroken(transaction.client)) {
      throw new CommandError(251, `Given transaction number ${number} does not match any in-progress transactions.`);
    }
    if (transaction.connection !== undefined) {
      throw new CommandError(117, 'a transaction runs one command at a time: the one before has not ended');
    }
    transaction.connection = connection;
    return new ClientSql(transaction.client);
  }

  /** Notes that the command of a session's transaction has ended. */
  pause(session: string): void {
    const open = this.sessions.get(session)?.open;
    if (open) open.connection = undefined;
  }

  /**
   * Commits; a repeated commit of a committed transaction succeeds, also after a crash: its number is stored with what it wrote. Throws
   * 251 when it was rolled back or never was.
   */
  async commit(session: string, number: bigint): Promise<void> {
    const state = this.sessions.get(session);
    if (state?.committed === number && !state.open) return;
    if (!state?.open || state.open.number !== number || this.postgres.isBroken(state.open.client)) {
      await this.rollBack(session);
      if (await this.isCommitted(session, number)) return;
      throw new CommandError(251, `Transaction ${number} has been aborted.`);
    }
    const { client } = state.open;
    state.open = undefined;
    try {
      // What a commit waits for is the disk, not another transaction: on a busy machine it takes longer than a lock may.
      await client.query(
        `set local lock_timeout = 0; select gateway.remember('${hex(session)}', ${number}, '', true); commit`,
      );
      client.release();
      state.committed = number;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  private async isCommitted(session: string, number: bigint): Promise<boolean> {
    const rows = await this.postgres.all(COMMITTED, [Buffer.from(session, 'latin1'), number]);
    return rows.length > 0;
  }

  /** Rolls back the transaction of a session, if it has one. */
  async rollBack(session: string): Promise<void> {
    const state = this.sessions.get(session);
    const open = state?.open;
    if (!state || !open) return;
    state.open = undefined;
    const clean =
      !this.postgres.isBroken(open.client) &&
      (await open.client.query('rollback').then(
        () => true,
        () => false,
      ));
    open.client.release(!clean);
  }

  /** Aborts at a client's request. Throws 251 when there is no such transaction. */
  async abort(session: string, number: bigint): Promise<void> {
    if (this.sessions.get(session)?.open?.number !== number)
      throw new CommandError(251, `Transaction ${number} is not in progress.`);
    await this.rollBack(session);
  }

  /** Rolls back the transactions in which a closed TCP connection was running a command. Others stay for their lifetime. */
  async rollBackOfConnection(connection: number): Promise<void> {
    const left = [...this.sessions].filter(([, state]) => state.open?.connection === connection);
    await Promise.all(left.map(([session]) => this.rollBack(session)));
  }

  /** Ends a session: its transaction is rolled back and nothing is remembered. */
  async endSession(session: string): Promise<void> {
    await this.rollBack(session);
    this.sessions.delete(session);
  }

  /** Rolls back everything. */
  async close(): Promise<void> {
    await Promise.all([...this.sessions.keys()].map((session) => this.rollBack(session)));
  }
}

/** A session's bytes as a literal of PostgreSQL. */
function hex(session: string): string {
  return `\\x${Buffer.from(session, 'latin1').toString('hex')}`;
}
