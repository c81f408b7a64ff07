import type { QueryFilter } from 'mongoose';
import { pickValues } from '../db/pick';
import { inTransaction } from '../db/transaction';
import { inMs, now } from '../kernel/clock';
import { asSystem } from '../kernel/context';
import { newId } from '../kernel/ids';
import { refusal } from '../kernel/refusals/refusal';
import type { JobName } from './contract';
import { dropFencesOfRun, dropFences, raiseFences, removeFencesBefore, RunReplaced } from './fence';
import { LEASE_MS, SWEEP_AFTER_MS } from './job-times';
import { type Job, type JobError, JobFailureKind, JobModel, JobStatus } from './job.model';
import { type Retry, runsAfterDeath, waitAfterFailure } from './next-run.rules';

export type Claim =
  | { kind: 'claimed'; job: Job; runToken: string }
  | { kind: 'busy' }
  | { kind: 'over' }
  | { kind: 'given-up'; job: Job };

/**
 * Claims a job for a run. `busy`: another run holds a valid lease; `over`: it has ended or is deleted; `given-up`: this
 * call dead-lettered it because too many workers died during it, and `onFailed` has run in the same transaction.
 */
export async function claimJob(id: string, onFailed: (job: Job) => Promise<void> = async () => {}): Promise<Claim> {
  const row = await JobModel.findById(id).lean<Job>();
  if (!row || row.status === JobStatus.Succeeded || row.status === JobStatus.Failed) return { kind: 'over' };
  const died = row.status === JobStatus.Running;
  if (died && row.leaseUntil && row.leaseUntil > now()) return { kind: 'busy' };
  if (died && !runsAfterDeath(row.deaths)) {
    const { message, ...reason } = refusal('JOB_DIED', { count: row.deaths + 1 });
    const error = { code: 'INTERNAL', message, reason, kind: JobFailureKind.Worker, validationErrors: [] };
    await removeFencesBefore(row._id, row.runs + 1);
    const ended = await endRun(row._id, row.runToken, { status: JobStatus.Failed, error }, () => onFailed(row));
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
        ...lease(),
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

/** Renews a run's lease and stores its progress; throws `RunReplaced` when another run owns the job. */
export async function renewLease(
  id: string,
  runToken: string,
  progress?: { done: number; total: number },
): Promise<void> {
  const written = await JobModel.updateOne(
    { _id: id, runToken, status: JobStatus.Running },
    { $set: progress ? { ...lease(), progress } : lease() },
  );
  if (written.matchedCount === 0) throw new RunReplaced();
}

/** A run that does not renew its lease in time counts as dead: the periodic task then finds its job. */
const lease = (): Pick<Job, 'leaseUntil' | 'sweepAfter'> => {
  const until = inMs(LEASE_MS);
  return { leaseUntil: until, sweepAfter: until };
};

type Ending =
  | { status: JobStatus.Succeeded; result: unknown; fileId: string | null; progress: { done: number; total: number } }
  | { status: JobStatus.Failed; error: JobError };

/**
 * Ends a run for good; `also` runs in the same transaction, and pending writes of the run fail. Returns false and
 * changes nothing if the run was replaced.
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
 * Ends a run that threw an unexpected error. Returns the wait before the next run in milliseconds, or null when the job
 * was dead-lettered; `onFailed` then ran in the same transaction. Throws `RunReplaced`.
 */
export async function failRun(
  job: Job,
  runToken: string,
  { retry, kind }: { retry: Retry; kind: JobFailureKind },
  onFailed: () => Promise<void>,
): Promise<number | null> {
  const waitMs = waitAfterFailure(job.failures + 1, retry);
  if (waitMs === null) {
    const { message, ...reason } = refusal('JOB_DEAD_LETTERED');
    const error = { code: 'INTERNAL', message, reason, kind, validationErrors: [] };
    if (!(await endRun(job._id, runToken, { status: JobStatus.Failed, error }, onFailed))) throw new RunReplaced();
  } else if (!(await releaseRun(job._id, runToken, { waitMs, failures: 1 }))) throw new RunReplaced();
  return waitMs;
}

/**
 * Releases a job to run again after `waitMs`; `failures` counts against its budget: 0 when the job is not at fault.
 * Returns false and changes nothing if the run was replaced.
 */
export async function releaseRun(
  id: string,
  runToken: string,
  { waitMs, failures }: { waitMs: number; failures: 0 | 1 },
): Promise<boolean> {
  return inTransaction(async () => {
    const written = await JobModel.updateOne(
      { _id: id, runToken, status: JobStatus.Running },
      {
        $set: { status: JobStatus.Queued, leaseUntil: null, sweepAfter: inMs(waitMs + SWEEP_AFTER_MS) },
        $inc: { failures },
      },
    );
    if (written.matchedCount === 0) return false;
    await dropFences(id);
    return true;
  });
}

/**
 * Takes running jobs of the context's tenant from their runs, which can then write nothing more; the periodic task
 * starts them from the beginning. Call it in a transaction.
 */
export async function restartRuns(some: QueryFilter<Job>): Promise<void> {
  for (const _id of await pickValues(JobModel.find({ ...some, status: JobStatus.Running }), '_id')) {
    await dropFences(_id);
    const waiting = { status: JobStatus.Queued, runToken: null, leaseUntil: null, sweepAfter: inMs(SWEEP_AFTER_MS) };
    await JobModel.updateOne({ _id, status: JobStatus.Running }, { $set: waiting });
  }
}

/**
 * Queues a dead-lettered job of the context's tenant again, with a new retry budget. Returns null if it has not failed,
 * so that a job that succeeded or is running never runs a second time.
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
 * Finds due jobs of all tenants without a run, because their worker died or the queue lost their ticket. Marks them as
 * found and returns them to be enqueued.
 */
export async function findDueJobs(): Promise<Job[]> {
  return asSystem('the sweep finds due jobs of every tenant', async () => {
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

/** Returns since when the oldest job of each type waits for its first run, over all organizations; omits types without one. */
export async function oldestWaitingJobs(): Promise<{ type: JobName; since: Date }[]> {
  return asSystem('operators watch the jobs of all organizations', () =>
    JobModel.aggregate<{ type: JobName; since: Date }>([
      { $match: { status: JobStatus.Queued, runs: 0 } },
      { $group: { _id: '$type', since: { $min: '$createdAt' } } },
      { $project: { _id: 0, type: '$_id', since: 1 } },
    ]).exec(),
  );
}
