import { randomBytes, randomUUID } from 'node:crypto';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** A new identifier: UUID version 4 (spec 2.1). */
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
