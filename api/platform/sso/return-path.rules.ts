const MAX_LENGTH = 2_000;
/** Paths that are not pages of the console, and the sign-in page itself. */
const NO_PAGE = /^\/(api|scim|admin|swagger|health|metrics|sign-in)(\/|$)/i;
/** Browsers treat a backslash as a slash and ignore control characters. */
// oxlint-disable-next-line no-control-regex
const MISLEADING = /[\\\u0000-\u001f\u007f]/;
const ANY_HOST = 'http://console.invalid';

/**
 * Returns the page of the console to show after a sign-in: `next` if it is a path of the console, otherwise `/`, so
 * that the service is no open redirector (RFC 9700, 4.11).
 */
export function returnPath(next: string | undefined): string {
  if (next === undefined || next.length > MAX_LENGTH || !next.startsWith('/') || MISLEADING.test(next)) return '/';
  const url = URL.canParse(next, ANY_HOST) ? new URL(next, ANY_HOST) : null;
  if (url?.origin !== ANY_HOST || url.pathname.startsWith('//') || NO_PAGE.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
}
