import type { Role } from '../../../shared/kernel/permissions';
import type { ErrorBody } from '../../http/errors';
import type { Email, Id } from '../../http/types';
import type { TwoFactorCode } from '../two-factor/two-factor.dto';

/**
 * @minLength 1 must not be empty
 * @maxLength 128 must have at most 128 characters
 */
export type Password = string;

/** POST /api/auth/token. */
export interface TokenRequest {
  email: Email;
  password: Password;
  /**
   * The organization, unless the host or `X-Tenant` names it.
   * @maxLength 63
   * @example "demo"
   */
  tenantSlug?: string;
  /** For accounts with two-factor authentication, which are otherwise refused with TWO_FACTOR_REQUIRED. */
  twoFactorCode?: TwoFactorCode;
  cookie?: WantsCookie;
}

/**
 * Whether the response also sets the session cookie, which is accepted like a bearer token. Unsafe methods with the
 * cookie require the header `Origin` with this host's address.
 * @example false
 */
export type WantsCookie = boolean;

/** POST /api/auth/two-factor. */
export interface TwoFactorRequest {
  /**
   * From the response TWO_FACTOR_REQUIRED; valid for 5 minutes.
   * @maxLength 1000
   */
  challengeToken: string;
  code: TwoFactorCode;
  cookie?: WantsCookie;
}

/** The refusal of a right password without two-factor authentication: an error with a token for the next step. */
export interface SignInRefusal extends ErrorBody {
  /** Only with TWO_FACTOR_REQUIRED: send it with a code to POST /api/auth/two-factor within 5 minutes. */
  challengeToken?: string;
}

/** POST /api/auth/refresh. */
export interface RefreshRequest {
  /** @maxLength 200 */
  refreshToken: string;
}

/** A session that has ended here and continues at the identity provider. */
export interface SignedOut {
  /**
   * Where a browser ends the session at the identity provider.
   * @example "https://login.example.com/logout?client_id=evaluation&post_logout_redirect_uri=https%3A%2F%2Facme.example.com%2Fsign-in"
   */
  endSessionUrl: string;
}

/** The tokens of a session. */
export interface TokenResponse {
  /** JWT for the header `Authorization: Bearer`. */
  accessToken: string;
  /** Works once; each refresh returns the next one. */
  refreshToken: string;
  /** @example 3600 */
  expiresInSeconds: number;
  user: { id: Id; email: string; fullName: string; roles: Role[] };
}
