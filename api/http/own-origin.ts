import type { Request } from 'express';
import { config } from '../../shared/kernel/config';

/** A host name with a port, and nothing that a browser would read as credentials or another host. */
const PORT = /^[^:@/]+:(\d{1,5})$/;

/**
 * Returns the origin for links in a response: the request's own host and port if the host belongs to the service, otherwise that
 * of BASE_URL. Made of what was checked, never of the header as it was sent.
 */
export function ownOrigin(request: Request): string {
  const { BASE_URL, BASE_DOMAIN } = config();
  const host = request.hostname?.toLowerCase() ?? '';
  const isOurs = host === BASE_DOMAIN || host.endsWith(`.${BASE_DOMAIN}`);
  if (!isOurs) return new URL(BASE_URL).origin;
  const port = PORT.exec(request.host ?? '')?.[1];
  return `${request.protocol}://${host}${port === undefined ? '' : `:${port}`}`;
}
