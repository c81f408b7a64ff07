import { Pool, type PoolClient, type QueryResultRow } from 'pg';

/** One prepared statement: its name is prepared once on each connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Where a command's statement runs: on any connection, or on the one of its transaction. */
export interface Sql {
  /** Runs a statement of exactly one row. */
  queryOne<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row>;
  /** Runs a statement and returns its rows. */
  all<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/**
 * Two pools, so that open transactions, each of which holds a connection, can never keep single operations (perhaps those that the
 * transactions wait for) from getting one. Together they stay below max_connections (settings.ts).
 */
const OPERATION_CONNECTIONS = 40;
const TRANSACTION_CONNECTIONS = 48;
const IDLE_LIMIT = 300_000;

/** The gateway's connections to PostgreSQL. */
export class Postgres implements Sql {
  private readonly operations: Pool;
  private readonly transactions: Pool;
  private readonly broken = new WeakSet<PoolClient>();

  constructor(socketDirectory: string) {
    const connection = { host: socketDirectory, user: 'postgres', database: 'postgres', idleTimeoutMillis: IDLE_LIMIT };
    this.operations = new Pool({ ...connection, max: OPERATION_CONNECTIONS });
    this.transactions = new Pool({ ...connection, max: TRANSACTION_CONNECTIONS });
    for (const pool of [this.operations, this.transactions]) {
      // A connection that breaks emits errors, several even, whether it is idle or in use; without listeners they would end the program.
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => this.broken.add(client)));
    }
  }

  async queryOne<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row> {
    return onlyRow(await this.all<Row>(statement, values));
  }

  async all<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const result = await this.operations.query<Row>({ ...statement, values: [...values] });
    return result.rows;
  }

  /** Runs `work` with a statement timeout in milliseconds. */
  async limited<T>(milliseconds: number, work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await this.operations.connect();
    let fault: unknown;
    try {
      await client.query(`set statement_timeout = ${Math.ceil(milliseconds)}`);
      return await work(new ClientSql(client));
    } catch (error) {
      fault = error;
      throw error;
    } finally {
      const reset = await client.query('set statement_timeout = 0').then(
        () => true,
        () => false,
      );
      client.release(!reset && fault !== undefined);
    }
  }

  /** A connection for one transaction; the caller releases it. */
  async transactionClient(): Promise<PoolClient> {
    return this.transactions.connect();
  }

  /** Whether a connection has ended by itself, because its transaction took too long for instance. */
  isBroken(client: PoolClient): boolean {
    return this.broken.has(client);
  }

  /** Closes every connection. */
  async end(): Promise<void> {
    await Promise.all([this.operations.end(), this.transactions.end()]);
  }
}

/** One connection as a place to run statements. */
export class ClientSql implements Sql {
  constructor(private readonly client: PoolClient) {}

  async queryOne<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row> {
    return onlyRow(await this.all<Row>(statement, values));
  }

  async all<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const result = await this.client.query<Row>({ ...statement, values: [...values] });
    return result.rows;
  }
}

function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL returned no row');
  return row;
}
