import { DelayedError, type Job as BullJob, UnrecoverableError } from 'bullmq';
import { isOutage } from '../shared/db/outage';
import { jobSeconds } from '../shared/infra/metrics';
import {
  HEARTBEAT_MS,
  JOB_POLICY,
  type JobName,
  LEASE_MS,
  type Payload,
  type Result,
  type Ticket,
} from '../shared/jobs/contract';
import { FencedWrites, RunReplaced } from '../shared/jobs/fence';
import type { Job } from '../shared/jobs/job.model';
import { JobStatus } from '../shared/jobs/job.model';
import { claimJob, endRun, renewLease, releaseRun } from '../shared/jobs/ledger';
import { runInContext } from '../shared/kernel/context';
import { AppError } from '../shared/kernel/errors';
import { logger } from '../shared/kernel/logger';
import { handleDeadLetter } from './given-up';

/** What a handler is given: its payload, and the means to report, to write and to leave a file. */
export interface Run<N extends JobName> {
  readonly jobId: string;
  /** Names this run of the job, and no other one. */
  readonly runId: string;
  readonly payload: Payload<N>;
  /** The user who asked for the job. */
  readonly requestedBy: string | null;
  /**
   * Reports progress. Call it before each effect outside of the database, such as an email: it throws `RunReplaced` when
   * another run took over while this one was frozen.
   */
  progress(done: number, total: number): Promise<void>;
  /**
   * Runs `change` in a transaction that is kept only while this run has the job, and throws `RunReplaced` otherwise. All
   * writes of a handler go through it or `atEnd`. `change` may run again when others write the same rows.
   */
  write<T>(change: () => Promise<T>): Promise<T>;
  /** Adds a change to the transaction that ends the job as Succeeded: it is kept exactly when the job succeeds. */
  atEnd(change: () => Promise<void>): void;
  /** Makes a file the job's answer. */
  setFile(fileId: string): void;
}

export type Handler<N extends JobName> = (run: Run<N>) => Promise<Result<N>>;
export type Handlers = { readonly [N in JobName]: Handler<N> };

const BUSY_RETRY_MS = 1_000;
/** How soon a job is tried again that found the database away; this uses up none of its attempts. */
const OUTAGE_RETRY_MS = 2_000;
/** Progress is written to Mongo at most this often; the check of the run token happens each time it is written. */
const PROGRESS_EVERY_MS = 150;

/** The runs of this process: token to job. */
const underWay = new Map<string, string>();

/** Gives back what this process still runs, so that another worker starts it again; a stop on request is no death of a worker. */
export async function handBackRuns(): Promise<void> {
  await Promise.all([...underWay].map(([runToken, jobId]) => releaseRun(jobId, runToken, 0, false)));
}

/** Runs one ticket: claims its row, opens the tenant's context, executes the handler, writes the ending. */
export async function runTicket(
  handlers: Partial<Handlers>,
  ticket: BullJob<Ticket, void, JobName>,
  token?: string,
): Promise<void> {
  try {
    await claimAndExecute(handlers, ticket, token);
  } catch (error) {
    if (!isOutage(error)) throw error;
    logger.warn('job waits for the database', { error, jobId: ticket.data.jobId });
    await postpone(ticket, OUTAGE_RETRY_MS, token);
  }
}

async function postpone(ticket: BullJob<Ticket>, delayMs: number, token?: string): Promise<never> {
  await ticket.moveToDelayed(Date.now() + delayMs, token);
  throw new DelayedError();
}

async function claimAndExecute(
  handlers: Partial<Handlers>,
  ticket: BullJob<Ticket, void, JobName>,
  token?: string,
): Promise<void> {
  const { jobId, tenantId } = ticket.data;
  await runInContext({ requestId: jobId, tenantId, actor: null }, async () => {
    const claim = await claimJob(jobId, handleDeadLetter);
    if (claim.kind === 'over') return;
    if (claim.kind === 'given-up') {
      logger.error('job given up: its workers died', { jobId, type: claim.job.type });
      return;
    }
    if (claim.kind === 'busy') return postpone(ticket, BUSY_RETRY_MS, token);
    const { job, runToken } = claim;
    await runInContext({ requestId: job.requestId, tenantId, actor: null }, () =>
      execute(handlers, ticket, job, runToken),
    );
  });
}

