import type { Request } from 'express';
import { config } from '../../shared/kernel/config';

/**
 * Returns the origin for links in a response: the request's own host if it belongs to the service, otherwise that of BASE_URL.
 */
export function ownOrigin(request: Request): string {
  const { BASE_URL, BASE_DOMAIN } = config();
  const host = request.hostname?.toLowerCase() ?? '';
  const isOurs = host === BASE_DOMAIN || host.endsWith(`.${BASE_DOMAIN}`);
  return isOurs ? `${request.protocol}://${request.get('host')}` : new URL(BASE_URL).origin;
}
