import { config } from '../kernel/config';

/**
 * Returns the address of a page of an organization, `https://acme.example.com/…`, from the configuration alone, never
 * from a request. `path` begins with a slash.
 */
export function tenantAddress(slug: string, path = '/'): string {
  const { BASE_URL, BASE_DOMAIN } = config();
  const url = new URL(path, BASE_URL);
  url.hostname = `${slug}.${BASE_DOMAIN}`;
  return url.toString();
}

export function platformAddress(path = '/'): string {
  return new URL(path, config().BASE_URL).toString();
}
