import { randomBytes } from 'node:crypto';
import { hexToId, isId } from './ids';

/** Characters of the secret that are never shown: 222 bits. */
const HIDDEN = 37;

/** A kind of token for programs: it contains its tenant, so that it is looked up in it, and 256 random bits. */
export interface TenantTokens {
  create: (tenantId: string) => string;
  /** Returns the tenant in a token; null when the text is not a token of this kind. */
  tenantOf: (token: string) => string | null;
}

/** Returns the kind of token that begins with `mark`, such as `evk_`. */
export function tenantTokens(mark: string): TenantTokens {
  const pattern = new RegExp(`^${mark}([0-9a-f]{32})_[\\w-]{43}$`);
  return {
    create: (tenantId) => `${mark}${tenantId.replaceAll('-', '')}_${randomBytes(32).toString('base64url')}`,
    tenantOf: (token) => {
      const hex = pattern.exec(token)?.[1];
      const id = hex && hexToId(hex);
      return id && isId(id) ? id : null;
    },
  };
}

/**
 * Returns the beginning of a token, up to the first characters of its secret, which distinguish it from the
 * organization's other tokens.
 */
export function prefixOfToken(token: string): string {
  return token.slice(0, -HIDDEN);
}
