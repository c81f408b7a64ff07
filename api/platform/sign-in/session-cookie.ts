import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import { config } from '../../../shared/kernel/config';
import { AppError } from '../../../shared/kernel/errors';
import { refusal } from '../../../shared/kernel/refusals/refusal';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether the browser uses TLS: with a BASE_URL of https it does, also behind a proxy that TRUST_PROXY does not name. On plain http
 * browsers keep no `__Host-` cookie.
 */
function isTls(request: Request): boolean {
  return request.secure || config().BASE_URL.startsWith('https:');
}

const SESSION = 'session';

/** Returns the name of a cookie of this host, with the prefix that browsers accept over TLS only and from no other host. */
export function hostCookieName(request: Request, name: string): string {
  return isTls(request) ? `__Host-${name}` : name;
}

/** Returns the header `Set-Cookie` of a cookie for this host; 0 seconds deletes it. */
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

/** Returns the header `Set-Cookie` of a session cookie, for this host and the duration of the session. */
export function sessionCookie(request: Request, token: string, seconds: number): string {
  return hostCookie(request, { name: SESSION, value: token, seconds });
}

/** Returns the header `Set-Cookie` that deletes the cookie. */
export function endedCookie(request: Request): string {
  return hostCookie(request, { name: SESSION, value: '', seconds: 0 });
}

/** Returns the token in the session cookie of the request; null without one. Ignores the cookie name of the other scheme. */
export function cookieToken(request: Request): string | null {
  return parseCookie(request.headers.cookie ?? '')[hostCookieName(request, SESSION)] || null;
}

/**
 * Refuses requests that another site makes a browser send with its cookie: throws FOREIGN_ORIGIN for an unsafe method unless
 * `Origin` is exactly the requested address.
 */
export function refuseForeignOrigin(request: Request): void {
  if (SAFE_METHODS.has(request.method)) return;
  const own = `${isTls(request) ? 'https' : 'http'}://${request.host}`;
  const origin = request.header('origin') ?? 'no address';
  if (origin !== own) throw new AppError('FOREIGN_ORIGIN', refusal('FOREIGN_ORIGIN', { origin, expected: own }));
}
