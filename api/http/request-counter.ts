import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from '../../shared/infra/redis';
import { AppError } from '../../shared/kernel/errors';
import type { Refusal } from '../../shared/kernel/refusals/refusal';

export interface Count {
  limit: number;
  remaining: number;
  resetSeconds: number;
  refused: boolean;
}

/** Counts in Redis, so that a limit applies across processes; while Redis is unavailable each process applies it in memory. */
export class RequestCounter {
  private readonly limiter: RateLimiterRedis;

  /** At most `limit` points in `seconds`. */
  constructor(
    redis: RedisClient,
    keyPrefix: string,
    readonly limit: number,
    seconds: number,
  ) {
    this.limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix,
      points: limit,
      duration: seconds,
      rejectIfRedisNotReady: true,
      inMemoryBlockOnConsumed: limit + 1,
      insuranceLimiter: new RateLimiterMemory({ points: limit, duration: seconds }),
    });
  }

  /** Adds points for `who`, one by default. */
  async count(who: string, points = 1): Promise<Count> {
    try {
      return this.toCount(await this.limiter.consume(who, points), false);
    } catch (refusal) {
      // A refusal from the in-memory block has no consumed points; that it was thrown makes it a refusal.
      if (refusal instanceof RateLimiterRes) return this.toCount(refusal, true);
      throw refusal;
    }
  }

  private toCount({ remainingPoints, msBeforeNext }: RateLimiterRes, refused: boolean): Count {
    return {
      limit: this.limit,
      remaining: Math.max(0, remainingPoints),
      resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
      refused,
    };
  }
}

/** Returns the refusal of a counter: RATE_LIMITED with `Retry-After`. */
export function tooMany({ resetSeconds }: Count, why: Refusal): AppError {
  return new AppError('RATE_LIMITED', why, { headers: { 'Retry-After': String(resetSeconds) } });
}
