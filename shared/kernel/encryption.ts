import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { config } from './config';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Format version of encrypted texts. */
const VERSION = 'v1';

/**
 * Encrypts a secret for storage with a key derived from DATA_KEY for this purpose (AES-256-GCM, random nonce): `v1.`
 * and base64url. The purpose is authenticated: name the row in it (`two-factor:<user id>`), so that the text cannot be
 * decrypted for another row.
 */
export function encrypt(text: string, purpose: string): string {
  return encryptWith(keyFor(purpose), text, purpose);
}

/**
 * Decrypts a secret that was encrypted for this purpose with any of the keys; throws an Error when the text was
 * changed, or encrypted with another key or purpose.
 */
export function decrypt(sealed: string, purpose: string): string {
  return opened(sealed, purpose).text;
}

/** Encrypts a secret again with the first key; null when that key encrypted it already. Throws like `decrypt`. */
export function sealedAgain(sealed: string, purpose: string): string | null {
  const { text, isByFirstKey } = opened(sealed, purpose);
  return isByFirstKey ? null : encrypt(text, purpose);
}

function opened(sealed: string, purpose: string): { text: string; isByFirstKey: boolean } {
  let failure: unknown;
  for (const [at, dataKey] of config().DATA_KEYS.entries())
    try {
      return { text: decryptWith(keyFor(purpose, dataKey), sealed, purpose), isByFirstKey: at === 0 };
    } catch (error) {
      failure ??= error;
    }
  throw failure;
}

/** Returns a fingerprint of a DATA_KEY that does not reveal it: 32 hexadecimal digits. */
export function dataKeyFingerprint(dataKey: string = config().DATA_KEY): string {
  return Buffer.from(hkdfSync('sha256', dataKey, '', 'fingerprint', 16)).toString('hex');
}

export function isOwnFingerprint(fingerprint: string): boolean {
  return config().DATA_KEYS.some((dataKey) => dataKeyFingerprint(dataKey) === fingerprint);
}

/** Returns the HMAC-SHA256 of a text for a purpose in hexadecimal digits: proof that its author has DATA_KEY. */
export function sealOf(text: string, purpose: string): string {
  return sealWith(keyFor(purpose), text);
}

export function isSealOf(seal: string | undefined, text: string, purpose: string): boolean {
  return config().DATA_KEYS.some((dataKey) => sealWith(keyFor(purpose, dataKey), text) === seal);
}

function sealWith(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Returns a random key for `encryptWith`. */
export function newKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Like `encrypt`, with the caller's key. */
export function encryptWith(key: Buffer, text: string, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString('base64url')}`;
}

/** Like `decrypt`, with the caller's key. */
export function decryptWith(key: Buffer, sealed: string, purpose: string): string {
  const [version, encoded = ''] = sealed.split('.');
  const bytes = Buffer.from(encoded, 'base64url');
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('This is not an encrypted text.');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

function keyFor(purpose: string, dataKey: string = config().DATA_KEY): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, '', `encryption\0${purpose}`, KEY_BYTES));
}
