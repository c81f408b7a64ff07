import { Queue } from 'bullmq';
import type Redis from 'ioredis';
import { Gauge } from 'prom-client';
import { logger } from '../kernel/logger';
import { JOBS, type JobName, QUEUES, type QueueName, type Ticket } from './contract';

export type TicketQueue = Queue<Ticket, void, JobName>;

/** Finished tickets that operators still see in Bull Board. */
const KEEP = { age: 24 * 3600, count: 1_000 };

let queues: Map<QueueName, TicketQueue> | undefined;

const NONE: Record<string, number> = {};

/** Tickets by queue and state, as an autoscaler of workers reads them; none while Redis is away. */
new Gauge({
  name: 'queue_jobs',
  help: 'Jobs of a queue: waiting, running, delayed until another run',
  labelNames: ['queue', 'state'],
  async collect() {
    this.reset();
    for (const [queue, tickets] of queues ?? []) {
      const counted = tickets.getJobCounts('waiting', 'prioritized', 'active', 'delayed').catch(() => NONE);
      const { waiting = 0, prioritized = 0, active = 0, delayed = 0 } = await counted;
      this.set({ queue, state: 'waiting' }, waiting + prioritized);
      this.set({ queue, state: 'running' }, active);
      this.set({ queue, state: 'delayed' }, delayed);
    }
  },
});

/** Opens the queues of this process on a fail-fast connection, which stays the caller's to close. */
export function openQueues(connection: Redis, prefix: string): TicketQueue[] {
  queues = new Map(
    QUEUES.map((name) => {
      const queue: TicketQueue = new Queue(name, {
        connection,
        prefix,
        defaultJobOptions: { attempts: 1, removeOnComplete: KEEP, removeOnFail: KEEP },
      });
      queue.on('error', (error) => logger.debug('queue', { error, queue: name }));
      return [name, queue];
    }),
  );
  return [...queues.values()];
}

/** Closes the queues of this process. */
export async function closeQueues(): Promise<void> {
  await Promise.all([...(queues?.values() ?? [])].map((queue) => queue.close()));
  queues = undefined;
}

/** The queue that carries jobs of this name. */
export function queueOf(name: JobName): TicketQueue {
  return queueNamed(JOBS[name].queue);
}

/** A queue of this process by its name. */
export function queueNamed(name: QueueName): TicketQueue {
  const queue = queues?.get(name);
  if (!queue) throw new Error('The queues are not open.');
  return queue;
}

/**
 * A ticket's id names the row and its run, so that adding it twice is adding it once, while a row whose ticket was
 * lost or spent gets a new one.
 */
export function ticketId(row: { _id: string; runs: number }): string {
  return `${row._id}-${row.runs}`;
}

/** The row that a ticket belongs to. */
export function rowOfTicket(id: string): string {
  return id.slice(0, 36);
}
