import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import { config } from '../../../shared/kernel/config';
import { AppError } from '../../../shared/kernel/errors';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether the browser speaks TLS with us. In production it does, also behind a proxy that TRUST_PROXY does not name;
 * elsewhere plain http is served too, where browsers keep no `__Host-` cookie.
 */
function isTls(request: Request): boolean {
  return request.secure || config().NODE_ENV === 'production';
}

const SESSION = 'session';

/** The name of a cookie of this very host: with the prefix that browsers take over TLS alone, and from no other host. */
export function hostCookieName(request: Request, name: string): string {
  return isTls(request) ? `__Host-${name}` : name;
}

/** The header `Set-Cookie` of a cookie for this very host; 0 seconds end it. */
export function hostCookie(request: Request, cookie: { name: string; value: string; seconds: number }): string {
  return stringifySetCookie({
    name: hostCookieName(request, cookie.name),
    value: cookie.value,
    maxAge: cookie.seconds,
    path: '/',
    httpOnly: true,
    secure: isTls(request),
    sameSite: 'lax',
  });
}

/** The header `Set-Cookie` of a cookie sign-in: for this very host, for as long as the session lives. */
export function sessionCookie(request: Request, token: string, seconds: number): string {
  return hostCookie(request, { name: SESSION, value: token, seconds });
}

/** The header `Set-Cookie` that ends the cookie. */
export function endedCookie(request: Request): string {
  return hostCookie(request, { name: SESSION, value: '', seconds: 0 });
}

/** The token in the session cookie of the request; null without one. The name for the other scheme is not looked at. */
export function cookieToken(request: Request): string | null {
  return parseCookie(request.headers.cookie ?? '')[hostCookieName(request, SESSION)] || null;
}

/**
 * Refuses what another site makes a browser send with its cookie: throws FORBIDDEN for an unsafe method whose `Origin` is
 * not exactly the address that was called. A request without `Origin` is refused too.
 */
export function refuseForeignOrigin(request: Request): void {
  if (SAFE_METHODS.has(request.method)) return;
  const own = `${isTls(request) ? 'https' : 'http'}://${request.host}`;
  if (request.header('origin') !== own)
    throw new AppError('FORBIDDEN', 'A request with a cookie must come from this very host.');
}
