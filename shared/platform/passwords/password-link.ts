import { createHmac } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '../../kernel/clock';
import { config } from '../../kernel/config';

export const PASSWORD_LINK_MS = HOUR_MS;
/** Shortest time between two links to an account, however often one is requested. */
export const BETWEEN_LINKS_MS = 10 * MINUTE_MS;

/**
 * Returns the token in the link of a request. It names the scope and the account, and its secret is derived from the
 * server's key and the request, so that a repeated run emails the same token.
 */
export function passwordLinkToken(scope: string, userId: string, requestId: string): string {
  const secret = createHmac('sha256', config().DATA_KEY).update(`password-link\0${requestId}`).digest('base64url');
  return [scope, userId, secret].join('.');
}

/** Returns the scope and account of a token; null when the text is not one. */
export function readPasswordLinkToken(token: string): { scope: string; userId: string } | null {
  const [scope, userId, secret, ...rest] = token.split('.');
  return scope && userId && secret && rest.length === 0 ? { scope, userId } : null;
}
