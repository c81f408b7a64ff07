import { asSystem } from '../kernel/context';
import { inMs, now } from '../kernel/clock';
import { newId } from '../kernel/ids';
import { LEASE_MS, SURVIVED_DEATHS, SWEEP_AFTER_MS } from './contract';
import { type Job, type JobError, JobModel, JobStatus } from './job.model';

/** Thrown where a run finds that another one took its job over: it must stop and write nothing more. */
export class RunReplaced extends Error {
  constructor() {
    super('Another run has taken this job over.');
    this.name = 'RunReplaced';
  }
}

export type Claim =
  | { kind: 'claimed'; job: Job; runToken: string }
  | { kind: 'busy' }
  | { kind: 'over' }
  | { kind: 'given-up'; job: Job };

/**
 * Takes a job for a run. `busy`: another run holds a live lease; `over`: it has ended or is gone; `given-up`: this call
 * dead-lettered it, because too many workers died of it.
 */
export async function claimJob(id: string): Promise<Claim> {
  const row = await JobModel.findById(id).lean<Job>();
  if (!row || row.status === JobStatus.Succeeded || row.status === JobStatus.Failed) return { kind: 'over' };
  const died = row.status === JobStatus.Running;
  if (died && row.leaseUntil && row.leaseUntil > now()) return { kind: 'busy' };
  if (died && row.deaths >= SURVIVED_DEATHS) {
    const ended = await endRun(row._id, row.runToken, {
      status: JobStatus.Failed,
      error: {
        code: 'INTERNAL',
        message: `Its worker died ${row.deaths + 1} times while running it.`,
        validationErrors: [],
      },
    });
    return ended ? { kind: 'given-up', job: row } : { kind: 'over' };
  }
  const runToken = newId();
  const job = await JobModel.findOneAndUpdate(
    { _id: id, status: row.status, runToken: row.runToken },
    {
      $set: {
        status: JobStatus.Running,
        runToken,
        leaseUntil: inMs(LEASE_MS),
        sweepAfter: inMs(SWEEP_AFTER_MS),
        startedAt: row.startedAt ?? now(),
      },
      $inc: { runs: 1, deaths: died ? 1 : 0 },
    },
    { returnDocument: 'after' },
  ).lean<Job>();
  return job ? { kind: 'claimed', job, runToken } : { kind: 'busy' };
}

/** Prolongs a run's lease and writes its progress; throws `RunReplaced` when the run is no longer the one. */
export async function keepRun(id: string, runToken: string, progress?: { done: number; total: number }): Promise<void> {
  const lease = { leaseUntil: inMs(LEASE_MS), sweepAfter: inMs(SWEEP_AFTER_MS) };
  const written = await JobModel.updateOne(
    { _id: id, runToken, status: JobStatus.Running },
    { $set: progress ? { ...lease, progress } : lease },
  );
  if (written.matchedCount === 0) throw new RunReplaced();
}

type Ending =
  | { status: JobStatus.Succeeded; result: unknown; fileId: string | null; progress: { done: number; total: number } }
  | { status: JobStatus.Failed; error: JobError };

/** Ends a run for good; returns false when the run had been replaced. */
export async function endRun(id: string, runToken: string | null, ending: Ending): Promise<boolean> {
  const written = await JobModel.updateOne(
    { _id: id, runToken, status: JobStatus.Running },
    { $set: { ...ending, finishedAt: now(), leaseUntil: null } },
  );
  return written.matchedCount > 0;
}

/** Gives a job back after an unexpected error; it waits for `delayMs` before the sweep may carry it. */
export async function releaseRun(id: string, runToken: string, delayMs: number): Promise<void> {
  await JobModel.updateOne(
    { _id: id, runToken, status: JobStatus.Running },
    {
      $set: { status: JobStatus.Queued, leaseUntil: null, sweepAfter: inMs(delayMs + SWEEP_AFTER_MS) },
      $inc: { failures: 1 },
    },
  );
}

const AT_ONCE = 500;

/**
 * Rows without sign of life, of all tenants: the queue lost their tickets, or their workers died with it. Marks them
 * as looked at, and returns them to be carried again.
 */
export async function findLostJobs(): Promise<Job[]> {
  return asSystem('the sweep finds lost jobs of every tenant', async () => {
    const lost = await JobModel.find({
      status: { $in: [JobStatus.Queued, JobStatus.Running] },
      sweepAfter: { $lte: now() },
    })
      .sort({ sweepAfter: 1 })
      .limit(AT_ONCE)
      .lean<Job[]>();
    if (lost.length > 0)
      await JobModel.updateMany(
        { _id: { $in: lost.map((job) => job._id) } },
        { $set: { sweepAfter: inMs(SWEEP_AFTER_MS) } },
      );
    return lost;
  });
}
