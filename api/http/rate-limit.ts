import type { Request, RequestHandler } from 'express';
import type Redis from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../shared/kernel/errors';
import { hashToken } from '../../shared/kernel/ids';
import { tenantOfApiKey } from '../../shared/platform/api-key-token';
import { clientAddress } from './client-address';
import { presentedKey } from './presented-key';

const WINDOW_SECONDS = 60;

/** The sign-in actions that share the auth bucket. */
const AUTH_PATHS: ReadonlySet<string> = new Set([
  '/api/auth/token',
  '/api/auth/refresh',
  '/api/auth/forgot-password',
  '/api/auth/reset-password',
  '/api/auth/two-factor',
]);

/** An administrator's reset of an account's password shares it. */
const PASSWORD_RESET_PATH = /^\/api\/(employees|users-admin)\/[^/]+\/reset-password$/;

/** Requests per minute: of sign-ins and password resets and of all others per IP, and of the public API per key. */
export interface Limits {
  auth: number;
  global: number;
  key: number;
}

export interface RateLimits {
  /** Counts every request; sets the RateLimit headers, passes RATE_LIMITED on (spec 8, decisions 1). */
  guard: RequestHandler;
}

/**
 * Counts in Redis, so that the limits hold across processes (spec 8, decisions 1); without Redis the same limits hold in
 * the memory of each process.
 */
export function rateLimits(redis: Redis, prefix: string, limits: Limits): RateLimits {
  const auth = new Bucket(redis, `${prefix}:limit:auth`, limits.auth);
  const global = new Bucket(redis, `${prefix}:limit:global`, limits.global);
  const perKey = new Bucket(redis, `${prefix}:limit:key`, limits.key);
  return {
    guard: async (request, response, next) => {
      const ip = clientAddress(request.ip) ?? 'unknown';
      const key = publicApiKey(request);
      const [ofIp, ofKey] = await Promise.all([
        isAuthAction(request) ? auth.count(ip) : global.count(ip),
        key === null ? null : perKey.count(hashToken(key)),
      ]);
      const isKeyNarrower = ofKey !== null && !ofIp.refused && (ofKey.refused || ofKey.remaining < ofIp.remaining);
      const count = isKeyNarrower ? ofKey : ofIp;
      response.set({
        'RateLimit-Limit': String(count.limit),
        'RateLimit-Remaining': String(count.remaining),
        'RateLimit-Reset': String(count.resetSeconds),
      });
      next(count.refused ? tooMany(count) : undefined);
    },
  };
}

interface Count {
  limit: number;
  remaining: number;
  resetSeconds: number;
  refused: boolean;
}

class Bucket {
  private readonly limiter: RateLimiterRedis;

  constructor(
    redis: Redis,
    keyPrefix: string,
    readonly limit: number,
  ) {
    this.limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix,
      points: limit,
      duration: WINDOW_SECONDS,
      rejectIfRedisNotReady: true,
      inMemoryBlockOnConsumed: limit + 1,
      insuranceLimiter: new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS }),
    });
  }

  async count(who: string): Promise<Count> {
    try {
      return this.toCount(await this.limiter.consume(who), false);
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

function tooMany({ limit, resetSeconds }: Count): AppError {
  return new AppError('RATE_LIMITED', `Too many requests: at most ${limit} per minute here. Wait and retry.`, {
    headers: { 'Retry-After': String(resetSeconds) },
  });
}

function isAuthAction(request: Request): boolean {
  const path = request.path.toLowerCase().replace(/\/+$/, '');
  return request.method === 'POST' && (AUTH_PATHS.has(path) || PASSWORD_RESET_PATH.test(path));
}

/** The well-formed key of a request of the public API; only who knows a key can fill its bucket. */
function publicApiKey(request: Request): string | null {
  if (!request.path.toLowerCase().startsWith('/api/v1/')) return null;
  const key = presentedKey(request);
  return tenantOfApiKey(key) ? key : null;
}
