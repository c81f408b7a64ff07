import type { Request, RequestHandler, Response } from 'express';
import type { RedisClient } from '../../shared/infra/redis';
import { hashToken } from '../../shared/kernel/ids';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { tenantOfApiKey } from './api-key-token';
import { limitedAddress } from './client-address';
import { presentedKey } from './presented-key';
import { type Count, RequestCounter, tooMany } from './request-counter';

const WINDOW_SECONDS = 60;

const AUTH_PATHS: ReadonlySet<string> = new Set([
  '/api/auth/token',
  '/api/auth/refresh',
  '/api/auth/forgot-password',
  '/api/auth/reset-password',
  '/api/auth/two-factor',
  '/api/guest/session',
]);

/** An administrator's reset of an account's password shares it too. */
const PASSWORD_RESET_PATH = /^\/api\/(employees|users-admin)\/[^/]+\/reset-password$/;

/**
 * Requests per minute: sign-ins, password resets and links of guests, and all others, per IP address (IPv6: per /64 network), and the
 * public API per key.
 */
export interface Limits {
  auth: number;
  global: number;
  key: number;
}

export interface RateLimits {
  /** Counts every request; sets the RateLimit headers, passes RATE_LIMITED on. */
  guard: RequestHandler;
  /** Counts a call with a provisioning token, independent of its address; throws RATE_LIMITED. */
  countScimToken(tokenId: string, response: Response): Promise<void>;
  /** Counts a provisioning call without a valid token by its address; throws RATE_LIMITED. */
  countStranger(request: Request, response: Response): Promise<void>;
}

/**
 * Returns the counters of requests per minute, by address, API key and provisioning token; replicas share them through Redis, under
 * keys that begin with `prefix`.
 */
export function rateLimits(redis: RedisClient, prefix: string, limits: Limits): RateLimits {
  const auth = new RequestCounter(redis, `${prefix}:limit:auth`, limits.auth, WINDOW_SECONDS);
  const global = new RequestCounter(redis, `${prefix}:limit:global`, limits.global, WINDOW_SECONDS);
  const perKey = new RequestCounter(redis, `${prefix}:limit:key`, limits.key, WINDOW_SECONDS);
  const perScimToken = new RequestCounter(redis, `${prefix}:limit:scim`, limits.key, WINDOW_SECONDS);
  return {
    guard: async (request, response, next) => {
      const ip = limitedAddress(request.ip);
      const key = publicApiKey(request);
      const [ofIp, ofKey] = await Promise.all([
        isAuthAction(request) ? auth.count(ip) : global.count(ip),
        key === null ? null : perKey.count(hashToken(key)),
      ]);
      const isKeyNarrower = ofKey !== null && !ofIp.refused && (ofKey.refused || ofKey.remaining < ofIp.remaining);
      const count = isKeyNarrower ? ofKey : ofIp;
      announce(count, response);
      next();
    },
    countScimToken: async (tokenId, response) => announce(await perScimToken.count(tokenId), response),
    countStranger: async (request, response) => announce(await global.count(limitedAddress(request.ip)), response),
  };
}

/** Sets the RateLimit headers; throws RATE_LIMITED. */
function announce(count: Count, response: Response): void {
  response.set({
    'RateLimit-Limit': String(count.limit),
    'RateLimit-Remaining': String(count.remaining),
    'RateLimit-Reset': String(count.resetSeconds),
  });
  if (count.refused) throw tooMany(count, refusal('TOO_MANY_REQUESTS', { max: count.limit }));
}

function isAuthAction(request: Request): boolean {
  const path = request.path.toLowerCase().replace(/\/+$/, '');
  return request.method === 'POST' && (AUTH_PATHS.has(path) || PASSWORD_RESET_PATH.test(path));
}

function publicApiKey(request: Request): string | null {
  if (!request.path.toLowerCase().startsWith('/api/v1/')) return null;
  const key = presentedKey(request);
  return tenantOfApiKey(key) ? key : null;
}
