import { PLATFORM_NAME } from '../../../shared/platform/platform-name';
import type { Tenant } from '../../../shared/platform/tenant.model';
import { MIN_PASSWORD_LENGTH } from '../passwords/password.rules';
import type { Color } from '../tenants/tenants.dto';

/** The contents of a sign-in page before signing in. */
export interface SignInPageView {
  /**
   * Name of the organization, or of the platform.
   * @example "Acme"
   */
  name: string;
  /**
   * Send it as `tenantSlug` when you sign in; null on the platform's own page.
   * @example "acme"
   */
  slug: string | null;
  /** @example "en" */
  locale: string;
  /** The organization's color; null when it has not chosen one, and on the platform's own page. */
  primaryColor: Color | null;
  /**
   * Whether `/api/auth/organization/logo` returns an image.
   * @example true
   */
  hasLogo: boolean;
  /**
   * How many characters a new password has at least.
   * @example 12
   */
  passwordMinLength: number;
  /** Null: no single sign-on. `GET /api/auth/sso/start` on the organization's host starts it. */
  sso: SignInPageSso | null;
}

/** The identity provider of an organization. */
export interface SignInPageSso {
  /**
   * Whether passwords are refused, except those of some administrators.
   * @example false
   */
  isRequired: boolean;
}

/** Returns the sign-in page of an organization, or of the platform. */
export function toSignInPageView(tenant: Tenant | null, sso: SignInPageSso | null): SignInPageView {
  const none = { primaryColor: null, hasLogo: false, passwordMinLength: MIN_PASSWORD_LENGTH, sso: null };
  if (!tenant) return { name: PLATFORM_NAME, slug: null, locale: 'en', ...none };
  const { name, slug, locale, settings } = tenant;
  const { primaryColor, logoFileId, minPasswordLength } = settings;
  return { name, slug, locale, primaryColor, hasLogo: logoFileId !== null, passwordMinLength: minPasswordLength, sso };
}
