import { config } from '../kernel/config';

/**
 * The address of an organization's own host, or of the platform for null: the scheme and port of BASE_URL, the slug below
 * BASE_DOMAIN, without a slash at the end. Links in mails begin with it; what a request calls its host never gets there.
 */
export function tenantAddress(slug: string | null): string {
  const { BASE_URL, BASE_DOMAIN } = config();
  const address = new URL(BASE_URL);
  if (slug !== null) address.hostname = `${slug}.${BASE_DOMAIN}`;
  return address.href.replace(/\/+$/, '');
}
