import type { RequestHandler } from 'express';

const PUBLIC_API = /^\/v1(\/|$)/i;

/** Keeps answers of the internal API out of every cache, errors too. The public API and files say themselves what may be kept. */
export const noStore: RequestHandler = (request, response, next) => {
  if (!PUBLIC_API.test(request.path)) response.set('Cache-Control', 'no-store');
  next();
};
