import { parseCookie } from 'cookie';
import type { Request } from 'express';
import { DEVICE_DAYS } from '../../../shared/platform/accounts/device.rules';
import { hostCookie, hostCookieName, sessionCookie } from './session-cookie';
import type { SignedIn } from './sign-in.service';

const NAME = 'device';

/** The header `Set-Cookie` by which a browser is known when it signs in again. */
function deviceCookie(request: Request, token: string): string {
  return hostCookie(request, { name: NAME, value: token, seconds: DEVICE_DAYS * 24 * 60 * 60 });
}

/** The token of a browser that signed someone in; null without one. */
export function deviceToken(request: Request): string | null {
  return parseCookie(request.headers.cookie ?? '')[hostCookieName(request, NAME)] || null;
}

/** The headers `Set-Cookie` of a sign-in; none where no cookie was asked for. */
export function signInCookies(request: Request, { cookie, deviceToken: token }: Omit<SignedIn, 'tokens'>): string[] {
  if (cookie === null || token === null) return [];
  return [sessionCookie(request, cookie.token, cookie.seconds), deviceCookie(request, token)];
}
