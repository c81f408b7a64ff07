import { tenantAddress } from '../../../shared/platform/tenant-address';

const SIGN_IN_PAGE = '/sign-in';

/** Returns the redirect URI that an organization registers at its provider. */
export function callbackAddress(slug: string): string {
  return tenantAddress(slug, '/api/auth/sso/callback');
}

/** Returns the page after signing out at the provider, which an organization also registers there. */
export function signedOutAddress(slug: string): string {
  return tenantAddress(slug, SIGN_IN_PAGE);
}

/** Returns the sign-in page with an error; keeps a `next` other than the home page. */
export function failurePath(error: string, next: string): string {
  const query = new URLSearchParams({ error, ...(next === '/' ? {} : { next }) });
  return `${SIGN_IN_PAGE}?${query.toString()}`;
}
