import { hash, randomBytes, randomUUID } from 'node:crypto';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Returns a new identifier: UUID version 4. */
export function newId(): string {
  return randomUUID();
}

/** Whether `text` is a UUID version 4. */
export function isId(text: string): boolean {
  return UUID_V4.test(text);
}

export function idToBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function bytesToId(bytes: Buffer): string {
  return hexToId(bytes.toString('hex'));
}

/** Returns the identifier that 32 hexadecimal digits write. */
export function hexToId(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns a random URL-safe token of 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 of a token in hexadecimal, which is stored in its place. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/**
 * Returns the same identifier for the same names, in the format of a UUID version 4: rows of a job that runs again get
 * their previous ids, and the unique index on ids refuses the second one.
 */
export function derivedId(...names: readonly (string | number)[]): string {
  const hex = hash('sha256', names.join(':'));
  const variant = '89ab'.charAt(parseInt(hex.charAt(16), 16) % 4);
  return hexToId(`${hex.slice(0, 12)}4${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`);
}
