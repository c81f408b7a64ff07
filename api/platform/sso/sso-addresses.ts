import { tenantAddress } from '../../../shared/platform/tenant-address';

const SIGN_IN_PAGE = '/sign-in';

/** The redirect URI that an organization registers at its provider. */
export function callbackAddress(slug: string): string {
  return tenantAddress(slug, '/api/auth/sso/callback');
}

/** The page after signing out at the provider, which an organization registers there too. */
export function signedOutAddress(slug: string): string {
  return tenantAddress(slug, SIGN_IN_PAGE);
}

/** The sign-in page that says what went wrong; a `next` other than the home page stays. */
export function failurePath(error: string, next: string): string {
  const query = new URLSearchParams({ error, ...(next === '/' ? {} : { next }) });
  return `${SIGN_IN_PAGE}?${query.toString()}`;
}
