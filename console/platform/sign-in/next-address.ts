import { BASE_PATH } from '../../app/base-path';

/** Where to go after the sign-in: the `next` of the address if it stays on this host, else the home page. */
export function nextAddress(next: string | null): string {
  if (!next?.startsWith('/')) return '/';
  // The browser's own parser decides what leaves the host: `//elsewhere`, `/\elsewhere`, control characters.
  const url = URL.parse(next, globalThis.location.origin);
  if (url?.origin !== globalThis.location.origin) return '/';
  const address = url.pathname + url.search + url.hash;
  return address.startsWith('//') || address.startsWith('/sign-in') ? '/' : address;
}

/** Whether an address belongs to the service itself, so that the browser has to load it: Bull Board, Swagger. */
export function isOutsideConsole(address: string): boolean {
  return /^\/(admin|swagger|api)(\/|$)/.test(address) || BASE_PATH !== '';
}
