import type { Request } from 'express';

/** The pattern of the route that serves a request, such as `/api/employees/:id`; null where none matches. */
export function routePattern({ route, baseUrl }: Request): string | null {
  const { path } = (route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? `${baseUrl}${path}` : null;
}
