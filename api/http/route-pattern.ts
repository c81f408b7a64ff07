import type { Request } from 'express';

/** Returns the pattern of a request's route, such as `/api/employees/:id`; null without a match. */
export function routePattern({ route, baseUrl }: Request): string | null {
  const { path } = (route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? `${baseUrl}${path}` : null;
}
