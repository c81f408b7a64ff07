import type { Request } from 'express';

const BASIC = /^basic +([a-z0-9+/]+={0,2})$/i;

/**
 * Returns the API key of a request: `X-Api-Key`, otherwise the password of `Authorization: Basic`, so that BI tools
 * store it like a password; the user name is ignored. Empty without a key, and for credentials without a colon.
 */
export function presentedKey(request: Request): string {
  const header = request.header('x-api-key');
  if (header !== undefined) return header;
  const credentials = BASIC.exec(request.header('authorization')?.trim() ?? '')?.[1];
  if (credentials === undefined) return '';
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  return password;
}
