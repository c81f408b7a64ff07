import type { Job as BullJob } from 'bullmq';
import { isOutage, logFailure } from '../shared/db/outage';
import { jobSeconds } from '../shared/infra/metrics';
import { JOBS, type JobName, type Result, type Ticket } from '../shared/jobs/contract';
import { enqueueLater } from '../shared/jobs/enqueue';
import { FencedWrites, RunReplaced } from '../shared/jobs/fence';
import { HEARTBEAT_MS, LEASE_MS } from '../shared/jobs/job-times';
import { type Job, JobStatus } from '../shared/jobs/job.model';
import { claimJob, endRun, failRun, releaseRun, renewLease } from '../shared/jobs/ledger';
import { payloadOf } from '../shared/jobs/payload';
import { now, toInstant } from '../shared/kernel/clock';
import { runInContext } from '../shared/kernel/context';
import { AppError } from '../shared/kernel/errors';
import { logger } from '../shared/kernel/logger';
import type { JobDefinition, Jobs, Run } from './define-job';
import { failureKind } from './failure-kind';

/** The wait before a job runs again that found the database unavailable. */
const OUTAGE_WAIT_MS = 2_000;
/** Shortest time between two writes of progress; each write also checks the run token. */
const PROGRESS_EVERY_MS = 150;

/** The runs of this process: token to job. */
const running = new Map<string, Job>();

/**
 * Releases the runs of this process, so that other workers start their jobs again; a requested stop does not count as a
 * worker's death.
 */
export async function releaseRuns(): Promise<void> {
  await Promise.all([...running].map(([runToken, job]) => release(job, runToken, 0)));
}

/** Runs the job of a ticket if the ledger allows it: claims its row, opens the tenant's context, stores the result. */
export async function runTicket(jobs: Jobs, ticket: BullJob<Ticket, void, JobName>): Promise<void> {
  const { jobId, tenantId } = ticket.data;
  const operation = (): string => `job ${ticket.name}`;
  await runInContext({ requestId: jobId, tenantId, actor: null, operation }, async () => {
    const claim = await claimJob(jobId, (row) => onFailed(jobs, row));
    if (claim.kind === 'given-up') logger.error('job given up: its workers died', { jobId, type: claim.job.type });
    if (claim.kind !== 'claimed') return; // another run owns the job; if it dies, the periodic task finds the job
    const { job, runToken } = claim;
    await runInContext({ requestId: job.requestId, tenantId, actor: null }, () => execute(jobs, ticket, job, runToken));
  });
}

/** Writes a line for operators into the ticket's log, which Bull Board shows; without names. Redis may be away. */
function say(ticket: BullJob<Ticket>, line: string): void {
  ticket.log(`${toInstant(now())} ${line}`).catch((error: unknown) => logger.debug('the log of a ticket', { error }));
}

async function release(job: Job, runToken: string, waitMs: number): Promise<void> {
  if (await releaseRun(job._id, runToken, { waitMs, failures: 0 })) await enqueueLater(job, waitMs);
}

async function execute(jobs: Jobs, ticket: BullJob<Ticket>, job: Job, runToken: string): Promise<void> {
  const started = performance.now();
  say(ticket, `Run ${job.runs} begins; the request id in the worker's log is ${job.requestId}.`);
  const observe = (outcome: string): void =>
    jobSeconds.observe({ type: job.type, outcome }, (performance.now() - started) / 1_000);
  let heldAt = performance.now();
  const renew = async (done?: { done: number; total: number }): Promise<void> => {
    const requestedAt = performance.now();
    await renewLease(job._id, runToken, done);
    heldAt = requestedAt;
  };
  const heartbeat = setInterval(() => {
    renew().catch((error: unknown) => {
      // The run is ending, or its next write says that it was replaced.
      if (!(error instanceof RunReplaced)) logFailure('heartbeat', { error, jobId: job._id });
    });
  }, HEARTBEAT_MS);
  const writes = new FencedWrites(runToken);
  const endings: (() => Promise<void>)[] = [];
  let fileId: string | null = null;
  const progress = { done: job.progress.done, total: job.progress.total };
  let writtenAt = 0;
  running.set(runToken, job);
  try {
    const result = await start(jobs, job, {
      runId: runToken,
      async progress(done, total) {
        Object.assign(progress, { done, total });
        const at = performance.now();
        const isHeld = at - heldAt < LEASE_MS; // false after the process was suspended
        if (isHeld && at - writtenAt < PROGRESS_EVERY_MS && done < total) return;
        writtenAt = at;
        await renew({ ...progress });
        await ticket.updateProgress(total > 0 ? Math.floor((100 * done) / total) : 0); // Bull Board draws percent
      },
      write: (change) => writes.write(change),
      atEnd: (change) => void endings.push(change),
      setFile(id) {
        fileId = id;
      },
    });
    const total = Math.max(progress.total, 1);
    const ending = { status: JobStatus.Succeeded, result, fileId, progress: { done: total, total } } as const;
    const ended = await endRun(job._id, runToken, ending, async () => {
      for (const change of endings) await change();
    });
    if (!ended) throw new RunReplaced();
    observe('succeeded');
    const ms = Math.round(performance.now() - started);
    say(ticket, `Succeeded after ${ms} ms.`);
    logger.info('job succeeded', { jobId: job._id, type: job.type, ms });
  } catch (error) {
    observe('failed');
    await onError(jobs, { job, runToken, ticket }, error);
  } finally {
    running.delete(runToken);
    clearInterval(heartbeat);
  }
}

