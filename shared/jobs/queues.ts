import { Queue } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import { Gauge } from 'prom-client';
import { logger } from '../kernel/logger';
import { JOBS, type JobName, QUEUES, type QueueName, type Ticket } from './contract';

export type TicketQueue = Queue<Ticket, void, JobName>;

/** Finished tickets that Bull Board still shows. */
const KEEP = { age: 24 * 3600, count: 1_000 };

let queues: Map<QueueName, TicketQueue> | undefined;
let redis: Redis | Cluster | undefined;

const NONE: Record<string, number> = {};

/** Tickets by queue and state, for autoscalers of workers; none while Redis is unavailable. */
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

/**
 * Returns the prefix of a queue's keys. In a cluster all of them have one hash tag, so that they are in one slot, where BullMQ's scripts
 * can change them together.
 */
export function prefixOfQueue(
  connection: Pick<Redis | Cluster, 'isCluster'>,
  prefix: string,
  queue: QueueName,
): string {
  return connection.isCluster ? `{${prefix}:${queue}}` : prefix;
}

/** Opens queues of this process, by default all, on a fail-fast connection, which the caller closes. */
export function openQueues(
  connection: Redis | Cluster,
  prefix: string,
  names: readonly QueueName[] = QUEUES,
): TicketQueue[] {
  redis = connection;
  queues = new Map(
    names.map((name) => {
      const queue: TicketQueue = new Queue(name, {
        connection,
        prefix: prefixOfQueue(connection, prefix, name),
        defaultJobOptions: { attempts: 1, removeOnComplete: KEEP, removeOnFail: KEEP },
      });
      queue.on('error', (error) => logger.debug('queue', { error, queue: name }));
      return [name, queue];
    }),
  );
  return [...queues.values()];
}

export async function closeQueues(): Promise<void> {
  await Promise.all([...(queues?.values() ?? [])].map((queue) => queue.close()));
  queues = undefined;
  redis = undefined;
}

export function queueOf(name: JobName): TicketQueue {
  return queueNamed(JOBS[name].queue);
}

export function queueNamed(name: QueueName): TicketQueue {
  const queue = queues?.get(name);
  if (!queue) throw new Error('The queues are not open.');
  return queue;
}

/** Returns the connection of the open queues, for what BullMQ has no command for. */
export function queueConnection(): Redis | Cluster {
  if (!redis) throw new Error('The queues are not open.');
  return redis;
}

/**
 * Returns the id of a ticket, which names the row and its run: adding a ticket twice has no effect, while a row whose
 * ticket was lost or used gets a new one.
 */
export function ticketId(row: { _id: string; runs: number }): string {
  return `${row._id}-${row.runs}`;
}

export function rowOfTicket(id: string): string {
  return id.slice(0, 36);
}
