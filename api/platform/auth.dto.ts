import type { Role } from '../../shared/kernel/permissions';
import type { Email, Id } from '../http/types';

/**
 * @minLength 1 must not be empty
 * @maxLength 128 must have at most 128 characters
 */
export type Password = string;

/** POST /api/auth/token (spec 4.1). */
export interface TokenRequest {
  email: Email;
  password: Password;
  /**
   * The organization, where neither host nor `X-Tenant` names it.
   * @maxLength 63
   * @example "demo"
   */
  tenantSlug?: string;
}

/** POST /api/auth/refresh (spec 4.1). */
export interface RefreshRequest {
  /** @maxLength 200 */
  refreshToken: string;
}

/** Tokens of a session (spec 2.3). */
export interface TokenResponse {
  /** JWT for the header `Authorization: Bearer`. */
  accessToken: string;
  /** Works once; each refresh answers with the next one. */
  refreshToken: string;
  /** @example 3600 */
  expiresInSeconds: number;
  user: { id: Id; email: string; fullName: string; roles: Role[] };
}
