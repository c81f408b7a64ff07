import { toInstantOrNull } from '../../../shared/kernel/clock';
import type { SignInSettings } from '../../../shared/platform/sso/sign-in-settings.model';
import type { TwoFactorPolicy } from '../../../shared/platform/sso/two-factor-policy';
import type { Instant } from '../../http/types';
import { DEFAULT_POLICY } from './sign-in-policy.rules';

/**
 * The address of an OpenID Connect provider, as its discovery document spells it: `https` and public. Without
 * `/.well-known/openid-configuration`.
 * @maxLength 500 must have at most 500 characters
 * @example "https://login.example.com"
 */
export type Issuer = string;

/**
 * @minLength 1 must not be empty
 * @maxLength 500 must have at most 500 characters
 * @pattern ^[\x21-\x7e]+$ must consist of printable ASCII characters without spaces
 * @example "evaluation"
 */
export type ClientId = string;

/**
 * @minLength 1 must not be empty
 * @maxLength 1000 must have at most 1000 characters
 * @pattern ^[\x20-\x7e]+$ must consist of printable ASCII characters
 */
export type ClientSecret = string;

/**
 * @maxLength 253 must have at most 253 characters
 * @example "example.com"
 */
export type EmailDomain = string;

/**
 * Minutes without a request after which a session ends.
 * @isInt must be an integer from 5 to 43200
 * @minimum 5 must be an integer from 5 to 43200
 * @maximum 43200 must be an integer from 5 to 43200
 * @example 720
 */
export type IdleMinutes = number;

/**
 * Days after which a session ends, even if it is used.
 * @isInt must be an integer from 1 to 90
 * @minimum 1 must be an integer from 1 to 90
 * @maximum 90 must be an integer from 1 to 90
 * @example 30
 */
export type SessionDays = number;

/** The identity provider of your organization. The client secret is never returned. */
export interface SsoView {
  issuer: Issuer;
  clientId: ClientId;
  /** Domains of emails by which accounts are linked at the first sign-in; empty: every domain. */
  emailDomains: EmailDomain[];
  /**
   * Whether an email of the provider counts as verified without `email_verified`. Only for a provider that your organization
   * controls.
   * @example false
   */
  trustsEmail: boolean;
  /**
   * Whether passwords are refused, except those of TenantAdmins with `mayUsePassword`.
   * @example false
   */
  isRequired: boolean;
}

/** How users of your organization sign in. */
export interface SignInSettingsView {
  /** Null: no single sign-on. */
  sso: SsoView | null;
  /** Who needs two-factor authentication to sign in with a password. Admins: TenantAdmin and HRManager. */
  twoFactor: TwoFactorPolicy;
  sessionIdleMinutes: IdleMinutes;
  sessionDays: SessionDays;
  /**
   * Register this redirect URI at the provider.
   * @example "https://acme.example.com/api/auth/sso/callback"
   */
  redirectUri: string;
  /**
   * Register this address at the provider as the page after signing out.
   * @example "https://acme.example.com/sign-in"
   */
  signedOutUri: string;
  updatedAt: Instant | null;
  /** Counts the changes. 0 before the first change. */
  revision: number;
}

/** Omitted fields keep their values. */
export interface UpdateSso {
  /** Required when there is no provider yet. */
  issuer?: Issuer;
  /** Required when there is no provider yet. */
  clientId?: ClientId;
  /** Write-only. Must be sent again when the issuer or the client changes. */
  clientSecret?: ClientSecret;
  /** @maxItems 100 must have at most 100 entries */
  emailDomains?: EmailDomain[];
  trustsEmail?: boolean;
  /** Can only be set in a session that was signed in by this provider. */
  isRequired?: boolean;
}

/** Omitted fields keep their values. */
export interface UpdateSignInSettings {
  /** Null ends single sign-on. */
  sso?: UpdateSso | null;
  /**
   * Who needs two-factor authentication to sign in with a password. Sessions without it must set it up at their next request.
   */
  twoFactor?: TwoFactorPolicy;
  sessionIdleMinutes?: IdleMinutes;
  sessionDays?: SessionDays;
}

/** The provider to test. */
export interface TestProvider {
  issuer: Issuer;
}

/** The contents of a provider's discovery document. */
export interface TestedProviderView {
  issuer: Issuer;
  /** @example "https://login.example.com/authorize" */
  authorizationEndpoint: string;
  /** @example "https://login.example.com/token" */
  tokenEndpoint: string;
  /** Where an email is read when the ID token has none. */
  userinfoEndpoint: string | null;
  /** Where sessions at the provider end; null: users stay signed in there. */
  endSessionEndpoint: string | null;
  /** Whether the provider declares support of PKCE with S256, which is always used. */
  supportsPkce: boolean;
}

/** Returns the settings of an organization as the API shows them; null when none are saved. */
export function toSignInSettingsView(
  row: SignInSettings | null,
  addresses: Pick<SignInSettingsView, 'redirectUri' | 'signedOutUri'>,
): SignInSettingsView {
  const { twoFactor, sessionIdleMinutes, sessionDays } = row ?? DEFAULT_POLICY;
  return {
    sso: toSsoView(row?.sso ?? null),
    twoFactor,
    sessionIdleMinutes,
    sessionDays,
    ...addresses,
    updatedAt: toInstantOrNull(row?.updatedAt),
    revision: shownSignInRevision(row),
  };
}

function toSsoView(sso: SignInSettings['sso']): SsoView | null {
  if (!sso) return null;
  const { issuer, clientId, emailDomains, trustsEmail, isRequired } = sso;
  return { issuer, clientId, emailDomains, trustsEmail, isRequired };
}

/** Returns the revision of settings as the API counts it: the first save is 1, and no settings are 0. */
export function shownSignInRevision(row: Pick<SignInSettings, 'revision'> | null): number {
  return row ? row.revision + 1 : 0;
}
