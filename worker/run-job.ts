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

/** How soon a job runs again that found the database away. */
const OUTAGE_WAIT_MS = 2_000;
/** Progress is written to Mongo at most this often; the check of the run token happens each time it is written. */
const PROGRESS_EVERY_MS = 150;

/** The runs of this process: token to job. */
const underWay = new Map<string, Job>();

/** Gives back what this process still runs, so that another worker starts it again; a stop on request is no death of a worker. */
export async function handBackRuns(): Promise<void> {
  await Promise.all([...underWay].map(([runToken, job]) => release(job, runToken, 0)));
}

/** Runs the job that a ticket names, if the ledger lets it: claims its row, opens the tenant's context, writes the ending. */
export async function runTicket(jobs: Jobs, ticket: BullJob<Ticket, void, JobName>): Promise<void> {
  const { jobId, tenantId } = ticket.data;
  const claiming = (): string => 'job claim';
  await runInContext({ requestId: jobId, tenantId, actor: null, operation: claiming }, async () => {
    const claim = await claimJob(jobId, (row) => onFailed(jobs, row));
    if (claim.kind === 'given-up') logger.error('job given up: its workers died', { jobId, type: claim.job.type });
    if (claim.kind !== 'claimed') return; // another run has the job; should it die, the sweep finds it
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
  underWay.set(runToken, job);
  try {
    const result = await start(jobs, job, {
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
    await onError(jobs, job, runToken, error);
  } finally {
    underWay.delete(runToken);
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

/** Tells whoever waits for a job that it failed for good; an invalid payload names no one. */
async function onFailed<N extends JobName>(jobs: Jobs, { type, payload }: Job & { type: N }): Promise<void> {
  const checked = JOBS[type].payload.safeParse(payload);
  if (checked.success) await definitionOf(jobs, type).onFailed?.(checked.data);
}

/** Has the ledger decide what becomes of a run that threw; throws what the queue shows operators as the ticket's reason. */
async function onError(jobs: Jobs, job: Job, runToken: string, error: unknown): Promise<void> {
  if (error instanceof RunReplaced) {
    logger.warn('run replaced', { jobId: job._id, type: job.type });
    return;
  }
  if (isOutage(error)) {
    logger.warn('job waits for the database', { error, jobId: job._id });
    await release(job, runToken, OUTAGE_WAIT_MS); // if it cannot be written either, the lease ends
    return;
  }
  if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') {
    const { code, message, reason, validationErrors } = error;
    const failure = { code, message, reason, validationErrors: [...validationErrors] };
    await endRun(job._id, runToken, { status: JobStatus.Failed, error: failure }, () => onFailed(jobs, job));
    throw new Error(code); // the message may name people, and Redis keeps no names
  }
  logger.error('job failed', { error, jobId: job._id, type: job.type, failures: job.failures + 1 });
  const waitMs = await failRun(job, runToken, definitionOf(jobs, job.type).retry, () => onFailed(jobs, job));
  if (waitMs !== null) await enqueueLater(job, waitMs);
  throw new Error('The run failed. The log of the job says why.');
}
