import { ACCOUNT, embedded } from '../db/fields';
import type { TenantRow } from '../db/rows';
import { tenantModel } from '../db/tenant-model';

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
    userId: { type: String, required: true, personal: 'subject: deleted', access: 'internal' },
    refreshHash: { type: String, required: true, personal: 'secret' },
    previousHash: { type: String, default: null, personal: 'secret' },
    rotatedAt: { type: Date, required: true, personal: 'subject: deleted', access: 'shown' },
    rotations: { type: Number, required: true, default: 0, personal: 'subject: deleted', access: 'internal' },
    cookieHash: { type: String, default: null, personal: 'secret' },
    lastSeenAt: { type: Date, required: true, personal: 'subject: deleted', access: 'shown' },
    expiresAt: { type: Date, required: true, personal: 'subject: deleted', access: 'shown' },
    revokedAt: { type: Date, default: null, personal: 'subject: deleted', access: 'shown' },
    userAgent: { type: String, default: null, personal: 'subject: deleted', access: 'shown' },
    ip: { type: String, default: null, personal: 'subject: deleted', access: 'shown' },
    network: { type: String, default: null, personal: 'subject: deleted', access: 'internal' },
    sso: {
      type: embedded<SessionProvider>({
        issuer: { type: String, access: 'shown' },
        clientId: { type: String, access: 'internal' },
        endSessionUrl: { type: String, access: 'internal' },
      }),
      default: null,
      personal: 'subject: deleted',
    },
  },
  {
    privacy: {
      purpose: 'Keeps a person signed in',
      seenBy: 'The person',
      kept: '30 days after it ends',
      links: { userId: ACCOUNT },
    },
    indexes: [
      { keys: { userId: 1, revokedAt: 1 } },
      { keys: { userId: 1, network: 1 } },
      { keys: { expiresAt: 1 }, acrossTenants: true },
      { keys: { revokedAt: 1 }, acrossTenants: true },
    ],
  },
);
