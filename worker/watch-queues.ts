import type { QueueName } from '../shared/jobs/contract';
import { queueNamed } from '../shared/jobs/queues';
import { logger } from '../shared/kernel/logger';

export interface QueueUse {
  queue: QueueName;
  /** Tickets that it has taken since its start. */
  taken: number;
  /** Tickets whose jobs are running. */
  running: number;
  /** How many may run at the same time. */
  concurrency: number;
}

/** A free worker takes a ticket at once, and looks for one every five seconds when nothing wakes it. */
export const STUCK_MS = 30_000;
const LOOKS = 6;

/**
 * Calls `onStuck` once when tickets of a queue wait for so long while this worker is free and takes none: a connection to Redis that
 * a firewall has dropped reports no error. While Redis is away nothing counts. The returned function ends the watch.
 */
export function watchQueues(uses: readonly QueueUse[], onStuck: () => void, stuckMs: number): () => void {
  const idleLooks = new Map<QueueName, { taken: number; looks: number }>();
  const look = async (use: QueueUse): Promise<void> => {
    const { queue, taken } = use;
    const before = idleLooks.get(queue);
    const isIdle = use.running < use.concurrency && (await waitingTickets(queue)) > 0 && use.taken === before?.taken;
    const looks = isIdle ? before.looks + 1 : 0;
    idleLooks.set(queue, { taken, looks });
    if (looks < LOOKS) return;
    clearInterval(timer);
    logger.error('the worker takes no tickets and ends', { queue });
    onStuck();
  };
  const timer = setInterval(() => void Promise.all(uses.map(look)), stuckMs / LOOKS);
  return () => clearInterval(timer);
}

/** None while Redis does not answer, or while this process starts or ends. */
async function waitingTickets(queue: QueueName): Promise<number> {
  try {
    const { waiting = 0, prioritized = 0 } = await queueNamed(queue).getJobCounts('waiting', 'prioritized');
    return waiting + prioritized;
  } catch {
    return 0;
  }
}
