import type { QueueName } from './contract';
import { SIGN_EVERY_MS } from './job-times';
import { queueConnection, queueNamed } from './queues';

/** A worker that has given no sign for so long counts no more. */
const ALIVE_MS = 3 * SIGN_EVERY_MS;

/** A sorted set next to the keys of BullMQ: workers by when they gave their last sign. */
const keyOf = (queue: QueueName): string => queueNamed(queue).toKey('workers');

/** Says that a worker takes tickets of a queue, by the clock of Redis. */
export async function giveSign(queue: QueueName, worker: string): Promise<void> {
  const at = await redisNow();
  await queueConnection().zadd(keyOf(queue), at, worker);
  await queueConnection().zremrangebyscore(keyOf(queue), '-inf', at - ALIVE_MS);
}

/** Says that a worker takes no more tickets. */
export async function takeSignBack(queue: QueueName, worker: string): Promise<void> {
  await queueConnection().zrem(keyOf(queue), worker);
}

/** Returns how many workers take tickets of a queue. */
export async function workersOf(queue: QueueName): Promise<number> {
  return queueConnection().zcount(keyOf(queue), (await redisNow()) - ALIVE_MS, '+inf');
}

async function redisNow(): Promise<number> {
  const [seconds, microseconds] = await queueConnection().time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
}
