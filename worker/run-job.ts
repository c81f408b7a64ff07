import type { Job as BullJob } from 'bullmq';
import { isOutage } from '../shared/db/outage';
import { jobSeconds } from '../shared/infra/metrics';
import { JOBS, type JobName, type Result, type Ticket } from '../shared/jobs/contract';
import { enqueueLater } from '../shared/jobs/enqueue';
import { FencedWrites, RunReplaced } from '../shared/jobs/fence';
import { HEARTBEAT_MS, LEASE_MS } from '../shared/jobs/job-times';
import { type Job, JobStatus } from '../shared/jobs/job.model';
import { claimJob, endRun, failRun, releaseRun, renewLease } from '../shared/jobs/ledger';
import { payloadOf } from '../shared/jobs/payload';
import { runInContext } from '../shared/kernel/context';
import { AppError } from '../shared/kernel/errors';
import { logger } from '../shared/kernel/logger';
import type { JobDefinition, Jobs, Run } from './define-job';

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
  const claiming = (): string => 'job claim';
  await runInContext({ requestId: jobId, tenantId, actor: null, operation: claiming }, async () => {
    const claim = await claimJob(jobId, (row) => onFailed(jobs, row));
    if (claim.kind === 'given-up') logger.error('job given up: its workers died', { jobId, type: claim.job.type });
    if (claim.kind !== 'claimed') return; // another run owns the job; if it dies, the periodic task finds the job
    const { job, runToken } = claim;
    const operation = (): string => `job ${job.type}`;
    await runInContext({ requestId: job.requestId, tenantId, actor: null, operation }, () =>
      execute(jobs, ticket, job, runToken),
    );
  });
}

async function release(job: Job, runToken: string, waitMs: number): Promise<void> {
  if (await releaseRun(job._id, runToken, { waitMs, failures: 0 })) await enqueueLater(job, waitMs);
}

async function execute(jobs: Jobs, ticket: BullJob<Ticket>, job: Job, runToken: string): Promise<void> {
  const started = performance.now();
  const observe = (outcome: string): void =>
    jobSeconds.observe({ type: job.type, outcome }, (performance.now() - started) / 1_000);
  let heldAt = performance.now();
  const keep = async (done?: { done: number; total: number }): Promise<void> => {
    const requestedAt = performance.now();
    await renewLease(job._id, runToken, done);
    heldAt = requestedAt;
  };
  const heartbeat = setInterval(() => {
    keep().catch((error: unknown) => logger.warn('heartbeat', { error, jobId: job._id }));
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
    await onError(jobs, job, runToken, error);
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

/** Lets the ledger decide what happens after a run threw; throws what Bull Board shows as the ticket's reason. */
async function onError(jobs: Jobs, job: Job, runToken: string, error: unknown): Promise<void> {
  if (error instanceof RunReplaced) {
    logger.warn('run replaced', { jobId: job._id, type: job.type });
    return;
  }
  if (isOutage(error)) {
    logger.warn('job waits for the database', { error, jobId: job._id });
    await release(job, runToken, OUTAGE_WAIT_MS); // if this fails too, the lease expires
    return;
  }
  if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') {
    const { code, message, reason, validationErrors } = error;
    const failure = { code, message, reason, validationErrors: [...validationErrors] };
    await endRun(job._id, runToken, { status: JobStatus.Failed, error: failure }, () => onFailed(jobs, job));
    throw new Error(code); // the message may contain names, which must not reach Redis
  }
  logger.error('job failed', { error, jobId: job._id, type: job.type, failures: job.failures + 1 });
  const waitMs = await failRun(job, runToken, definitionOf(jobs, job.type).retry, () => onFailed(jobs, job));
  if (waitMs !== null) await enqueueLater(job, waitMs);
  throw new Error('The run failed. The log of the job says why.');
}