async function execute(
  handlers: Partial<Handlers>,
  ticket: BullJob<Ticket>,
  job: Job,
  runToken: string,
): Promise<void> {
  const started = performance.now();
  const observe = (outcome: string): void =>
    jobSeconds.observe({ type: job.type, outcome }, (performance.now() - started) / 1_000);
  let heldAt = performance.now();
  const keep = async (done?: { done: number; total: number }): Promise<void> => {
    const askedAt = performance.now();
    await renewLease(job._id, runToken, done);
    heldAt = askedAt;
  };
  const heartbeat = setInterval(() => {
    keep().catch((error: unknown) => logger.warn('heartbeat', { error, jobId: job._id }));
  }, HEARTBEAT_MS);
  const writes = new FencedWrites(runToken);
  const endings: (() => Promise<void>)[] = [];
  let fileId: string | null = null;
  const progress = { done: job.progress.done, total: job.progress.total };
  let writtenAt = 0;
  underWay.set(runToken, job._id);
  try {
    const result = await dispatch(handlers, job, {
      runId: runToken,
      async progress(done, total) {
        Object.assign(progress, { done, total });
        const at = performance.now();
        const isHeld = at - heldAt < LEASE_MS; // not after it was frozen
        if (isHeld && at - writtenAt < PROGRESS_EVERY_MS && done < total) return;
        writtenAt = at;
        await keep({ ...progress });
        await ticket.updateProgress({ ...progress });
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
    logger.info('job succeeded', { jobId: job._id, type: job.type, ms: Math.round(performance.now() - started) });
  } catch (error) {
    observe('failed');
    await onError(ticket, job, runToken, error);
  } finally {
    underWay.delete(runToken);
    clearInterval(heartbeat);
  }
}

type Means = Omit<Run<JobName>, 'jobId' | 'payload' | 'requestedBy'>;

function dispatch<N extends JobName>(
  handlers: Partial<Handlers>,
  job: Job & { type: N },
  means: Means,
): Promise<Result<N>> {
  const handler: Handler<N> | undefined = handlers[job.type];
  if (!handler) throw new Error(`No handler for ${job.type}.`);
  // The row stores its payload untyped; enqueue() wrote it under the same name.
  return handler({ jobId: job._id, payload: job.payload as Payload<N>, requestedBy: job.requestedBy, ...means });
}

async function onError(ticket: BullJob<Ticket>, job: Job, runToken: string, error: unknown): Promise<void> {
  if (error instanceof RunReplaced) {
    logger.warn('run replaced', { jobId: job._id, type: job.type });
    return;
  }
  if (isOutage(error)) {
    // Released or not, the ticket comes back; a row that is still Running is taken over once its lease ends.
    await releaseRun(job._id, runToken, OUTAGE_RETRY_MS, false);
    throw error;
  }
  if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') {
    const { code, message, validationErrors } = error;
    await endRun(job._id, runToken, {
      status: JobStatus.Failed,
      error: { code, message, validationErrors: [...validationErrors] },
    });
    throw new UnrecoverableError(`${code}: ${message}`);
  }
  logger.error('job failed', { error, jobId: job._id, type: job.type, failures: job.failures + 1 });
  const { attempts, backoffMs } = JOB_POLICY[job.type];
  if (job.failures + 1 >= attempts) {
    await endRun(job._id, runToken, {
      status: JobStatus.Failed,
      error: { code: 'INTERNAL', message: 'The job failed repeatedly and was dead-lettered.', validationErrors: [] },
    });
    throw new UnrecoverableError('given up');
  }
  await releaseRun(job._id, runToken, backoffMs * 2 ** job.failures);
  throw error;
}
