import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const kid = 'of-the-test';

/** The key of `signedToken` as a provider publishes it. */
export const PUBLISHED_KEYS = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] };

/** The published key as text, which is no secret: what an attacker signs with who hopes that it is taken for one. */
export const PUBLIC_KEY_TEXT = publicKey.export({ format: 'pem', type: 'spki' }).toString();

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const unsigned = (header: object, claims: object): string => `${encode({ kid, ...header })}.${encode(claims)}`;

/** A JWT (RFC 7519) that is signed as it ought to be. */
export function signedToken(claims: object): string {
  const text = unsigned({ alg: 'RS256' }, claims);
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

/** A JWT without a signature. */
export function unsignedToken(claims: object): string {
  return `${unsigned({ alg: 'none' }, claims)}.`;
}

/** A JWT that is signed with a shared text. */
export function sharedKeyToken(claims: object, key: string): string {
  const text = unsigned({ alg: 'HS256' }, claims);
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}
