import { ACCOUNT } from '../../db/fields';
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
    passwordHash: { type: String, default: null, personal: 'secret' },
    temporaryUntil: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    mustChangePassword: {
      type: Boolean,
      required: true,
      default: false,
      personal: 'subject: deleted',
      access: 'shown',
    },
    failedSignIns: { type: Number, required: true, default: 0, personal: 'subject: deleted', access: 'shown' },
    lockedUntil: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    lastSignInAt: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    twoFactorSecret: { type: String, default: null, personal: 'secret' },
    pendingTwoFactorSecret: { type: String, default: null, personal: 'secret' },
    twoFactorStep: { type: Number, required: true, default: 0, personal: 'secret' },
    temporaryPasswordJobId: { type: String, default: null, personal: 'secret' },
    resetTokenHash: { type: String, default: null, personal: 'secret' },
    resetTokenUntil: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    resetRequestId: { type: String, default: null, personal: 'secret' },
    resetMailedAt: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    ssoIssuer: { type: String, default: null, personal: 'subject: deleted', access: 'shown' },
    ssoSubject: { type: String, default: null, personal: 'subject: deleted', access: 'shown' },
    mayUsePassword: { type: Boolean, required: true, default: false, personal: 'subject: deleted', access: 'shown' },
  },
  {
    privacy: { purpose: 'Proves who signs in', seenBy: 'No one', kept: 'Until erasure', links: { _id: ACCOUNT } },
    indexes: [
      { keys: { ssoSubject: 1, ssoIssuer: 1 }, unique: true, whereText: ['ssoSubject'] },
      { keys: { mayUsePassword: 1 }, whereTrue: ['mayUsePassword'] },
    ],
  },
);
