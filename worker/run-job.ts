import { DelayedError, type Job as BullJob, UnrecoverableError } from 'bullmq';
import { jobSeconds } from '../shared/infra/metrics';
import type { Job } from '../shared/jobs/job.model';
import { JobStatus } from '../shared/jobs/job.model';
import {
  HEARTBEAT_MS,
  JOB_POLICY,
  type JobName,
  type Payload,
  type Result,
  type Ticket,
} from '../shared/jobs/contract';
import { claimJob, endRun, keepRun, releaseRun, RunReplaced } from '../shared/jobs/ledger';
import { runInContext } from '../shared/kernel/context';
import { AppError } from '../shared/kernel/errors';
import { logger } from '../shared/kernel/logger';
import { tellGivenUp } from './given-up';

/** What a handler is given: its payload, and the means to report, to stop in time and to leave a file. */
export interface Run<N extends JobName> {
  readonly jobId: string;
  readonly payload: Payload<N>;
  /** The user who asked for the job. */
  readonly requestedBy: string | null;
  /**
   * Reports progress. Call it before each chunk of writes: it throws `RunReplaced` when this run was given up, so that
   * a frozen twin stops before it writes.
   */
  progress(done: number, total: number): Promise<void>;
  /** Makes a file the job's answer. */
  setFile(fileId: string): void;
}

export type Handler<N extends JobName> = (run: Run<N>) => Promise<Result<N>>;
export type Handlers = { readonly [N in JobName]: Handler<N> };

const BUSY_RETRY_MS = 1_000;
/** Progress is written to Mongo at most this often; the check of the run token happens each time it is written. */
const PROGRESS_EVERY_MS = 150;

/** Runs one ticket: claims its row, opens the tenant's context, executes the handler, writes the ending. */
export async function runTicket(
  handlers: Partial<Handlers>,
  ticket: BullJob<Ticket, void, JobName>,
  token?: string,
): Promise<void> {
  const { jobId, tenantId } = ticket.data;
  await runInContext({ requestId: jobId, tenantId, actor: null }, async () => {
    const claim = await claimJob(jobId);
    if (claim.kind === 'over') return;
    if (claim.kind === 'given-up') {
      logger.error('job given up: its workers died', { jobId, type: claim.job.type });
      await tellGivenUp(claim.job);
      return;
    }
    if (claim.kind === 'busy') {
      await ticket.moveToDelayed(Date.now() + BUSY_RETRY_MS, token);
      throw new DelayedError();
    }
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
  const heartbeat = setInterval(() => {
    keepRun(job._id, runToken).catch((error: unknown) => logger.warn('heartbeat', { error, jobId: job._id }));
  }, HEARTBEAT_MS);
  let fileId: string | null = null;
  const progress = { done: job.progress.done, total: job.progress.total };
  let writtenAt = 0;
  try {
    const result = await dispatch(handlers, job, {
      async progress(done, total) {
        Object.assign(progress, { done, total });
        if (performance.now() - writtenAt < PROGRESS_EVERY_MS && done < total) return;
        writtenAt = performance.now();
        await keepRun(job._id, runToken, { ...progress });
        await ticket.updateProgress({ ...progress });
      },
      setFile(id) {
        fileId = id;
      },
    });
    const total = Math.max(progress.total, 1);
    await endRun(job._id, runToken, { status: JobStatus.Succeeded, result, fileId, progress: { done: total, total } });
    observe('succeeded');
    logger.info('job succeeded', { jobId: job._id, type: job.type, ms: Math.round(performance.now() - started) });
  } catch (error) {
    observe('failed');
    await onError(ticket, job, runToken, error);
  } finally {
    clearInterval(heartbeat);
  }
}

type Reporting = Pick<Run<JobName>, 'progress' | 'setFile'>;

function dispatch<N extends JobName>(
  handlers: Partial<Handlers>,
  job: Job & { type: N },
  reporting: Reporting,
): Promise<Result<N>> {
  const handler: Handler<N> | undefined = handlers[job.type];
  if (!handler) throw new Error(`No handler for ${job.type}.`);
  // The row stores its payload untyped; enqueue() wrote it under the same name.
  return handler({ jobId: job._id, payload: job.payload as Payload<N>, requestedBy: job.requestedBy, ...reporting });
}

async function onError(ticket: BullJob<Ticket>, job: Job, runToken: string, error: unknown): Promise<void> {
  if (error instanceof RunReplaced) {
    logger.warn('run replaced', { jobId: job._id, type: job.type });
    return;
  }
  if (error instanceof AppError) {
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
      error: { code: 'INTERNAL', message: 'The job failed repeatedly and was given up.', validationErrors: [] },
    });
    throw new UnrecoverableError('given up');
  }
  await releaseRun(job._id, runToken, backoffMs * 2 ** job.failures);
  throw error;
}
