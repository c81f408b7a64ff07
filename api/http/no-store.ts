import type { RequestHandler } from 'express';

const PUBLIC_API = /^\/v1(\/|$)/i;

/** Prevents caching of the internal API's responses, including errors. The public API and files set their own headers. */
export const noStore: RequestHandler = (request, response, next) => {
  if (!PUBLIC_API.test(request.path)) response.set('Cache-Control', 'no-store');
  next();
};
