import { CommandError } from './errors';
import { type Sql } from './postgres';

/** How long an unused cursor lives, in milliseconds: MongoDB's default. */
const IDLE_LIMIT = 600_000;
const SWEEP_INTERVAL = 60_000;

/** A cursor between two batches: everything that DocumentDB needs to go on. */
export interface Cursor {
  readonly id: bigint;
  readonly db: string;
  readonly collection: string;
  continuation: Buffer;
  /** The session that opened it, which alone may read it. */
  readonly session: string | undefined;
  usedAt: number;
}

/** The open cursors. DocumentDB keeps the rest of a sorted or grouped result in a file, which is deleted with its cursor. */
export class Cursors {
  private readonly open = new Map<bigint, Cursor>();
  private readonly sweeper: NodeJS.Timeout;

  constructor(private readonly sql: Sql) {
    this.sweeper = setInterval(() => {
      const limit = Date.now() - IDLE_LIMIT;
      const idle = [...this.open.values()].filter(({ usedAt }) => usedAt < limit).map(({ id }) => id);
      // What cannot be freed now, DocumentDB frees itself when the file is old.
      this.kill(idle).catch(() => undefined);
    }, SWEEP_INTERVAL);
    this.sweeper.unref();
  }

  /** The number of open cursors. */
  get size(): number {
    return this.open.size;
  }

  /** Keeps a cursor for its next batch. */
  add(cursor: Omit<Cursor, 'usedAt'>): void {
    this.open.set(cursor.id, { ...cursor, usedAt: Date.now() });
  }

  /** An open cursor, marked as used now. Throws 43 when it is exhausted, killed or never was, 50736 to 50738 for another session. */
  use(id: bigint, session: string | undefined): Cursor {
    const cursor = this.open.get(id);
    if (!cursor) throw new CommandError(43, `cursor id ${id} not found`);
    if (cursor.session !== session) {
      const code = cursor.session === undefined ? 50736 : session === undefined ? 50737 : 50738;
      throw new CommandError(code, `Cannot run getMore on cursor ${id}, which was created in another session`);
    }
    cursor.usedAt = Date.now();
    return cursor;
  }

  /** Forgets an exhausted cursor, of which nothing is left to free. */
  forget(id: bigint): void {
    this.open.delete(id);
  }

  /** Frees cursors and returns the ids of those that were open. */
  async kill(ids: readonly bigint[]): Promise<bigint[]> {
    const killed = ids.filter((id) => this.open.delete(id));
    if (killed.length > 0) {
      const statement = { name: 'delete_cursors', text: 'select documentdb_api_internal.delete_cursors($1::bigint[])' };
      await this.sql.all(statement, [killed.map(String)]);
    }
    return killed;
  }

  /** Frees the cursors of ended sessions. */
  async killOfSessions(sessions: readonly string[]): Promise<void> {
    const left = [...this.open.values()].filter(({ session }) => session !== undefined && sessions.includes(session));
    await this.kill(left.map(({ id }) => id));
  }

  /** Stops the sweeping of idle cursors. */
  close(): void {
    clearInterval(this.sweeper);
  }
}
