import type { RequestHandler } from 'express';
import type { ApiSurface } from '../../shared/kernel/config';
import { notFound } from '../../shared/kernel/errors';

/** Hides the routes that this process does not serve. */
export function onlySurface(surfaces: readonly ApiSurface[]): RequestHandler {
  return (request, _response, next) => {
    const path = request.path.toLowerCase();
    const isPublic = path === '/api/v1' || path.startsWith('/api/v1/');
    const isInternal = !isPublic && (path === '/api' || path.startsWith('/api/'));
    const hidden = (isInternal && !surfaces.includes('internal')) || (isPublic && !surfaces.includes('public'));
    next(hidden ? notFound() : undefined);
  };
}
