import { type Job, Worker } from 'bullmq';
import { assertNoEviction, connectRedis, FAIL_FAST, PATIENT, untilReady } from '../shared/infra/redis';
import { endsWithin } from '../shared/infra/shutdown';
import { type JobName, QUEUES, type QueueName, type Ticket } from '../shared/jobs/contract';
import { closeQueues, openQueues, prefixOfQueue } from '../shared/jobs/queues';
import { logger } from '../shared/kernel/logger';
import { StartProblem } from '../shared/kernel/start-problem';
import type { Jobs } from './define-job';
import { releaseRuns, runTicket } from './run-job';
import { startSchedules } from './schedule';
import { giveSigns } from './signs-of-life';
import { type QueueUse, STUCK_MS, watchQueues } from './watch-queues';

const CONCURRENCY: Record<QueueName, number> = { bulk: 4, export: 2, mail: 4 };

/** How long a stop waits for running jobs; longer ones are released for other workers. */
const DRAIN_MS = 10_000;
const HAND_BACK_MS = 2_000;
/** Connections to Redis close within milliseconds, or not at all while it is unavailable. */
const QUEUE_CLOSE_MS = 1_000;
const SIGN_END_MS = 500;

/** Returns the queues of these names, all when none is named; throws a StartProblem that lists the valid values of WORKER_QUEUES. */
export function queuesNamed(names: readonly string[]): readonly QueueName[] {
  const unknown = names.find((name) => !QUEUES.some((queue) => queue === name));
  if (unknown !== undefined)
    throw new StartProblem(`WORKER_QUEUES names ${unknown}; the queues are ${QUEUES.join(', ')}.`);
  return names.length === 0 ? QUEUES : QUEUES.filter((queue) => names.includes(queue));
}

/** Whether a worker does nothing but exports: its users at the databases may change nearly nothing. */
export const isRenderer = (queues: readonly QueueName[]): boolean => queues.every((queue) => queue === 'export');

interface WorkerOptions {
  redisUrl: string;
  prefix: string;
  /** All unless given. */
  queues?: readonly QueueName[];
  schedules?: boolean;
  drainMs?: number;
  /** Called when tickets have waited for `stuckMs` although the worker was free; by default the process stops as after SIGTERM, with code 1. */
  onStuck?: () => void;
  stuckMs?: number;
}

/** A supervisor that starts failed processes again must see a failure. */
function stopProcess(): void {
  process.exitCode = 1;
  process.kill(process.pid, 'SIGTERM');
}

/** Starts a worker on the queues; resolves when it consumes. The returned function drains and closes it. */
export async function startWorker(jobs: Jobs, options: WorkerOptions): Promise<() => Promise<void>> {
  const producer = connectRedis(options.redisUrl, FAIL_FAST);
  await untilReady(producer);
  await assertNoEviction(producer);
  const names = options.queues ?? QUEUES;
  openQueues(producer, options.prefix, isRenderer(names) ? names : QUEUES);
  const connection = connectRedis(options.redisUrl, PATIENT);
  const running = new Set<Promise<void>>();
  const track = (run: Promise<void>): Promise<void> => {
    const ended = run.finally(() => running.delete(ended));
    running.add(ended);
    return ended;
  };
  const uses = names.map((queue): QueueUse => ({
    queue,
    taken: 0,
    running: 0,
    concurrency: CONCURRENCY[queue],
  }));
  const workers = uses.map((use) => {
    const { queue, concurrency } = use;
    const run = (ticket: Job<Ticket, void, JobName>): Promise<void> => {
      use.taken++;
      use.running++;
      return track(runTicket(jobs, ticket).finally(() => use.running--));
    };
    const worker = new Worker<Ticket, void, JobName>(queue, run, {
      connection,
      prefix: prefixOfQueue(connection, options.prefix, queue),
      concurrency,
      maxStalledCount: 0, // the ticket of a dead worker is spent: the ledger makes the next one
      name: `worker-${process.pid}`,
    });
    worker.on('error', (error) => logger.debug('worker', { error, queue }));
    return worker;
  });
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  const endSigns = giveSigns(names);
  const endWatch = watchQueues(uses, options.onStuck ?? stopProcess, options.stuckMs ?? STUCK_MS);
  const hasSchedules = options.schedules !== false && !isRenderer(names);
  const stopSchedules = hasSchedules ? startSchedules() : async () => {};
  return async () => {
    endWatch();
    await endsWithin(SIGN_END_MS, endSigns());
    const closed = Promise.all(workers.map((worker) => worker.close())); // from now on none takes a ticket
    const drained = Promise.allSettled([stopSchedules(), ...running]);
    if (!(await endsWithin(options.drainMs ?? DRAIN_MS, drained))) {
      logger.warn('jobs under way are left to another worker', { jobs: running.size });
      await endsWithin(HAND_BACK_MS, releaseRuns());
    }
    await endsWithin(QUEUE_CLOSE_MS, Promise.all([closed, closeQueues()]));
    connection.disconnect();
    producer.disconnect();
  };
}
