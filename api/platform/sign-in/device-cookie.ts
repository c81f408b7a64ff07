import { parseCookie } from 'cookie';
import type { Request } from 'express';
import { DEVICE_DAYS } from '../../../shared/platform/accounts/device.rules';
import { hostCookie, hostCookieName, sessionCookie } from './session-cookie';
import type { SignedIn } from './sign-in.service';

const NAME = 'device';

/** Returns the header `Set-Cookie` that identifies the browser at its next sign-in. */
function deviceCookie(request: Request, token: string): string {
  return hostCookie(request, { name: NAME, value: token, seconds: DEVICE_DAYS * 24 * 60 * 60 });
}

/** Returns the token of a known browser; null without one. */
export function deviceToken(request: Request): string | null {
  return parseCookie(request.headers.cookie ?? '')[hostCookieName(request, NAME)] || null;
}

/** Returns the headers `Set-Cookie` of a sign-in; empty when no cookie was requested. */
export function signInCookies(request: Request, { cookie, deviceToken: token }: Omit<SignedIn, 'tokens'>): string[] {
  if (cookie === null || token === null) return [];
  return [sessionCookie(request, cookie.token, cookie.seconds), deviceCookie(request, token)];
}
