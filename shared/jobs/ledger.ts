import { inTransaction } from '../db/transaction';
import { inMs, now } from '../kernel/clock';
import { asSystem } from '../kernel/context';
import { newId } from '../kernel/ids';
import { LEASE_MS, MAX_WORKER_CRASHES, SWEEP_AFTER_MS } from './contract';
import { dropFencesOfRun, dropFences, raiseFences, removeFencesBefore, RunReplaced } from './fence';
import { type Job, type JobError, JobModel, JobStatus } from './job.model';

export type Claim =
  | { kind: 'claimed'; job: Job; runToken: string }
  | { kind: 'busy' }
  | { kind: 'over' }
  | { kind: 'given-up'; job: Job };

/**
 * Takes a job for a run. `busy`: another run holds a live lease; `over`: it has ended or is gone; `given-up`: this call
 * dead-lettered it, because too many workers died of it; `handleDeadLetter` then runs in the same transaction.
 */
export async function claimJob(
  id: string,
  handleDeadLetter: (job: Job) => Promise<void> = async () => {},
): Promise<Claim> {
  const row = await JobModel.findById(id).lean<Job>();
  if (!row || row.status === JobStatus.Succeeded || row.status === JobStatus.Failed) return { kind: 'over' };
  const died = row.status === JobStatus.Running;
  if (died && row.leaseUntil && row.leaseUntil > now()) return { kind: 'busy' };
  if (died && row.deaths >= MAX_WORKER_CRASHES) {
    const error = {
      code: 'INTERNAL',
      message: `Its worker died ${row.deaths + 1} times while running it.`,
      validationErrors: [],
    };
    await removeFencesBefore(row._id, row.runs + 1);
    const ended = await endRun(row._id, row.runToken, { status: JobStatus.Failed, error }, () => handleDeadLetter(row));
    return ended ? { kind: 'given-up', job: row } : { kind: 'over' };
  }
  const runToken = newId();
  const run = row.runs + 1;
  await raiseFences(runToken, id, run);
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
  if (!job) {
    await dropFencesOfRun(runToken);
    return { kind: 'busy' };
  }
  if (run > 1) await removeFencesBefore(id, run);
  return { kind: 'claimed', job, runToken };
}

/** Prolongs a run's lease and writes its progress; throws `RunReplaced` when the run is no longer the one. */
export async function renewLease(
  id: string,
  runToken: string,
  progress?: { done: number; total: number },
): Promise<void> {
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

/**
 * Ends a run for good, and with it whatever of it would still write; `also` is kept together with the ending. Returns false
 * and has no effect if the run had been replaced.
 */
export async function endRun(
  id: string,
  runToken: string | null,
  ending: Ending,
  also: () => Promise<void> = async () => {},
): Promise<boolean> {
  return inTransaction(async () => {
    const written = await JobModel.updateOne(
      { _id: id, runToken, status: JobStatus.Running },
      { $set: { ...ending, finishedAt: now(), leaseUntil: null } },
    );
    if (written.matchedCount === 0) return false;
    await also();
    await dropFences(id);
    return true;
  });
}

/**
 * Gives a job back after an error; it waits for `delayMs` before the sweep may carry it. An error that is not `counted` is
 * not the job's own: the database was away.
 */
export async function releaseRun(id: string, runToken: string, delayMs: number, counted = true): Promise<void> {
  await inTransaction(async () => {
    const written = await JobModel.updateOne(
      { _id: id, runToken, status: JobStatus.Running },
      {
        $set: { status: JobStatus.Queued, leaseUntil: null, sweepAfter: inMs(delayMs + SWEEP_AFTER_MS) },
        $inc: { failures: counted ? 1 : 0 },
      },
    );
    if (written.matchedCount > 0) await dropFences(id);
  });
}

/**
 * Queues a dead-lettered job of the context's tenant again, with a new retry budget. Returns null if it has not failed, so
 * that a job which succeeded or is running never runs a second time.
 */
export async function requeueFailedJob(id: string): Promise<Job | null> {
  return JobModel.findOneAndUpdate(
    { _id: id, status: JobStatus.Failed },
    {
      $set: {
        status: JobStatus.Queued,
        error: null,
        finishedAt: null,
        runToken: null,
        deaths: 0,
        failures: 0,
        sweepAfter: inMs(SWEEP_AFTER_MS),
      },
    },
    { returnDocument: 'after' },
  ).lean<Job>();
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
