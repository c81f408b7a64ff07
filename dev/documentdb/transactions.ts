import { type PoolClient } from 'pg';

import { CommandError } from './errors';
import { ClientSql, type Postgres, type Sql } from './postgres';
import { type ServerStatus } from './server-status';

/**
 * How long a statement of a transaction waits for a row that another transaction holds, in milliseconds. MongoDB does not wait at
 * all, and a wait that ends with the other's commit fails anyway.
 */
const LOCK_WAIT = 100;

/** One open transaction: one PostgreSQL connection. */
interface Transaction {
  readonly number: bigint;
  readonly client: PoolClient;
  /** The TCP connection that used it last: when that closes, nobody will end the transaction. */
  connection: number;
}

/** The state of a session as far as transactions are concerned. */
interface Session {
  open?: Transaction | undefined;
  /** The number of its last committed transaction: a repeated commit succeeds. */
  committed?: bigint;
}

/** The open transactions, by session. */
export class Transactions {
  private readonly sessions = new Map<string, Session>();

  constructor(
    private readonly postgres: Postgres,
    private readonly status: ServerStatus,
  ) {}

  /** The number of open transactions. */
  get open(): number {
    return [...this.sessions.values()].filter((session) => session.open).length;
  }

  /** Starts a transaction of a session; one that the session left open is rolled back. Throws 225 for an older number. */
  async start(session: string, number: bigint, connection: number): Promise<Sql> {
    const state = this.sessions.get(session) ?? {};
    const last = state.open?.number ?? state.committed;
    if (last !== undefined && number < last)
      throw new CommandError(225, `transaction number ${number} is older than ${last}`);
    await this.rollBack(session);
    const client = await this.postgres.transactionClient();
    const transaction: Transaction = { number, client, connection };
    try {
      await client.query(
        `begin isolation level repeatable read; set local lock_timeout = ${LOCK_WAIT};
         set local transaction_timeout = ${this.status.transactionLifetime * 1000}`,
      );
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.sessions.set(session, { ...state, open: transaction });
    return new ClientSql(client);
  }

  /** The place where statements of an open transaction run. Throws 251 when there is no such transaction (any more). */
  continue(session: string, number: bigint, connection: number): Sql {
    const transaction = this.sessions.get(session)?.open;
    if (!transaction || transaction.number !== number || this.postgres.isBroken(transaction.client)) {
      throw new CommandError(251, `Given transaction number ${number} does not match any in-progress transactions.`);
    }
    transaction.connection = connection;
    return new ClientSql(transaction.client);
  }

  /** Commits; a repeated commit of a committed transaction succeeds. Throws 251 when it was rolled back or never was. */
  async commit(session: string, number: bigint): Promise<void> {
    const state = this.sessions.get(session);
    if (state?.committed === number && !state.open) return;
    if (!state?.open || state.open.number !== number || this.postgres.isBroken(state.open.client)) {
      await this.rollBack(session);
      throw new CommandError(251, `Transaction ${number} has been aborted.`);
    }
    const { client } = state.open;
    state.open = undefined;
    try {
      await client.query('commit');
      client.release();
      state.committed = number;
    } catch (error) {
      client.release(true);
      throw error;
    }
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

  /** Rolls back the transactions that a closed TCP connection used last. */
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
