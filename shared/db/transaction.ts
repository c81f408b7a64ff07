import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Semaphore } from 'async-mutex';
import mongoose, { type ClientSession } from 'mongoose';
import { AppError } from '../kernel/errors';

interface Scope {
  session: ClientSession;
  /** Whether an earlier attempt met rows that a unique index refuses; bulk inserts then leave them out beforehand. */
  expectsDuplicates: boolean;
  /** What is gathered until the commit, by its key. */
  gathered: Map<symbol, { gathering: unknown; write: () => Promise<void> }>;
  afterCommit: (() => Promise<void>)[];
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Transactions of one process at the same time; more wait here. Fewer than the connections of the driver, so that those that are
 * open can always be committed, and few enough for a database that admits a limited number of them.
 */
const MAX_OPEN = 40;
const open = new Semaphore(MAX_OPEN);

/**
 * How long a transaction is started again when others are in its way; the driver alone would try for two minutes. It waits before
 * each try, a chance share of a time that grows by half from 5 ms up to half a second.
 */
const PATIENCE_MS = 10_000;

/** The wait before a transaction whose commit was undone starts again: doubled each time, shortened by chance to a half at most. */
const FIRST_WAIT_MS = 5;
const MAX_WAIT_MS = 500;

/** Thrown by a bulk insert inside a transaction: a refused row has ended the transaction, which starts again without it. */
export class RefusedRows extends Error {
  constructor() {
    super('A unique index refused rows inside a transaction.');
    this.name = 'RefusedRows';
  }
}

/** Ends a transaction whose commit was undone, so that mongoose puts its documents back to what they were before. */
class UndoneCommit extends Error {}

/**
 * Runs `fn` in one transaction: every model call inside takes part by itself, all of it is kept or none. `fn` may run
 * again when the engine reports a conflict, so it must not touch anything but the database. Await one call after the
 * other inside: a session carries one command at a time. Inside a transaction it takes part in that one. Throws
 * SERVICE_UNAVAILABLE when other transactions stay in its way.
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

/** The driver waits likewise between attempts of its own, but each new call of it begins with the shortest wait. */
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
    if (performance.now() > deadline) throw busy();
    // A document that was saved outside of `fn` would find nothing changed in a second run of it.
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

/** Runs `act` once the running transaction is committed, and never when it is rolled back; at once without one. */
export async function afterCommit(act: () => Promise<void> | void): Promise<void> {
  const scope = scopes.getStore();
  if (scope) scope.afterCommit.push(async () => act());
  else await act();
}

/**
 * What the running transaction gathers under `key`, made at its first use. `write` stores it right before the commit, so that
 * many changes cost one command. Throws outside of a transaction.
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

/** The session of the running transaction, for calls that go to the driver directly. */
export function currentSession(): ClientSession | undefined {
  return scopes.getStore()?.session;
}

/** Whether the running transaction starts again because a unique index refused rows. */
export function expectsDuplicates(): boolean {
  return scopes.getStore()?.expectsDuplicates ?? false;
}

function busy(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'Too many concurrent changes. Try again.', {
    headers: { 'Retry-After': '1' },
  });
}
