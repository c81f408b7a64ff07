const ACTING = /^\/as\/([a-z0-9-]+)(?=\/|$)/;

const match = ACTING.exec(globalThis.location.pathname);

/** The prefix of every address of this tab: `/as/:slug` while an operator acts for an organization, else nothing. */
export const BASE_PATH = match?.[0] ?? '';

/** The organization that an operator acts for in this tab; null without one. Another one is another page load. */
export function actingSlug(): string | null {
  return match?.[1] ?? null;
}

/** Where the browser is, as the routes write it: without the base path, with the query. */
export function currentAddress(): string {
  const { pathname, search } = globalThis.location;
  return (pathname.slice(BASE_PATH.length) || '/') + search;
}
