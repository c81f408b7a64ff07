import type { Request } from 'express';

const BEARER = /^bearer +(\S+)$/i;

/** Returns the token of the request's `Authorization: Bearer` header; undefined without one. */
export function bearerToken(request: Request): string | undefined {
  return BEARER.exec(request.headers.authorization?.trim() ?? '')?.[1];
}
