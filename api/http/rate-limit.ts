import type { Request, RequestHandler } from 'express';
import type Redis from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../shared/kernel/errors';

const WINDOW_SECONDS = 60;

/** The sign-in actions that share the auth bucket (spec 8). */
const AUTH_PATHS: ReadonlySet<string> = new Set([
  '/api/auth/token',
  '/api/auth/refresh',
  '/api/auth/forgot-password',
  '/api/auth/reset-password',
  '/api/auth/two-factor',
]);

export interface Limits {
  /** Requests per minute and IP. */
  auth: number;
  global: number;
}

/**
 * Counts requests per client IP in Redis, so that the limits hold across processes (spec 8, decisions 1); without
 * Redis the same limits hold in the memory of each process.
 */
export function rateLimit(redis: Redis, prefix: string, limits: Limits): RequestHandler {
  const auth = limiter(redis, `${prefix}:limit:auth`, limits.auth);
  const global = limiter(redis, `${prefix}:limit:global`, limits.global);
  return async (request, response, next) => {
    const [bucket, points] = isAuthAction(request) ? [auth, limits.auth] : [global, limits.global];
    const state = await bucket.consume(request.ip ?? 'unknown').catch((refusal: unknown) => refusal);
    if (!(state instanceof RateLimiterRes)) {
      next(state);
      return;
    }
    const reset = String(Math.ceil(state.msBeforeNext / 1_000));
    response.set({
      'RateLimit-Limit': String(points),
      'RateLimit-Remaining': String(Math.max(0, state.remainingPoints)),
      'RateLimit-Reset': reset,
    });
    if (state.consumedPoints <= points) next();
    else
      next(
        new AppError('RATE_LIMITED', `Too many requests: at most ${points} per minute here. Wait and retry.`, {
          headers: { 'Retry-After': reset },
        }),
      );
  };
}

function isAuthAction(request: Request): boolean {
  return request.method === 'POST' && AUTH_PATHS.has(request.path.toLowerCase().replace(/\/+$/, ''));
}

function limiter(redis: Redis, keyPrefix: string, points: number): RateLimiterRedis {
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix,
    points,
    duration: WINDOW_SECONDS,
    rejectIfRedisNotReady: true,
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory({ points, duration: WINDOW_SECONDS }),
  });
}
