import { EventEmitter } from 'node:events';
import { QueueEvents } from 'bullmq';
import { PATIENT, connectRedis } from '../../../shared/infra/redis';
import { type QueueName, QUEUES } from '../../../shared/jobs/contract';
import { type Job, JobModel, JobStatus } from '../../../shared/jobs/job.model';
import { prefixOfQueue, rowOfTicket } from '../../../shared/jobs/queues';
import { logger } from '../../../shared/kernel/logger';

/** Poll interval, as a fallback for lost queue events. */
const LOOK_AGAIN_MS = 1_000;

const changes = new EventEmitter().setMaxListeners(0);

/** Listens to queues of all workers, by default to all; returns a function that stops listening. */
export function openWatch(redisUrl: string, prefix: string, names: readonly QueueName[] = QUEUES): () => Promise<void> {
  const listeners = names.map((name) => {
    const connection = connectRedis(redisUrl, PATIENT); // a connection of its own, since it blocks on its stream
    const events = new QueueEvents(name, { connection, prefix: prefixOfQueue(connection, prefix, name) });
    events.on('error', (error) => logger.debug('queue events', { error }));
    for (const change of ['active', 'progress', 'completed', 'failed', 'delayed'] as const)
      events.on(change, ({ jobId }: { jobId: string }) => changes.emit(rowOfTicket(jobId)));
    return async (): Promise<void> => {
      await events.close();
      connection.disconnect();
    };
  });
  return async () => {
    await Promise.all(listeners.map((close) => close()));
  };
}

export function hasEnded(job: Pick<Job, 'status'>): boolean {
  return job.status === JobStatus.Succeeded || job.status === JobStatus.Failed;
}

/**
 * Yields the job after each of its changes, until it ends or `signal` aborts. Reads the row of the context's tenant each time.
 */
export async function* jobChanges(id: string, signal: AbortSignal): AsyncGenerator<Job> {
  let lastRevision = -1;
  while (!signal.aborted) {
    const word = nextWord(id, signal); // listens before it reads, so that no change in between is missed
    const job = await JobModel.findById(id).lean<Job>();
    if (!job) return;
    if (job.revision !== lastRevision) {
      lastRevision = job.revision;
      yield job;
    }
    if (hasEnded(job)) return;
    await word;
  }
}

/** Returns the job once it has ended, or its state after `seconds` or when `stopping` aborts. */
export async function waitForJob(job: Job, seconds: number, stopping?: AbortSignal): Promise<Job> {
  if (seconds <= 0 || stopping?.aborted) return job;
  let last = job;
  const over = new AbortController(); // AbortSignal.any would keep a reference for as long as `stopping` lives
  const stop = (): void => over.abort();
  const timer = setTimeout(stop, seconds * 1_000).unref();
  stopping?.addEventListener('abort', stop, { once: true });
  try {
    for await (const state of jobChanges(job._id, over.signal)) last = state;
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener('abort', stop);
  }
  return last;
}

function nextWord(id: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      changes.off(id, done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, LOOK_AGAIN_MS).unref();
    changes.once(id, done);
    signal.addEventListener('abort', done, { once: true });
  });
}
