import { hash, randomBytes, randomUUID } from 'node:crypto';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** A new identifier: UUID version 4. */
export function newId(): string {
  return randomUUID();
}

/** Whether `text` is a UUID version 4. */
export function isId(text: string): boolean {
  return UUID_V4.test(text);
}

/** A random token of 256 bits, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a token in hex: what is stored of it. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/**
 * The identifier that these names always give, in the shape of a UUID version 4: rows of a job that is run again get the
 * ids that they had before, and the unique index on ids refuses the second one.
 */
export function derivedId(...names: readonly (string | number)[]): string {
  const hex = hash('sha256', names.join(':'));
  const variant = '89ab'.charAt(parseInt(hex.charAt(16), 16) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
