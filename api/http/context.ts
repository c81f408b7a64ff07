import type { Request, RequestHandler } from 'express';
import { runInContext } from '../../shared/kernel/context';
import { newId } from '../../shared/kernel/ids';
import { clientAddress } from './client-address';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Opens the context of a request with its id (the client's if it is a UUID, otherwise a new one), which the response returns.
 */
export const openContext: RequestHandler = (request, response, next) => {
  const requested = request.header('x-request-id');
  const requestId = requested && UUID.test(requested) ? requested : newId();
  response.setHeader('X-Request-Id', requestId);
  const ip = clientAddress(request.ip);
  const userAgent = request.header('user-agent');
  const operation = (): string => `${request.method} ${routeOf(request)}`;
  runInContext({ requestId, tenantId: null, actor: null, ip, userAgent, operation }, next);
};

/** Returns the route of a request with the names of its parameters; unknown paths share one name. */
export function routeOf(request: Request): string {
  const route = (request.route as { path?: unknown } | undefined)?.path;
  return typeof route === 'string' ? route : 'other';
}
