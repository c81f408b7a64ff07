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
   * The organization, where neither host nor `X-Tenant` names it.
   * @maxLength 63
   * @example "demo"
   */
  tenantSlug?: string;
  /** For accounts with two-factor authentication; without it they are answered with TWO_FACTOR_REQUIRED. */
  twoFactorCode?: TwoFactorCode;
  cookie?: WantsCookie;
}

/**
 * Whether the answer also sets the session cookie, which is accepted wherever a bearer token is. Unsafe methods with the
 * cookie need the header `Origin` with the address of this very host.
 * @example false
 */
export type WantsCookie = boolean;

/** POST /api/auth/two-factor. */
export interface TwoFactorRequest {
  /**
   * From the answer TWO_FACTOR_REQUIRED; good for 5 minutes.
   * @maxLength 1000
   */
  challengeToken: string;
  code: TwoFactorCode;
  cookie?: WantsCookie;
}

/** The refusal of a right password that lacks its two-factor authentication: an error that also carries the way on. */
export interface SignInRefusal extends ErrorBody {
  /** With TWO_FACTOR_REQUIRED alone: to be sent with a code to POST /api/auth/two-factor within 5 minutes. */
  challengeToken?: string;
}

/** POST /api/auth/refresh. */
export interface RefreshRequest {
  /** @maxLength 200 */
  refreshToken: string;
}

/** A session that ended here and continues at the identity provider. */
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
  /** Works once; each refresh answers with the next one. */
  refreshToken: string;
  /** @example 3600 */
  expiresInSeconds: number;
  user: { id: Id; email: string; fullName: string; roles: Role[] };
}
