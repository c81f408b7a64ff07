import { type Reply } from './command';
import { CommandError } from './errors';
import { type Postgres } from './postgres';

/** Sessions that are remembered in memory; older ones are looked up in the table again. */
const REMEMBERED_SESSIONS = 10_000;

interface LastWrite {
  readonly number: bigint;
  readonly reply: Promise<Reply>;
}

const LOOK_UP = {
  name: 'retryable_write',
  text: 'select number::text, reply, success from gateway.retryable_write where session = $1',
};
const FORGET = {
  name: 'forget_retryable_writes',
  text: 'delete from gateway.retryable_write where session = any($1::bytea[])',
};
const FORGET_OLD = {
  name: 'forget_old_retryable_writes',
  text: "delete from gateway.retryable_write where written_at < now() - interval '1 hour'",
};

interface Stored {
  readonly number: string;
  readonly reply: Buffer;
  readonly success: boolean;
}

/**
 * The last retryable write of each session, so that a write that a driver repeats is not done twice: a repetition gets the reply of
 * the first time, also while that is still running, and (from the table that the write itself filled) after a restart.
 */
export class RetryableWrites {
  private readonly last = new Map<string, LastWrite>();

  constructor(private readonly postgres: Postgres) {}

  /** Forgets what no driver will repeat any more. */
  async prune(): Promise<void> {
    await this.postgres.all(FORGET_OLD, []);
  }

  /** Runs a write unless it is a repetition; `replay` turns a stored reply into an answer. Throws 225 for an older number. */
  async once(
    session: Buffer,
    number: bigint,
    write: () => Promise<Reply>,
    replay: (stored: Stored) => Promise<Reply>,
  ): Promise<Reply> {
    const key = session.toString('latin1');
    const stored = this.last.get(key);
    if (stored && stored.number > number)
      throw new CommandError(225, `retryable write ${number} is older than ${stored.number}`);
    if (stored?.number === number) return stored.reply;
    const reply = stored ? write() : this.unlessStored(session, number, write, replay);
    this.last.delete(key);
    this.last.set(key, { number, reply });
    for (const [oldest] of this.last) {
      if (this.last.size <= REMEMBERED_SESSIONS) break;
      this.last.delete(oldest);
    }
    // A write that failed as a whole was not done: its repetition is a new try.
    reply.catch(() => {
      if (this.last.get(key)?.reply === reply) this.last.delete(key);
    });
    return reply;
  }

  async endSessions(sessions: readonly Buffer[]): Promise<void> {
    const forgotten = sessions.filter((session) => this.last.delete(session.toString('latin1')));
    if (forgotten.length > 0) await this.postgres.all(FORGET, [forgotten]);
  }

  private async unlessStored(
    session: Buffer,
    number: bigint,
    write: () => Promise<Reply>,
    replay: (stored: Stored) => Promise<Reply>,
  ): Promise<Reply> {
    const [stored] = await this.postgres.all<Stored & Record<string, unknown>>(LOOK_UP, [session]);
    return stored && BigInt(stored.number) === number ? replay(stored) : write();
  }
}
