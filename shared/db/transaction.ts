import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type ClientSession } from 'mongoose';

const sessions = new AsyncLocalStorage<ClientSession>();

/**
 * Runs `fn` in one transaction: every model call inside takes part by itself, all of it is kept or none. `fn` may run
 * again when the engine reports a conflict, so it must not touch anything but the database. Await one call after the
 * other inside: a session carries one command at a time.
 */
export async function inTransaction<T>(fn: () => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  await mongoose.connection.transaction(async (session) => {
    result = { value: await sessions.run(session, fn) };
  });
  if (!result) throw new Error('The transaction ended without a result.');
  return result.value;
}

/** The session of the running transaction, for calls that go to the driver directly. */
export function currentSession(): ClientSession | undefined {
  return sessions.getStore();
}
