import { parseCookie } from 'cookie';
import type { Request } from 'express';
import { hostCookie, hostCookieName } from '../sign-in/session-cookie';

/** How long a user may take at the provider. */
export const ATTEMPT_SECONDS = 600;
const NAME = 'sso';

/** Returns the header `Set-Cookie` that binds a sign-in at the provider to the browser that began it (RFC 9700, 4.7). */
export function attemptCookie(request: Request, token: string): string {
  return hostCookie(request, { name: NAME, value: token, seconds: ATTEMPT_SECONDS });
}

/** Returns the header `Set-Cookie` that deletes the cookie. */
export function endedAttemptCookie(request: Request): string {
  return hostCookie(request, { name: NAME, value: '', seconds: 0 });
}

/** Returns the token of the browser that began a sign-in at the provider; null without one. */
export function attemptToken(request: Request): string | null {
  return parseCookie(request.headers.cookie ?? '')[hostCookieName(request, NAME)] || null;
}
