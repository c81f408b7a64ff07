import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Semaphore } from 'async-mutex';
import mongoose, { type ClientSession } from 'mongoose';
import { tooManyChanges } from '../kernel/errors';

interface Scope {
  session: ClientSession;
  /** Whether an earlier attempt had rows that a unique index refuses; bulk inserts then leave them out. */
  expectsDuplicates: boolean;
  /** What is collected until the commit, by key. */
  gathered: Map<symbol, { gathering: unknown; write: () => Promise<void> }>;
  afterCommit: (() => Promise<void>)[];
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Concurrent transactions of one process; more wait. Fewer than the driver's connections, so that open ones can always
 * commit, and few enough for databases that limit transactions.
 */
const MAX_OPEN = 40;
const open = new Semaphore(MAX_OPEN);

/**
 * How long a transaction is restarted on conflicts: as long as a response waits for a job. The driver alone would retry for two
 * minutes, and a caller who waits on a slow machine would rather be served than refused. The wait before each
 * attempt is a random share of a time that grows by half from 5 ms to half a second.
 */
const PATIENCE_MS = 25_000;

/**
 * The wait before a transaction restarts after its commit was undone; it doubles each time, and is shortened at random
 * by up to half.
 */
const FIRST_WAIT_MS = 5;
const MAX_WAIT_MS = 500;

/** Thrown by a bulk insert when a refused row has aborted the transaction, which then restarts without that row. */
export class RefusedRows extends Error {
  constructor() {
    super('A unique index refused rows inside a transaction.');
    this.name = 'RefusedRows';
  }
}

/** Aborts a transaction whose commit was undone, so that mongoose restores its documents. */
class UndoneCommit extends Error {}

/**
 * Runs `fn` in one transaction, which every model call inside joins. `fn` may run again after a conflict, so it must
 * not change anything but the database. Await calls one after the other: a session runs one command at a time. Within a
 * transaction `fn` joins it. Throws SERVICE_UNAVAILABLE when conflicts persist.
 */
export async function inTransaction<T>(fn: () => Promise<T>): Promise<T> {
  if (scopes.getStore()) return fn();
  const { value, scope } = await open.runExclusive(() => repeatedTransaction(fn));
  await Promise.all(scope.afterCommit.map((act) => act()));
  return value;
}

interface Committed<T> {
  value: T;
  scope: Scope;
}

async function repeatedTransaction<T>(fn: () => Promise<T>): Promise<Committed<T>> {
  const deadline = performance.now() + PATIENCE_MS;
  let expectsDuplicates = false;
  let undone = 0;
  for (;;)
    try {
      return await oneTransaction(fn, deadline, expectsDuplicates);
    } catch (error) {
      if (error instanceof UndoneCommit) await wait(waitMs(undone++));
      else if (error instanceof RefusedRows) expectsDuplicates = true;
      else throw error;
    }
}

/** The driver waits between its own attempts too, but starts with its shortest wait in each call. */
function waitMs(undone: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** undone, MAX_WAIT_MS);
  return randomInt(Math.ceil(longest / 2), longest + 1);
}

async function oneTransaction<T>(
  fn: () => Promise<T>,
  deadline: number,
  expectsDuplicates: boolean,
): Promise<Committed<T>> {
  let ended: Committed<T> | undefined;
  await mongoose.connection.transaction(async (session) => {
    if (performance.now() > deadline) throw tooManyChanges();
    // A document saved outside `fn` would appear unchanged when `fn` runs again.
    if (ended) throw new UndoneCommit();
    const scope: Scope = { session, expectsDuplicates, gathered: new Map(), afterCommit: [] };
    const value = await scopes.run(scope, async () => {
      const result = await fn();
      for (const { write } of scope.gathered.values()) await write();
      return result;
    });
    ended = { value, scope };
  });
  if (!ended) throw new Error('The transaction ended without a result.');
  return ended;
}

/** Runs `act` after the running transaction is committed, never after a rollback; immediately without a transaction. */
export async function afterCommit(act: () => Promise<void> | void): Promise<void> {
  const scope = scopes.getStore();
  if (scope) scope.afterCommit.push(async () => act());
  else await act();
}

/**
 * Returns what the running transaction collects under `key`, made at its first use. `write` stores it right before the
 * commit, so that many changes cost one command. Throws outside a transaction.
 */
export function gatherUntilCommit<T>(key: symbol, make: () => T, write: (gathering: T) => Promise<void>): T {
  const scope = scopes.getStore();
  if (!scope) throw new Error('This is written with a change: call it inside a transaction.');
  const existing = scope.gathered.get(key);
  if (existing) return existing.gathering as T;
  const gathering = make();
  scope.gathered.set(key, { gathering, write: () => write(gathering) });
  return gathering;
}

/** Returns the session of the running transaction, for calls that bypass mongoose. */
export function currentSession(): ClientSession | undefined {
  return scopes.getStore()?.session;
}

/** Whether the running transaction restarts because a unique index refused rows. */
export function expectsDuplicates(): boolean {
  return scopes.getStore()?.expectsDuplicates ?? false;
}
