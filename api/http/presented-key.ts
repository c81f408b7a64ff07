import type { Request } from 'express';

const BASIC = /^basic +([a-z0-9+/]+={0,2})$/i;

/**
 * The API key that a request presents: `X-Api-Key`, else the password of `Authorization: Basic`, so that BI tools keep it where
 * they keep passwords; the user name says nothing. '' without one.
 */
export function presentedKey(request: Request): string {
  const header = request.header('x-api-key');
  if (header !== undefined) return header;
  const credentials = BASIC.exec(request.header('authorization')?.trim() ?? '')?.[1];
  if (credentials === undefined) return '';
  const text = Buffer.from(credentials, 'base64').toString();
  return text.slice(text.indexOf(':') + 1);
}
