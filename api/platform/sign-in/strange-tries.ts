import type Redis from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { tenantId } from '../../../shared/kernel/context';
import { hashToken } from '../../../shared/kernel/ids';

/** Failures of one account, existing or not, from addresses that never signed it in. */
const LIMIT = { points: 20, duration: 60 * 60 };

let limiter: RateLimiterRedis | RateLimiterMemory = new RateLimiterMemory(LIMIT);

/** Counts in Redis, so that the limit holds across processes; without Redis it holds in the memory of each. */
export function openStrangeTries(redis: Redis, prefix: string): void {
  limiter = new RateLimiterRedis({
    ...LIMIT,
    storeClient: redis,
    keyPrefix: `${prefix}:limit:strange`,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory(LIMIT),
  });
}

/** An email says who is tried, so that an unknown one is refused alike; the hash keeps it out of Redis. */
const keyOf = (email: string): string => hashToken(`${tenantId()} ${email}`);

/**
 * Takes one of the tries of an hour, which begins with the first; false when none is left. Tries of the same moment take one
 * each before their passwords are looked at. Refused ones do not prolong the hour.
 */
export async function takeTry(email: string): Promise<boolean> {
  try {
    await limiter.consume(keyOf(email));
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

/** Gives the try of a right password back: failures alone count. */
export async function giveTryBack(email: string): Promise<void> {
  await limiter.reward(keyOf(email));
}

/** Forgets the failures of an account. */
export async function forgetTries(email: string): Promise<void> {
  await limiter.delete(keyOf(email));
}
