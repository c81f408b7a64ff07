import { Semaphore } from 'async-mutex';
import mongoose, { type ClientSession } from 'mongoose';
import { setOutsideTransaction } from '../db/outside-transaction';
import { pickRows } from '../db/pick';
import { currentSession, inTransaction } from '../db/transaction';
import { logger } from '../kernel/logger';
import { RunFenceModel } from './fence.model';

/** Thrown when another run has taken the job over: this run must stop and write nothing more. */
export class RunReplaced extends Error {
  constructor() {
    super('Another run has taken this job over.');
    this.name = 'RunReplaced';
  }
}

/** Concurrent writes of a run, each with a fence of its own. They must not change the same rows. */
export const WRITES_AT_ONCE = 2;

const fencesOf = (runToken: string): string[] =>
  Array.from({ length: WRITES_AT_ONCE }, (_, lane) => (lane === 0 ? runToken : `${runToken}/${lane}`));

/** Creates the fences of a run before the run is claimed, so that a claimed run without fences has been replaced. */
export async function raiseFences(runToken: string, jobId: string, run: number): Promise<void> {
  await RunFenceModel.insertMany(fencesOf(runToken).map((_id) => ({ _id, jobId, run })));
}

/**
 * Ends the writes of a job's earlier runs: their open transactions are rolled back and their fences deleted. Call it
 * after the claim of `run` and before its first read.
 */
export async function removeFencesBefore(jobId: string, run: number): Promise<void> {
  const earlier = { jobId, run: { $lt: run } };
  const fences = await pickRows(RunFenceModel.find(earlier), 'session');
  await killSessions(fences.flatMap(({ session }) => session ?? []));
  await RunFenceModel.deleteMany(earlier);
}

/** Deletes the fences of a run that was not claimed. */
export async function dropFencesOfRun(runToken: string): Promise<void> {
  await RunFenceModel.deleteMany({ _id: { $in: fencesOf(runToken) } });
}

/** Deletes all fences of a job, in the transaction that ends or releases its run. */
export async function dropFences(jobId: string): Promise<void> {
  await RunFenceModel.deleteMany({ jobId });
}

/** A fence of a run, and the session stored in it. */
interface Lane {
  fence: string;
  session: string;
}

/** The writes of one run: each is a transaction that commits only while the run owns its job. */
export class FencedWrites {
  private readonly free: Lane[];
  private readonly turns = new Semaphore(WRITES_AT_ONCE);

  constructor(runToken: string) {
    this.free = fencesOf(runToken).map((fence) => ({ fence, session: '' }));
  }

  /** Runs `change` in a transaction that also checks a fence; throws `RunReplaced`. `change` may run again. */
  async write<T>(change: () => Promise<T>): Promise<T> {
    return this.turns.runExclusive(async () => {
      const lane = this.free.shift();
      if (!lane) throw new Error('There are as many fences as turns.');
      try {
        return await writeFenced(lane, change);
      } finally {
        this.free.unshift(lane);
      }
    });
  }
}

async function writeFenced<T>(lane: Lane, change: () => Promise<T>): Promise<T> {
  return inTransaction(async () => {
    const session = currentSession();
    if (session) await storeSession(lane, session);
    const held = await RunFenceModel.updateOne({ _id: lane.fence }, { $inc: { revision: 1 } });
    if (held.matchedCount === 0) throw new RunReplaced();
    return change();
  });
}

/** Stores outside the transaction which session it runs in, so that a later run can end it. */
async function storeSession(lane: Lane, session: ClientSession): Promise<void> {
  const id = Buffer.from(session.id?.id.buffer ?? []).toString('hex');
  if (id === lane.session) return;
  await setOutsideTransaction(RunFenceModel, lane.fence, { session: id });
  lane.session = id;
}

/**
 * Rolls back the open transactions of these sessions. A live process may use a session for another run by now, whose
 * transaction then restarts. Without the required right the transactions end with their lifetime.
 */
async function killSessions(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const sessions = ids.map((id) => ({ id: new mongoose.mongo.UUID(id) }));
  try {
    await mongoose.connection.getClient().db('admin').command({ killSessions: sessions });
  } catch (error) {
    logger.warn('the sessions of a replaced run cannot be ended', { error });
  }
}
