import { randomBytes } from 'node:crypto';
import { isId } from '../kernel/ids';

const MARK = 'evk_';
const KEY = /^evk_([0-9a-f]{32})_([\w-]{43})$/;

/** A new key of the public API: names its tenant, so that it is looked up inside it; 256 random bits. */
export function newApiKey(tenantId: string): string {
  return `${MARK}${tenantId.replaceAll('-', '')}_${randomBytes(32).toString('base64url')}`;
}

/** The tenant that a key names; null when the text is no key. */
export function tenantOfApiKey(key: string): string | null {
  const hex = KEY.exec(key)?.[1];
  const id = hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return id && isId(id) ? id : null;
}

/** Characters of the secret that are never shown: 222 bits. */
const HIDDEN = 37;

/** Returns how a key begins: up to the first characters of its secret, which tell it from the organization's other keys. */
export function prefixOfApiKey(key: string): string {
  return key.slice(0, -HIDDEN);
}
