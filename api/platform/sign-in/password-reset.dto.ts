import type { Email } from '../../http/types';
import type { Password } from './auth.dto';

/** POST /api/auth/forgot-password. */
export interface ForgotPassword {
  email: Email;
  /**
   * The organization, unless the host or `X-Tenant` names it; without one the account is the platform's.
   * @maxLength 63
   * @example "demo"
   */
  tenantSlug?: string;
}

/** POST /api/auth/reset-password. */
export interface ResetPassword {
  /**
   * From the link in the email, after `#token=`.
   * @maxLength 300
   */
  token: string;
  newPassword: Password;
}