type Means = Omit<Run<JobName>, 'jobId' | 'payload' | 'requestedBy'>;

async function start<N extends JobName>(jobs: Jobs, job: Job & { type: N }, means: Means): Promise<Result<N>> {
  const payload = payloadOf(job);
  return definitionOf(jobs, job.type).run({ jobId: job._id, payload, requestedBy: job.requestedBy, ...means });
}

function definitionOf<N extends JobName>(jobs: Jobs, name: N): JobDefinition<N> {
  const definition: JobDefinition<N> | undefined = jobs[name];
  if (!definition) throw new Error(`This worker has no ${name}.`);
  return definition;
}

/** Calls `onFailed` of a job that failed for good; not for an invalid payload. */
async function onFailed<N extends JobName>(jobs: Jobs, { type, payload }: Job & { type: N }): Promise<void> {
  const checked = JOBS[type].payload.safeParse(payload);
  if (checked.success) await definitionOf(jobs, type).onFailed?.(checked.data);
}

interface FailedRun {
  job: Job;
  runToken: string;
  ticket: BullJob<Ticket>;
}

/**
 * Lets the ledger decide what happens after a run threw. Throws the reason of the ticket for Bull Board: the code of the job's error,
 * with what it failed at. Messages may contain names, which must not reach Redis.
 */
async function onError(jobs: Jobs, { job, runToken, ticket }: FailedRun, error: unknown): Promise<void> {
  if (error instanceof RunReplaced) {
    say(ticket, 'Another run has taken the job over. This one has written nothing since.');
    logger.warn('run replaced', { jobId: job._id, type: job.type });
    return;
  }
  if (isOutage(error)) {
    say(ticket, 'The database does not answer. The job runs again once it does; that counts as no failure.');
    logFailure('job waits for the database', { error, jobId: job._id });
    await release(job, runToken, OUTAGE_WAIT_MS); // if this fails too, the lease expires
    return;
  }
  if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') {
    const { code, message, reason, validationErrors } = error;
    const failure = { code, message, reason, validationErrors: [...validationErrors] };
    await endRun(job._id, runToken, { status: JobStatus.Failed, error: failure }, () => onFailed(jobs, job));
    const refused = reason?.code ?? code;
    say(ticket, `Refused: ${refused}. The job has failed and does not run again by itself.`);
    throw new Error(refused);
  }
  const kind = failureKind(error);
  logger.error('job failed', { error, jobId: job._id, type: job.type, kind, failures: job.failures + 1 });
  const { retry } = definitionOf(jobs, job.type);
  const waitMs = await failRun(job, runToken, { retry, kind }, () => onFailed(jobs, job));
  const name = error instanceof Error ? error.name : 'Error';
  if (waitMs === null) {
    say(ticket, `Failed at ${kind} (${name}), for the last time: the job is dead-lettered.`);
    throw new Error(`JOB_DEAD_LETTERED: ${kind}`);
  }
  say(ticket, `Failed at ${kind} (${name}). The job runs again in ${waitMs / 1_000} s, with a ticket of its own.`);
  await enqueueLater(job, waitMs);
  throw new Error(`JOB_RUNS_AGAIN: ${kind}`);
}
