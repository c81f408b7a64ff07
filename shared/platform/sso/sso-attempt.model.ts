import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/** A sign-in in progress at the provider; its one callback reads and deletes it. */
export interface SsoAttempt extends TenantRow {
  /** SHA-256 of `state`. */
  stateHash: string;
  /** SHA-256 of the token in the cookie of the browser that began; the token is also the PKCE code verifier. */
  browserHash: string;
  nonce: string;
  /** The provider and client that the browser was sent to. */
  issuer: string;
  clientId: string;
  /** The page of the console to show afterwards. */
  next: string;
  expiresAt: Date;
}

export const SsoAttemptModel = tenantModel<SsoAttempt>(
  'SsoAttempt',
  {
    stateHash: { type: String, required: true, personal: 'none' },
    browserHash: { type: String, required: true, personal: 'none' },
    nonce: { type: String, required: true, personal: 'none' },
    issuer: { type: String, required: true, personal: 'none' },
    clientId: { type: String, required: true, personal: 'none' },
    next: { type: String, required: true, personal: 'none' },
    expiresAt: { type: Date, required: true, personal: 'none' },
  },
  {
    indexes: [
      { keys: { stateHash: 1 }, unique: true },
      { keys: { expiresAt: 1 }, acrossTenants: true },
    ],
  },
);
