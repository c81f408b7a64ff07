import { createHmac } from 'node:crypto';
import { config } from '../../kernel/config';

/** How long a password reset link works. */
export const PASSWORD_LINK_MS = 3_600_000;
/** An account is mailed one link in this time, however often it is asked for. */
export const BETWEEN_LINKS_MS = 10 * 60_000;

/**
 * The token in the link of a request: names the scope and the account, and proves them with a secret that follows from the
 * server's key and the request, so that a run that is repeated mails the same one.
 */
export function passwordLinkToken(scope: string, userId: string, requestId: string): string {
  const secret = createHmac('sha256', config().DATA_KEY).update(`password-link\0${requestId}`).digest('base64url');
  return [scope, userId, secret].join('.');
}

/** What a token names; null when it is none. */
export function readPasswordLinkToken(token: string): { scope: string; userId: string } | null {
  const [scope, userId, secret, ...rest] = token.split('.');
  return scope && userId && secret && rest.length === 0 ? { scope, userId } : null;
}
