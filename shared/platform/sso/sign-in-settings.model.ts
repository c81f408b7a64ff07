import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';
import { TwoFactorPolicy } from './two-factor-policy';

/** The OpenID Connect provider of an organization. */
export interface SsoProvider {
  issuer: string;
  clientId: string;
  /** Encrypted for `clientSecretPurpose`. */
  sealedClientSecret: string;
  /** Lower-case domains of emails by which accounts are linked; empty: any. */
  emailDomains: string[];
  /** Whether an email counts as verified although the provider does not say so. */
  trustsEmail: boolean;
  /** Whether passwords are refused, except those of TenantAdmins who are marked `mayUsePassword`. */
  isRequired: boolean;
}

/** How the users of an organization sign in; one row each, its id is the organization's. */
export interface SignInSettings extends TenantRow {
  sso: SsoProvider | null;
  twoFactor: TwoFactorPolicy;
  /** A session ends after so long without a request. */
  sessionIdleMinutes: number;
  /** A session ends at the latest after so long. */
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
  },
  twoFactor: { type: String, required: true, enum: Object.values(TwoFactorPolicy), default: TwoFactorPolicy.Optional },
  sessionIdleMinutes: { type: Number, required: true, default: 720 },
  sessionDays: { type: Number, required: true, default: 30 },
});

/** What the client secret of an organization is encrypted for. */
export function clientSecretPurpose(scope: string): string {
  return `sso-client:${scope}`;
}
