import type { TenantRow } from '../../db/rows';
import { tenantModel } from '../../db/tenant-model';

/**
 * The secrets of an account; `_id` is the user's id. Separate from User, so that reading a user never reads a secret,
 * and a sign-in does not change the user's revision.
 */
export interface Credential extends TenantRow {
  /** argon2id; null until a password is set. */
  passwordHash: string | null;
  /** Until then a temporary password allows only changing the password. */
  temporaryUntil: Date | null;
  mustChangePassword: boolean;
  /** Wrong passwords and verification codes since the last complete sign-in. */
  failedSignIns: number;
  lockedUntil: Date | null;
  lastSignInAt: Date | null;
  /** The two-factor secret, encrypted; null while two-factor authentication is disabled. */
  twoFactorSecret: string | null;
  /** A secret that was set up and not yet confirmed by a code, encrypted. */
  pendingTwoFactorSecret: string | null;
  /** The time step of the last used code: codes of this or an earlier step are refused. */
  twoFactorStep: number;
  /** The job that emails the newest temporary password; null once a password is chosen. A delayed older job has no effect. */
  temporaryPasswordJobId: string | null;
  /** SHA-256 of the secret in the newest password reset link; cleared by its first use. */
  resetTokenHash: string | null;
  resetTokenUntil: Date | null;
  /** The request whose link was emailed last, and when: the next link is emailed 10 minutes later at the earliest. */
  resetRequestId: string | null;
  resetMailedAt: Date | null;
  /** The linked identity at a provider (`iss` and `sub`); null without one. */
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
