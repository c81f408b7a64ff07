import mongoose, { type ClientSession } from 'mongoose';
import { setOutsideTransaction } from '../db/outside-transaction';
import { pickRows } from '../db/pick';
import { currentSession, inTransaction } from '../db/transaction';
import { logger } from '../kernel/logger';
import { RunFenceModel } from './fence.model';

/** Thrown where a run finds that another one took its job over: it must stop and write nothing more. */
export class RunReplaced extends Error {
  constructor() {
    super('Another run has taken this job over.');
    this.name = 'RunReplaced';
  }
}

/** Puts up the fence of a run before the run is claimed, so that a claimed run always has one or was replaced. */
export async function raiseFence(runToken: string, jobId: string, run: number): Promise<void> {
  await RunFenceModel.create({ _id: runToken, jobId, run });
}

/**
 * Ends what earlier runs of a job may still write: their open transactions are rolled back and their fences removed. Call
 * it after the claim of `run` and before its first read.
 */
export async function removeFencesBefore(jobId: string, run: number): Promise<void> {
  const earlier = { jobId, run: { $lt: run } };
  const fences = await pickRows(RunFenceModel.find(earlier), 'session');
  await killSessions(fences.flatMap(({ session }) => session ?? []));
  await RunFenceModel.deleteMany(earlier);
}

/** Removes the fence of a run that does not come about. */
export async function dropFence(runToken: string): Promise<void> {
  await RunFenceModel.deleteOne({ _id: runToken });
}

/** Removes all fences of a job, in the transaction that ends or releases its run. */
export async function dropFences(jobId: string): Promise<void> {
  await RunFenceModel.deleteMany({ jobId });
}

/** The writes of one run, each a transaction that is kept only while the run has its job. */
export class FencedWrites {
  private notedSession = '';

  constructor(private readonly runToken: string) {}

  /** Runs `change` in a transaction with the check of the fence; throws `RunReplaced`. `change` may run again. */
  async write<T>(change: () => Promise<T>): Promise<T> {
    return inTransaction(async () => {
      const session = currentSession();
      if (session) await this.noteSession(session);
      const held = await RunFenceModel.updateOne({ _id: this.runToken }, { $inc: { revision: 1 } });
      if (held.matchedCount === 0) throw new RunReplaced();
      return change();
    });
  }

  /** Stores outside of the transaction which session has it open, so that a successor can end it. */
  private async noteSession(session: ClientSession): Promise<void> {
    const id = Buffer.from(session.id?.id.buffer ?? []).toString('hex');
    if (id === this.notedSession) return;
    await setOutsideTransaction(RunFenceModel, this.runToken, { session: id });
    this.notedSession = id;
  }
}

/**
 * Rolls back what the sessions have open. A session may serve another run of a live process by now, whose transaction
 * then starts again. Without the right to do it the transactions end with their lifetime.
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
