import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { TwoFactorPolicy } from './two-factor-policy';

/** The OpenID Connect provider of an organization. */
export interface SsoProvider {
  issuer: string;
  clientId: string;
  /** Encrypted with the purpose `clientSecretPurpose`. */
  sealedClientSecret: string;
  /** Email domains, in lower case, by which accounts may be linked; empty: every domain. */
  emailDomains: string[];
  /** Whether emails count as verified even if the provider does not say so. */
  trustsEmail: boolean;
  /** Whether passwords are refused, except those of TenantAdmins with `mayUsePassword`. */
  isRequired: boolean;
}

/** How the users of an organization sign in; one row each, with the organization's id. */
export interface SignInSettings extends TenantRow {
  sso: SsoProvider | null;
  twoFactor: TwoFactorPolicy;
  /** A session ends after this long without a request. */
  sessionIdleMinutes: number;
  /** A session ends at the latest after this long. */
  sessionDays: number;
}

export const SignInSettingsModel = tenantModel<SignInSettings>('SignInSettings', {
  sso: {
    type: {
      _id: false,
      issuer: { type: String, required: true },
      clientId: { type: String, required: true },
      sealedClientSecret: { type: String, required: true },
      emailDomains: { type: [String], required: true, default: [] },
      trustsEmail: { type: Boolean, required: true, default: false },
      isRequired: { type: Boolean, required: true, default: false },
    },
    default: null,
    personal: 'none',
  },
  twoFactor: {
    type: String,
    required: true,
    enum: Object.values(TwoFactorPolicy),
    default: TwoFactorPolicy.Optional,
    personal: 'none',
  },
  sessionIdleMinutes: { type: Number, required: true, default: 720, personal: 'none' },
  sessionDays: { type: Number, required: true, default: 30, personal: 'none' },
});

/** The encryption purpose of an organization's client secret. */
export function clientSecretPurpose(scope: string): string {
  return `sso-client:${scope}`;
}
