import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from '../../../shared/infra/redis';
import { inMs } from '../../../shared/kernel/clock';
import { tenantId } from '../../../shared/kernel/context';
import { hashToken } from '../../../shared/kernel/ids';

/** Most failures of one account, existing or not, from unknown addresses. */
const LIMIT = { points: 20, duration: 60 * 60 };

let limiter: RateLimiterRedis | RateLimiterMemory = new RateLimiterMemory(LIMIT);

/** Counts in Redis, so that the limit applies across processes; while Redis is unavailable each process counts in memory. */
export function openUnknownAddressAttempts(redis: RedisClient, prefix: string): void {
  limiter = new RateLimiterRedis({
    ...LIMIT,
    storeClient: redis,
    keyPrefix: `${prefix}:limit:strange`,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(LIMIT),
  });
}

/** Keyed by email, so that an unknown one is refused alike; the hash keeps it out of Redis. */
const keyOf = (email: string): string => hashToken(`${tenantId()} ${email}`);

/**
 * Takes one of the attempts of an hour, which begins with the first; returns false when none is left. Concurrent
 * attempts take one each before their passwords are checked. Refused ones do not extend the hour. With `points` of 0 it
 * only looks, by the same command.
 */
export async function takeAttempt(email: string, points: 0 | 1): Promise<boolean> {
  try {
    await limiter.consume(keyOf(email), points);
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

/**
 * Until when an account is refused from addresses that never signed it in, an hour at most; null while attempts are left.
 */
export async function refusedUntil(email: string): Promise<Date | null> {
  const count = await limiter.get(keyOf(email));
  return count !== null && count.consumedPoints >= LIMIT.points ? inMs(count.msBeforeNext) : null;
}

/** Returns the attempt of a right password, since only failures count. */
export async function returnAttempt(email: string): Promise<void> {
  await limiter.reward(keyOf(email));
}

/** Resets the failures of an account. */
export async function clearAttempts(email: string): Promise<void> {
  await limiter.delete(keyOf(email));
}
