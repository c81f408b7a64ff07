import type { Request } from 'express';
import { currentContext } from '../../shared/kernel/context';
import type { AppError } from '../../shared/kernel/errors';
import { logger } from '../../shared/kernel/logger';
import { bodyOf } from './body';
import { routePattern } from './route-pattern';

const REFUSED: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Logs a refusal that concerns operators: 401 with a credential, 403, TENANT_MISMATCH and 429, with the caller, address
 * and route, never with the credential.
 */
export function logRefusal(request: Request, { code, status }: AppError): void {
  if (!REFUSED.has(status) && code !== 'TENANT_MISMATCH') return;
  const credential = credentialOf(request);
  if (status === 401 && credential === null) return;
  const found = currentContext();
  logger.warn('request refused', {
    category: 'security',
    errorCode: code,
    status,
    method: request.method,
    route: routePattern(request) ?? request.path,
    ip: found?.ip,
    credential,
    actor: found?.actor?.userId ?? found?.provenUserId ?? found?.apiKeyId ?? found?.scimTokenId ?? null,
  });
}

/** Returns the kind of credential of a request; null without one. */
function credentialOf(request: Request): string | null {
  if (request.headers.authorization)
    return request.headers.authorization.split(' ', 1)[0]?.toLowerCase() === 'basic' ? 'basic' : 'bearer';
  if (request.headers['x-api-key']) return 'api-key';
  const body = bodyOf(request);
  if (typeof body === 'object' && body !== null && SECRETS.some((name) => name in body)) return 'body';
  return /(^|;\s*)(__Host-)?session=/.test(request.headers.cookie ?? '') ? 'cookie' : null;
}

/** Members of bodies that are credentials. */
const SECRETS = ['password', 'refreshToken', 'token', 'challengeToken'] as const;
