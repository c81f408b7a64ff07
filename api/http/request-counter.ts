import type Redis from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../shared/kernel/errors';
import type { Sentence } from '../../shared/kernel/refusals/sentence';

/** What a counter says after something was counted. */
export interface Count {
  limit: number;
  remaining: number;
  resetSeconds: number;
  refused: boolean;
}

/**
 * Counts in Redis, so that a limit holds across processes; without Redis the same limit holds in the
 * memory of each process.
 */
export class RequestCounter {
  private readonly limiter: RateLimiterRedis;

  /** At most `limit` points in `seconds`. */
  constructor(
    redis: Redis,
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
      // A refusal out of the in-memory block says nothing of consumed points: being thrown is what makes it one.
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

/** The refusal of what a counter has refused: RATE_LIMITED with `Retry-After`. */
export function tooMany({ resetSeconds }: Count, message: string | Sentence): AppError {
  return new AppError('RATE_LIMITED', message, { headers: { 'Retry-After': String(resetSeconds) } });
}
