import mongoose from 'mongoose';

/** Thrown in place of a write: what a process that was killed there would not have done. */
export class Killed extends Error {}

/** The driver's methods that write. */
const WRITES = [
  'insertOne',
  'insertMany',
  'bulkWrite',
  'updateOne',
  'updateMany',
  'findOneAndUpdate',
  'deleteOne',
  'deleteMany',
] as const;

type Write = (this: unknown, ...args: unknown[]) => Promise<unknown>;

/**
 * Runs `work` and kills it at its `at`-th write, right before or right after it: from there on every write throws `Killed`, so
 * that nothing of the work goes on. Writes that are committed stay, open transactions are rolled back, as when a process dies.
 */
export async function killAtWrite<T>(at: number, when: 'before' | 'after', work: () => Promise<T>): Promise<T> {
  const prototype = mongoose.mongo.Collection.prototype as unknown as Record<string, Write>;
  const originals = WRITES.map((name) => [name, prototype[name]!] as const);
  let writes = 0;
  for (const [name, original] of originals)
    prototype[name] = async function (...args) {
      writes += 1;
      if (writes > at || (writes === at && when === 'before')) throw new Killed();
      const result = await original.apply(this, args);
      if (writes >= at) throw new Killed();
      return result;
    };
  try {
    return await work();
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
  }
}
