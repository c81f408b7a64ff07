import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** The mail server of an organization, or of the platform in its own scope; one row each, its id is the scope's. */
export interface EmailSettings extends TenantRow {
  /** Null: emails use the platform's server. */
  host: string | null;
  port: number | null;
  /** TLS from the first byte; else STARTTLS where the server offers it. */
  secure: boolean;
  user: string | null;
  /** Encrypted with the purpose `emailPasswordPurpose`. */
  sealedPassword: string | null;
  fromName: string | null;
  fromAddress: string | null;
}

export const EmailSettingsModel = tenantModel<EmailSettings>('EmailSettings', {
  host: { type: String, default: null, personal: 'none' },
  port: { type: Number, default: null, personal: 'none' },
  secure: { type: Boolean, required: true, default: false, personal: 'none' },
  user: { type: String, default: null, personal: 'none' },
  sealedPassword: { type: String, default: null, personal: 'none' },
  fromName: { type: String, default: null, personal: 'none' },
  fromAddress: { type: String, default: null, personal: 'none' },
});

/** The encryption purpose of the password of a scope's mail server. */
export function emailPasswordPurpose(scope: string): string {
  return `email-settings:${scope}`;
}
