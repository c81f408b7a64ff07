import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/**
 * What proves an account's owner; `_id` is the user's id. Kept apart from User, so that no read of a user can carry a
 * secret, and a sign-in does not change the user's revision.
 */
export interface Credential extends TenantRow {
  /** argon2id; null while no password was ever set. */
  passwordHash: string | null;
  /** A temporary password opens nothing but changing it, until this instant. */
  temporaryUntil: Date | null;
  mustChangePassword: boolean;
  /** Wrong passwords and verification codes since the last complete sign-in. */
  failedSignIns: number;
  lockedUntil: Date | null;
  lastSignInAt: Date | null;
  /** The secret of two-factor authentication, encrypted; null while it is off. */
  twoFactorSecret: string | null;
  /** A secret that was set up and waits for its first code, encrypted. */
  pendingTwoFactorSecret: string | null;
  /** The time step of the last code that was used: no code of it or of an earlier one works again. */
  twoFactorStep: number;
  /** The job that mails the newest temporary password, until a password is chosen; an older one that comes late does nothing. */
  temporaryPasswordJobId: string | null;
  /** SHA-256 of the secret in the newest password reset link; spent by the first use. */
  resetTokenHash: string | null;
  resetTokenUntil: Date | null;
  /** The request whose link was mailed last, and when: the next one is mailed 10 minutes later at the earliest. */
  resetRequestId: string | null;
  resetMailedAt: Date | null;
  /** The identity that signs in at a provider (`iss` and `sub`); null while none is linked. */
  ssoIssuer?: string | null;
  ssoSubject?: string | null;
  /** Whether a TenantAdmin may use the password although the organization requires its provider. */
  mayUsePassword?: boolean;
}

export const CredentialModel = tenantModel<Credential>(
  'Credential',
  {
    passwordHash: { type: String, default: null },
    temporaryUntil: { type: Date, default: null },
    mustChangePassword: { type: Boolean, required: true, default: false },
    failedSignIns: { type: Number, required: true, default: 0 },
    lockedUntil: { type: Date, default: null },
    lastSignInAt: { type: Date, default: null },
    twoFactorSecret: { type: String, default: null },
    pendingTwoFactorSecret: { type: String, default: null },
    twoFactorStep: { type: Number, required: true, default: 0 },
    temporaryPasswordJobId: { type: String, default: null },
    resetTokenHash: { type: String, default: null },
    resetTokenUntil: { type: Date, default: null },
    resetRequestId: { type: String, default: null },
    resetMailedAt: { type: Date, default: null },
    ssoIssuer: { type: String, default: null },
    ssoSubject: { type: String, default: null },
    mayUsePassword: { type: Boolean, required: true, default: false },
  },
  {
    indexes: [
      { keys: { ssoSubject: 1, ssoIssuer: 1 }, unique: true, whereText: ['ssoSubject'] },
      { keys: { mayUsePassword: 1 }, whereTrue: ['mayUsePassword'] },
    ],
  },
);
