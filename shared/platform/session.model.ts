import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

/** The identity provider that opened a session. */
export interface SessionProvider {
  issuer: string;
  clientId: string;
  /** Where a browser ends its session at the provider; null when the provider does not offer it. */
  endSessionUrl: string | null;
}

/** One sign-in of a user; an access token names its session and ends with it. */
export interface Session extends TenantRow {
  userId: string;
  /** SHA-256 of the current refresh token, and of its predecessor. */
  refreshHash: string;
  previousHash: string | null;
  rotatedAt: Date;
  /** The number of rotations of the refresh token: limits the search for a used one. */
  rotations: number;
  /** SHA-256 of the token in the browser's cookie; null when the sign-in requested none. */
  cookieHash: string | null;
  /** When a request last used it, accurate to a few minutes. */
  lastSeenAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  userAgent: string | null;
  ip: string | null;
  /** The part of `ip` by which limits count: for IPv6 the network. */
  network?: string | null;
  /** Null: signed in with a password. */
  sso?: SessionProvider | null;
}

export const SessionModel = tenantModel<Session>(
  'Session',
  {
    userId: { type: String, required: true },
    refreshHash: { type: String, required: true },
    previousHash: { type: String, default: null },
    rotatedAt: { type: Date, required: true },
    rotations: { type: Number, required: true, default: 0 },
    cookieHash: { type: String, default: null },
    lastSeenAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    revokedAt: { type: Date, default: null },
    userAgent: { type: String, default: null },
    ip: { type: String, default: null },
    network: { type: String, default: null },
    sso: { type: { _id: false, issuer: String, clientId: String, endSessionUrl: String }, default: null },
  },
  {
    indexes: [
      { keys: { userId: 1, revokedAt: 1 } },
      { keys: { userId: 1, network: 1 } },
      { keys: { expiresAt: 1 }, acrossTenants: true },
      { keys: { revokedAt: 1 }, acrossTenants: true },
    ],
  },
);
